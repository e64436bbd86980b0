// Module hashes end to end, from source text to hash: the resolution of every name, type, order and overload is hashed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, World, type ConstantEvaluator } from '../../../support/resolving.ts';
import { skipped } from '../../../support/skipped.ts';

const source = `
(interface greeter (defconst WORD "hi") (defschema row name:string n:integer)
  (defcap GREET (who:string amount:integer) @managed amount GREET-mgr)
  (defun GREET-mgr:integer (managed:integer requested:integer))
  (defpact tour:string (who:string))
  (defun greet:string (who:string)))
(module parlour GOV
  @doc "Every kind of definition."
  (use greeter [WORD])
  (implements greeter)
  (bless "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")
  (defcap GOV () (enforce-one "none" [(enforce false "no") (or true false)]))
  (defschema guest name:string visits:integer rate:decimal since:time seat:object{greeter.row} other)
  (deftable guests:{guest})
  (defconst LIMIT:integer -5)
  (defconst RATES:[decimal] [0.10 -1.5 20.00])
  (defconst NAMES { "b": "two", "a": [1, true, ()] })
  (defcap GREET (who:string amount:integer) @managed amount GREET-mgr (enforce (!= who "") "who"))
  (defun GREET-mgr:integer (managed:integer requested:integer) (- managed requested))
  (defcap SEEN (who) @event true)
  (defcap OPEN () @managed (compose-capability (SEEN "all")))
  (defun greet:string (who:string)
    (with-capability (GREET who 1)
      (with-read guests who { "visits" := visits, 'name := name:string }
        (update guests who { "visits": (+ visits 1), "name": name })
        (format "{} {}" [WORD who]))))
  (defun each:[string] (ms:[module{greeter}] x) (map (lambda (m:module{greeter}) (m::greet x)) ms))
  (defun sums (xs:list) (cond ((= xs []) 0) ((= 1 (length xs)) (at 0 xs)) (fold (+) 0 xs)))
  (defun pick:bool (a b) (let* ((c (and a)) (d (if a (not b) (try false (enforce b "b"))))) (do c d)))
  (defun me () [parlour (parlour.sums [1 2]) (map (round) [1.5]) (- 3) (constantly 1 2) CHARSET_LATIN1])
  (defun lazy () (let ((f (lambda () (suspend 1)))) (f)))
  (defpact tour:string (who:string)
    (step (greet who))
    (step-with-rollback (yield { "who": who } "1") (error "gone"))
    (step (resume { "who" := again } (pure again)))))`;

function hashes(text: string, options: ConstructorParameters<typeof World>[0] = {}): string[] {
  const world = new World(options);
  return world.run(text).flatMap((form) => {
    if (form.kind !== 'module' && form.kind !== 'interface') return [];
    const { name } = form.kind === 'module' ? form.module : form.interface;
    return [`${name.text} ${world.moduleNamed(name.text)?.hash}`];
  });
}

// Figures of an independent model of the hashing, written in another language.
test('of a module with every kind of definition', () => {
  expect(hashes(source)).toEqual([
    'greeter rZsw999cKOlTTo7pBwQZBt1iTIuOnmwkNGQxsZmNgH0',
    'parlour 5W6hIKnHMCRCeyD8zb0AutMyjQ1BaZwXacWu3DIM5xk',
  ]);
  expect(hashes(source, { namespace: 'ns' })).toEqual([
    'ns.greeter UrguUHlWT1-PfoM29dl2w0T0P2mmHH2IUJWV8Ucd5EA',
    'ns.parlour jxFsE6Nvcx9yk78Brr7_q9hPA4wQ7pLZz3rUEHiUXxc',
  ]);
});

// Appendix G.
test('of a namespaced module on a chain', () => {
  const text =
    "(module m G (defcap G () (enforce-verifier 'allow)) (defun x () (with-capability (G) 1)))";
  expect(hashes(text, { namespace: 'free' })).toEqual([
    'free.m Uj0lQPPu9CKvw13K4VP4DZoaPKOphk_-vuq823hLSLo',
  ]);
});

const folder = join(process.env['PACT_REFERENCE'] ?? '', 'pact-tests', 'pact-tests');

describe.skipIf(!existsSync(join(folder, 'modulehash.repl')))(
  `pinned by scripts of the reference (PACT_REFERENCE: ${skipped(!existsSync(join(folder, 'modulehash.repl')), 8)})`,
  () => {
    test.each([
      ['caps.repl', 'events F9iUeU_dKXOSaeZhmFY7g-LfMJ7SMBpG5BhNWhxhhxE'],
      ['caps.repl', 'A eUXxnKczPNGardQAz-nFnoIpp0e90I63XHq1mvQ0s7A'],
      ['caps.repl', 'A YkqNXWA9pNH9cFhfOM4fwPvi427v5jjo29tb6mFNAXA'],
      ['imports.repl', 'm 52-WL_as7YnpYIZWKOvvxFUCpC7F5Hxe2xm7S7TOHEc'],
      ['leftpad.repl', 'impure GJs2NrH3KhRHB6dk-P_QVc0Hsl6gF3PE1HPlIKRyYO0'],
      ['partial-app-errors.repl', 'm nv2apbz7RTDv53cf46_3VX1msHQzBgTEqfxumYRGdf8'],
      ['yield.repl', 'yieldtest cTWOjIB4CTO1nsnKFpyfXqGHbLMvefSmYO4s97BbrZE'],
    ])('%s: %s', (file, expected) => {
      expect(modulesOf(file)).toContain(expected);
    });

    test('modulehash.repl', () => {
      const text = readFileSync(join(folder, 'modulehash.repl'), 'utf8');
      const pinned = [...text.matchAll(/"([mn])" "([\w-]{43})"/g)].map(
        ([, name, hash]) => `${name} ${hash}`,
      );
      expect(pinned).toHaveLength(6);
      // Its constants read the transaction's data: 1 for the first module, then 2.
      let read = 0n;
      const evaluate: ConstantEvaluator = () => (read < 2n ? ++read : read);
      expect(modulesOf('modulehash.repl', evaluate)).toEqual(pinned);
    });
  },
);

/** Returns the modules of a script that can be resolved without running the rest of it. */
function modulesOf(file: string, evaluate?: ConstantEvaluator): string[] {
  const world = new World(evaluate === undefined ? {} : { evaluate });
  const found: string[] = [];
  for (const form of parse(readFileSync(join(folder, file), 'utf8'), file)) {
    if (form.kind !== 'module' && form.kind !== 'interface' && form.kind !== 'use') continue;
    try {
      world.runForm(form);
    } catch {
      continue;
    }
    if (form.kind !== 'use') {
      found.push(`${form.name.text} ${world.moduleNamed(form.name.text)?.hash}`);
    }
  }
  return found;
}
