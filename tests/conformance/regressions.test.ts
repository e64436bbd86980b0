// Past bugs of the reference implementations, each as a small program of our own. The numbers in brackets are the rows of
// the list that they were taken from (reliability, 3.1 and 3.3). Left out: rows 14 (in part), 29 and 34, which need a block,
// a fault in the host or a server, and row 32, whose exit statuses are tested with the command.
import { describe, expect, test } from 'vitest';
import { noSpan } from '../../src/base/span.ts';
import { moduleDocument, readModuleDocument } from '../../src/lang/core/encoding/document.ts';
import { fileInfo } from '../../src/lang/core/encoding/info-cbor.ts';
import type { DefPactExec } from '../../src/lang/core/model/defpact.ts';
import { resumeDefPact } from '../../src/lang/eval/capabilities/defpact.ts';
import { ModuleName, QualifiedName } from '../../src/lang/values/names.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { replSession } from '../support/repl-session.ts';
import { governed, last } from '../support/small-programs.ts';

describe('defpacts and chains', () => {
  test('pact #664 [1]: a cross-chain step can be redeemed only once', () => {
    const session = replSession();
    session.run(governed('x', '(defpact p () (step 1) (step 2))'));
    session.run('(commit-tx)');
    const exec: DefPactExec = {
      stepCount: 2,
      yield: undefined,
      step: 0,
      pactId: 'id',
      continuation: { def: new QualifiedName('p', new ModuleName('x')), args: [] },
      stepHasRollback: false,
      nested: new Map(),
    };
    const { machine } = session.engine;
    const redeem = (): unknown => {
      machine.defPactExec = undefined;
      machine.environment.step = { step: 1, rollback: false, pactId: 'id', resume: undefined };
      try {
        return resumeDefPact(machine.context('impure'), exec, noSpan);
      } catch (error) {
        if (isEvalError(error)) return error.name;
        throw error;
      }
    };
    expect(redeem()).toBe(2n);
    expect(redeem()).toBe('DefPactAlreadyCompleted');
  });

  test('pact #664 [1]: a proof for a defpact that is active here must be a whole step ahead', () => {
    const session = replSession();
    session.run(governed('x', '(defpact p () (step 1) (step 2) (step 3))'));
    session.run('(env-hash "aWQ") (x.p)');
    const { machine } = session.engine;
    const stored = machine.database.readDefPact('aWQ');
    if (stored === undefined || stored === 'completed') throw new Error('the defpact is active');
    machine.defPactExec = undefined;
    machine.environment.step = { step: 2, rollback: false, pactId: 'aWQ', resume: undefined };
    const redeem = (): unknown =>
      resumeDefPact(machine.context('impure'), { ...stored, step: 1 }, noSpan);
    expect(redeem).toThrow('Crosschain defpact continuation error');
  });

  test('pact-5 0fb16537 [28]: yielding across chains emits X_YIELD, resuming X_RESUME', () => {
    const program = governed(
      'x',
      '(defpact p () (step (yield {\'a: 1} "2")) (step (resume {\'a := a} a)))',
    );
    const events = "(map (at 'name) (env-events true))";
    expect(last(program, '(env-chain-data {"chain-id": "1"}) (x.p)', events)).toBe(
      '["pact.X_YIELD"]',
    );
    const session = replSession();
    session.run(program);
    session.run('(env-chain-data {"chain-id": "1"}) (x.p) (env-events true)');
    const { machine } = session.engine;
    const exec = machine.database.readDefPact(machine.environment.hash);
    if (exec === undefined || exec === 'completed') throw new Error('the defpact is active');
    // The other chain's view: nothing is stored there, and the proof has the chain that yielded.
    const there = replSession();
    there.run(program);
    there.run('(env-chain-data {"chain-id": "2"})');
    const proven = { ...exec, yield: exec.yield && { ...exec.yield, sourceChain: '1' } };
    const far = there.engine.machine;
    far.environment.step = { step: 1, rollback: false, pactId: exec.pactId, resume: undefined };
    expect(resumeDefPact(far.context('impure'), proven, noSpan)).toBe(1n);
    const resumed = "(map (lambda (e) [(at 'name e) (length (at 'params e))]) (env-events true))";
    expect(there.run(resumed)).toBe('[["pact.X_RESUME" 3]]');
  });
});

