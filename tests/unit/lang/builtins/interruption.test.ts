// A builtin can be interrupted within one long call: the call between two prints is the only one.
import { describe, expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { Interrupted } from '../../../../src/lang/session/run.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';

const setup = `
  (module m G (defcap G () true)
    (defschema s v) (deftable t:{s})
    (defun same:[integer] (x:[integer]) x)
    (defun put (x) (write t "k" { "v": x })))
  (create-table t)`;

/** Returns the output of a program that was interrupted at `begin`. */
function printedOf(program: string): readonly string[] {
  const printed: string[] = [];
  const engine = new ReplEngine({
    host: { ...silentHost, print: (_, text) => void printed.push(text) },
    depthLimit: 2000,
    nestingLimit: 200,
    isInterrupted: () => printed.length > 0,
  });
  engine.run(new Source('setup.repl', setup));
  expect(() => engine.run(new Source('test.repl', program))).toThrow(Interrupted);
  return printed;
}

const bindings = {
  integers: '(enumerate 1 200000)',
  others: '(enumerate 1 200000)',
  decimals: '(map (dec) (enumerate 1 50000))',
  strings: '(map (int-to-str 10) (enumerate 1 50000))',
  mixed: '(+ [true] (enumerate 1 50000))',
  objects: '(map (lambda (i) { "a": i }) (enumerate 1 50000))',
  text: '(concat (make-list 200000 "яяяя"))',
  emoji: '(concat (make-list 200000 "😀😀"))',
  latin: '(concat (make-list 200000 "aaaa"))',
  shared: '(fold (lambda (a i) [a a]) 1 (enumerate 1 18))',
  long: '(shift 1 4000000)',
} as const;

describe('is stopped within one call', () => {
  test.each([
    '(sort integers)',
    '(sort decimals)',
    '(sort strings)',
    '(sort mixed)',
    '(sort ["a"] objects)',
    '(reverse integers)',
    '(distinct strings)',
    '(= integers others)',
    '(contains integers [others])',
    '(m.same integers)',
    '(length emoji)',
    '(drop 300000 emoji)',
    '(length text)',
    '(contains "b" text)',
    '(hash text)',
    '(hash integers)',
    '(show integers)',
    '(format "{}" [integers])',
    '(str-to-list text)',
    '(base64-encode text)',
    '(try 0 (base64-decode latin))',
    '(is-charset 0 latin)',
    '(hash-keccak256 [latin])',
    '(hash shared)',
    '(int-to-str 10 long)',
    '(+ long 1)',
    '(hash-poseidon 1 2)',
    '(enumerate 1 200000)',
    '(make-list 200000 1)',
  ])('%s', (call) => {
    const used = Object.entries(bindings).filter(([name]) =>
      new RegExp(`[ (\\[]${name}[)\\] ]`).test(call),
    );
    const bound = used.map(([name, value]) => `(${name} ${value})`).join(' ');
    const within = `(print "begin") ${call} (print "end")`;
    const program = used.length === 0 ? `(do ${within})` : `(let (${bound}) ${within})`;
    expect(printedOf(program)).toEqual(['"begin"']);
  });
});

test('builtins that do little work each are stopped among many', () => {
  const curve = `(point-add 'g1 {'x: 1, 'y: 2} {'x: 1, 'y: 2})`;
  for (const call of [curve, '(mod (shift 1 4000) 7)', '(exp 1.5)', '(sqrt 2.0)']) {
    const program = `(do (print "begin") (map (lambda (i) ${call}) (enumerate 1 1000)) (print "end"))`;
    expect(printedOf(program)).toEqual(['"begin"']);
  }
});
