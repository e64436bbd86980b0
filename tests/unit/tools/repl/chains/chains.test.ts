// Scripts that run on several chains: the separate state of each chain, and steps of defpacts with real proofs.
import { describe, expect, test } from 'vitest';
import { sessionState } from '../../../../../src/tools/repl/snapshot/session-state.ts';
import { ScriptProofs } from '../../../../../src/node/simnet/script-proofs.ts';
import { replSession, type ReplSession } from '../../../../support/repl-session.ts';
import { read } from '../../../../support/project-files.ts';

const withProofs = (files?: ReadonlyMap<string, string>): ReplSession =>
  replSession(files, { makeChainProofs: () => new ScriptProofs() });

const mover = `(module m G (defcap G () true) (defschema s n:integer)
  (defpact p (n:integer target:string)
    (step (let ((o:object{s} { "n": n })) (yield o target) "sent"))
    (step (resume { "n" := n } (+ n 1)))))`;

describe('env-on-chain', () => {
  test('each chain has its own modules, tables, events and transactions', () => {
    const { run } = replSession();
    run(
      '(env-on-chain "0") (module m G (defcap G () true) (defcap E () @event true) (defun e () (emit-event (E))))',
    );
    run('(m.e)');
    expect(run('(begin-tx "a")')).toBe('"Begin Tx 0: a"');
    expect(run('(env-on-chain "1")')).toBe('"Chain 1"');
    expect(run('(describe-module "m")')).toMatch(/^fails: /);
    expect(run('(length (env-events false))')).toBe('0');
    expect(run('(commit-tx)')).toMatch(/^fails: .*No Transaction/);
    run('(env-on-chain "0")');
    expect(run('(length (env-events false))')).toBe('1');
    expect(run('(commit-tx)')).toBe('"Commit Tx 0: a"');
  });

  test('with an expression it returns, also after a failure', () => {
    const { run } = replSession();
    run('(env-on-chain "4")');
    expect(
      run(`(let ((x 2)) (env-on-chain "7" (format "{} {}" [x (at 'chain-id (chain-data))])))`),
    ).toBe('"2 7"');
    expect(run('(env-on-chain "7" (enforce false "no"))')).toBe('fails: no');
    expect(run(`(at 'chain-id (chain-data))`)).toBe('"4"');
  });

  test('a failing form does not switch', () => {
    const { run } = replSession();
    expect(run('[(env-on-chain "3") (enforce false "no")]')).toMatch(/^fails: no/);
    expect(run(`(at 'chain-id (chain-data))`)).not.toBe('"3"');
  });

  test('a function of a module that the other chain lacks does not run there', () => {
    const { run } = replSession();
    run('(env-on-chain "0") (module m G (defcap G () true) (defun f () 1))');
    expect(run('(m.f)')).toBe('1');
    expect(run('(env-on-chain "1" (m.f))')).toBe(
      'fails: m.f is not on chain 1, or belongs to another version of its module. ' +
        'To use the names of chain 1, switch to it first: (env-on-chain "1")',
    );
    run('(env-on-chain "1") (module m G (defcap G () true) (defun f () 2))');
    expect(run('(env-on-chain "0" (m.f))')).toMatch(/^fails: m\.f is not on chain 0, or /);
    expect(run('(m.f)')).toBe('2');
  });

  test('capabilities of the caller are not granted on the other chain', () => {
    const { run } = replSession();
    const code = `(module m G (defcap G () true) (defcap C () true) (defun f () (require-capability (C)))
      (defun g (x) (with-capability (C) x)))`;
    run(`(env-on-chain "1") ${code} (env-on-chain "0") ${code}`);
    run('(test-capability (m.C))');
    expect(run('(m.f)')).toBe('true');
    expect(run('(env-on-chain "1" (m.f))')).toMatch(/^fails: /);
    expect(run('(m.f)')).toBe('true');
  });

  test('a load that clears the session clears every chain, from any of them', () => {
    const { run } = withProofs(new Map([['f.repl', '(defconst LOADED 1)']]));
    run('(env-on-chain "0") (module m G (defcap G () true)) (env-on-chain "1")');
    run('(env-on-chain "0" (load "f.repl" true))');
    expect(run('LOADED')).toBe('1');
    expect(run('(describe-module "m")')).toMatch(/^fails: /);
    expect(run('(env-on-chain "0" (describe-module "m"))')).toMatch(/^fails: /);
  });

  test.each(['20', '-1', '01', 'x', ''])('%j is not a chain', (id) => {
    expect(replSession().run(`(env-on-chain "${id}")`)).toBe(
      `fails: there is no chain ${id}: use "0" to "19"`,
    );
  });

  test('the state of such a session is not kept for another run', () => {
    const { engine, run } = replSession();
    run('1');
    expect(sessionState(engine)).toBeDefined();
    run('(env-on-chain "1")');
    expect(sessionState(engine)).toBeUndefined();
  });
});