describe('capabilities', () => {
  test('pact #910 [2]: a capability composed three deep is granted', () => {
    const program = governed(
      'm',
      `(defcap FOO () (compose-capability (BAR)))
       (defcap BAR () (compose-capability (BAZ)))
       (defcap BAZ () true)
       (defun f () (with-capability (FOO) (require-capability (BAZ))))`,
    );
    expect(last(program, '(m.f)')).toBe('true');
  });

  test('pact-5 #74 [3]: a managed capability composed in a managed one is popped and debited', () => {
    const session = replSession();
    session.run(
      governed(
        'm',
        `(defcap OUTER (n:integer) @managed n less (compose-capability (INNER n)))
         (defcap INNER (n:integer) @managed n less true)
         (defun less:integer (have:integer want:integer) (enforce (>= have want) "too much") (- have want))
         (defun spend (n:integer) (with-capability (OUTER n) (require-capability (INNER n))))
         (defun outer? (n:integer) (require-capability (OUTER n)))
         (defun inner? (n:integer) (require-capability (INNER n)))`,
      ),
    );
    session.run('(install-capability (m.OUTER 5)) (install-capability (m.INNER 4))');
    expect(session.run('(m.spend 2)')).toBe('true');
    expect(session.run('(m.outer? 2)')).toContain('require-capability: not granted');
    expect(session.run('(m.inner? 2)')).toContain('require-capability: not granted');
    expect(session.run('(m.spend 2)')).toBe('true');
    // INNER has nothing left, but OUTER has.
    expect(session.run('(m.spend 1)')).toContain('too much');
  });

  test('pact-5 7e908efd [22]: a reentrant callee may read but not write', () => {
    const session = replSession();
    session.run('(interface back (defun read-it:integer ()) (defun write-it:string ()))');
    session.run('(interface hook (defun call:string (m:module{back})))');
    session.run(
      `(module bank G (defcap G () true) (implements back)
         (defschema row n:integer) (deftable rows:{row})
         (defun read-it:integer () (at 'n (read rows "a")))
         (defun write-it:string () (write rows "a" {'n: 9}))
         (defun visit (h:module{hook}) (h::call bank)))
       (create-table rows) (write rows "a" {'n: 1})`,
    );
    const visitor = (name: string, call: string): string =>
      `(module ${name} G (defcap G () true) (implements hook) (defun call:string (m:module{back}) ${call}))`;
    session.run(visitor('reader', '(show (m::read-it))'));
    session.run(visitor('writer', '(m::write-it)'));
    expect(session.run('(bank.visit reader)')).toBe('"1"');
    expect(session.run('(bank.visit writer)')).toContain('Operation disallowed in read-only');
  });

  test('pact #773 [12]: enforce-one is allowed in a user guard, a write is not', () => {
    const session = replSession();
    session.run(
      `(module m G (defcap G () true) (defschema row n:integer) (deftable rows:{row})
         (defun one () (enforce-one "none" [(enforce false "no") (enforce true "yes")]))
         (defun writes () (write rows "a" {'n: 1})))
       (create-table rows)`,
    );
    expect(session.run('(enforce-guard (create-user-guard (m.one)))')).toBe('true');
    expect(session.run('(enforce-guard (create-user-guard (m.writes)))')).toContain(
      'Operation disallowed',
    );
  });
});

describe('modules', () => {
  test('pact #810 [4]: module admin of a new module ends with its transaction', () => {
    const session = replSession();
    session.run(
      `(begin-tx) (define-namespace 'ns (sig-keyset) (sig-keyset)) (namespace 'ns)
       (module m GOV (defcap GOV () (enforce false "never")) (defschema row n:integer) (deftable t:{row}))
       (create-table t)`,
    );
    expect(session.run('(commit-tx) (begin-tx) (write ns.m.t "a" {\'n: 1})')).toContain(
      'Module admin necessary for operation but has not been acquired:ns.m',
    );
  });

  test('pact #789 [5]: a namespaced module is upgraded by its own governance', () => {
    const session = replSession();
    session.run(
      `(begin-tx) (define-namespace 'ns (sig-keyset) (sig-keyset)) (namespace 'ns)
       (module foo GOV (defcap GOV () (enforce false "never")) (defconst X 1)) (commit-tx)`,
    );
    expect(
      session.run("(namespace 'ns) (module foo GOV (defcap GOV () true) (defconst X 2))"),
    ).toContain('never');
  });

  test("pact #1235 [6]: in an upgrade the module's qualified own name means the new version", () => {
    const session = replSession();
    session.run(
      `(begin-tx) (define-namespace 'free (sig-keyset) (sig-keyset)) (namespace 'free)
       (module m G (defcap G () true) (defun test () (enforce false "old"))) (commit-tx)`,
    );
    const upgrade = `(begin-tx) (namespace 'free)
      (module m G (defcap G () true) (defun test () true) (defun call () (free.m.test)))`;
    session.run(upgrade);
    expect(session.run('(free.m.call)')).toBe('true');
  });

  test('pact #1273, #1278 [7]: a guard on a module reference does not depend on source positions', () => {
    const program = (blank: string): string => `(interface i (defun f:integer ()))
      ${blank}(module impl G (defcap G () true) (implements i) (defun f:integer () 1))
      ${blank}(module m G (defcap G () true) (defcap CAP (x:module{i}) true)
      ${blank}(defun g () (create-capability-guard (CAP ${blank}impl))))`;
    const of = (blank: string): string =>
      last(program(blank), '[(create-principal (m.g)) (hash (m.g))]');
    expect(of('\n\n   ')).toBe(of(''));
  });

  test('pact-5 #331 [25]: transitive dependencies are those of deployment', () => {
    const session = replSession();
    session.run(`(begin-tx) ${governed('foo', '(defun f () 1)')}`);
    session.run(governed('bar', '(defun g () (foo.f))'));
    session.run(`${governed('baz', '(defun h () (bar.g))')} (commit-tx)`);
    session.run(
      `(begin-tx) ${governed('foo', '(defcap NEW () true) (defun f () 2) (defpact p () (step 1))')} (commit-tx)`,
    );
    expect(session.run('[(baz.h) (foo.f)]')).toBe('[1 2]');
    // The same result after every module was written in its stored form and read back.
    const { database } = session.engine.machine;
    for (const name of database.moduleNames()) {
      const data = database.readModule(name);
      if (data === undefined) throw new Error('it is stored');
      const reread = readModuleDocument(moduleDocument(data, fileInfo), fileInfo);
      if (reread === undefined) throw new Error('it is readable');
      database.writeModule(reread);
    }
    expect(session.run('(begin-tx) [(baz.h) (foo.f)]')).toBe('[1 2]');
  });

  test('pact #948, #833 [17]: an implementation must repeat the signature exactly', () => {
    const interfaces =
      '(interface a (defconst A 1)) (interface b (defconst B 1)) (interface i (defun f:string (x:module{a})))';
    const implement = (signature: string): string =>
      last(
        interfaces,
        `(module m G (defcap G () true) (implements i) (defun ${signature} (+ "x" "y")))`,
      );
    expect(implement('f:string (x:module{a})')).toContain('Loaded module m');
    for (const wrong of [
      'f:string (x:module{b})',
      'f:string (y:module{a})',
      'f (x:module{a})',
      'f:string (x)',
      'f:string (x:module{a} z:string)',
    ]) {
      expect(implement(wrong)).toContain('does not correctly implement the function f');
    }
  });

  test('pact #567 [66]: a name can be defined only once, whatever the kinds', () => {
    const kinds = [
      '(defun x () 1)',
      '(defcap x () true)',
      '(defconst x 1)',
      '(defschema x a:string)',
      '(defpact x () (step 1))',
    ];
    for (const one of kinds) {
      for (const other of kinds) {
        const result = last(governed('m', `(defschema s a:string) ${one} ${other}`));
        expect(result, `${one} ${other}`).toContain('Duplicate definition: m.x');
      }
    }
  });

  test('pact #913, pact-5 cf6cf3ee [21]: recursion through module references is detected', () => {
    const session = replSession();
    session.run('(interface loop (defun go:string (a:module{loop} b:module{loop})))');
    const turn = (name: string): string =>
      `(module ${name} G (defcap G () true) (implements loop)
         (defun go:string (a:module{loop} b:module{loop}) (a::go b a)))`;
    session.run(`${turn('ping')} ${turn('pong')}`);
    expect(session.run('(ping.go pong ping)')).toContain('Recursion detected by the runtime');
  });
});