describe('proofs', () => {
  const start = (): ReplSession => {
    const session = withProofs();
    session.run(`(env-on-chain "5") ${mover} (env-on-chain "0") ${mover} (env-hash (hash "a"))`);
    expect(session.run('(m.p 1 "5")')).toBe('"sent"');
    return session;
  };

  test('a step continues on the chain that it yielded to', () => {
    const { run } = start();
    run('(env-on-chain "5")');
    const proof = '(env-on-chain "0" (env-chain-proof "5"))';
    expect(run(`(continue-with-proof 1 false (hash "a") ${proof})`)).toBe('2');
    expect(run(`(continue-with-proof 1 false (hash "a") ${proof})`)).toMatch(/^fails: .*completed/);
  });

  test('a proof is made after its transaction ended, from what the chain stores', () => {
    const session = withProofs();
    const stored = `(begin-tx) ${mover} (commit-tx)`;
    session.run(`(env-on-chain "1") ${stored} (env-on-chain "0") ${stored}`);
    session.run('(begin-tx) (env-hash (hash "a")) (m.p 1 "1") (commit-tx)');
    session.run('(env-on-chain "1") (begin-tx)');
    const proof = '(env-on-chain "0" (env-chain-proof "1" (hash "a")))';
    expect(session.run(`(continue-with-proof 1 false (hash "a") ${proof})`)).toBe('2');
  });

  describe('without an id, the last step of the chain is proved', () => {
    const begun = (): ReplSession => {
      const session = withProofs();
      for (const chain of [1, 0]) session.run(`(env-on-chain "${chain}") ${mover}`);
      return session;
    };
    const continued = ({ run }: ReplSession, hash: string): string =>
      run(
        `(env-on-chain "1" (continue-with-proof 1 false (hash "${hash}") (env-on-chain "0" (env-chain-proof "1"))))`,
      );
    const step = (hash: string, n: number): string => `(env-hash (hash "${hash}")) (m.p ${n} "1")`;
    const noStep = 'fails: no step of a defpact has run on chain 0';

    test('after the commit of its transaction', () => {
      const session = begun();
      session.run(`(begin-tx) ${step('a', 1)} (commit-tx)`);
      expect(continued(session, 'a')).toBe('2');
    });

    test('after other transactions, and without transactions', () => {
      const session = begun();
      session.run(`(begin-tx) ${step('a', 1)} (commit-tx) (begin-tx) (commit-tx)`);
      session.run('(begin-tx) (rollback-tx) (begin-tx)');
      expect(continued(session, 'a')).toBe('2');
      session.run(
        `(commit-tx) (env-on-chain "1" (pact-state true)) ${step('b', 5)} (pact-state true)`,
      );
      expect(continued(session, 'b')).toBe('6');
    });

    test('of a step that was rolled back there is no proof', () => {
      const session = begun();
      session.run(`(begin-tx) ${step('a', 1)} (rollback-tx)`);
      expect(session.run('(env-chain-proof "1")')).toBe(noStep);
      session.run(
        `(begin-tx) ${step('a', 1)} (commit-tx) (begin-tx) ${step('b', 5)} (rollback-tx)`,
      );
      expect(continued(session, 'a')).toBe('2');
    });

    test('a continuation that failed does not hide it', () => {
      const session = begun();
      session.run(`${step('a', 1)} (begin-tx) (commit-tx)`);
      expect(session.run('(continue-pact 7 false (hash "a"))')).toMatch(/^fails: /);
      expect(continued(session, 'a')).toBe('2');
    });

    test('each chain has its own, and a load that clears the session forgets them', () => {
      const session = withProofs(new Map([['f.repl', '1']]));
      session.run(`(env-on-chain "0") ${mover} (begin-tx) ${step('a', 1)} (commit-tx)`);
      expect(session.run('(env-on-chain "2" (env-chain-proof "1"))')).toBe(
        'fails: no step of a defpact has run on chain 2',
      );
      session.run('(load "f.repl" true)');
      expect(session.run('(env-chain-proof "1")')).toBe(noStep);
    });

    test('a state that is kept knows it, before the first use of chains', () => {
      const { engine, run } = replSession();
      run(`${mover} (begin-tx) ${step('a', 1)} (commit-tx)`);
      expect(sessionState(engine)?.lastStep?.pactId).toBe(run('(hash "a")').slice(1, -1));
    });
  });

  test('a defpact that has ended, or that the chain does not know, is named', () => {
    const { run } = start();
    run(
      '(env-on-chain "5") (continue-with-proof 1 false (hash "a") (env-on-chain "0" (env-chain-proof "5")))',
    );
    run('(begin-tx) (commit-tx) (env-hash (hash "b")) (m.p 1 "1")');
    expect(run('(env-chain-proof "1" (hash "a"))')).toMatch(
      /^fails: the defpact [\w-]{43} has ended on chain 5$/,
    );
    expect(run('(env-chain-proof "1" "x")')).toBe(
      'fails: no step of the defpact x has run on chain 5',
    );
  });

  test('forged, foreign and unknown proofs are refused with the messages of a node', () => {
    const { run } = start();
    const last = run('(env-chain-proof "5")').slice(1, -1);
    run('(env-on-chain "5")');
    const cont = (proof: string) => run(`(continue-with-proof 1 false (hash "a") "${proof}")`);
    expect(cont('!')).toMatch(/^fails: .*base64/);
    expect(cont('AAAA')).toMatch(/^fails: .*Cannot decode/);
    const forged = Buffer.from(last, 'base64url')
      .toString('latin1')
      .replace(/"object":"(.)/, (_, c: string) => `"object":"${c === 'A' ? 'B' : 'A'}`);
    expect(cont(Buffer.from(forged, 'latin1').toString('base64url'))).toMatch(/^fails: /);
    run(`(env-on-chain "6") ${mover}`);
    expect(cont(last)).toMatch(/^fails: .*wrong targget chain/);
    const other = run('(env-on-chain "0" (env-chain-proof "6"))').slice(1, -1);
    expect(cont(other)).toMatch(/^fails: /);
  });

  test('each session has its own blocks', () => {
    const proof = start().run('(env-chain-proof "5")').slice(1, -1);
    const { run } = withProofs();
    run(`(env-on-chain "5") ${mover}`);
    expect(run(`(continue-with-proof 1 false (hash "a") "${proof}")`)).toMatch(/^fails: /);
  });

  test('a session without chains reports that', () => {
    const { run } = replSession();
    run(`${mover} (m.p 1 "1")`);
    expect(run('(env-chain-proof "1")')).toMatch(/^fails: this session cannot make proofs/);
    expect(run('(env-chain-proof "0")')).toMatch(/^fails: chain 0 is the current one/);
  });
});

test('the script of repl-scripts/chains passes', () => {
  const files = new Map([['tickets.pact', read('repl-scripts/chains/tickets.pact')]]);
  const { engine, run } = withProofs(files);
  run(read('repl-scripts/chains/tickets.repl'), 'tickets.repl');
  const { all } = engine.expectations;
  expect(all.filter(({ outcome }) => outcome.kind !== 'passed')).toEqual([]);
  expect(all).toHaveLength(9);
});
