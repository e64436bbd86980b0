import { describe, expect, it } from 'vitest';
import {
  encodeCommandResult,
  publicDataOf,
  emptyPublicMeta,
  refusal,
  type CommandResult,
} from '../../../../src/chain/command/index.ts';
import { type Database, lineInfo, MemoryDatabase } from '../../../../src/lang/session/store.ts';
import {
  Decimal,
  defaultTimeFormat,
  noSpvSupport,
  parseQualifiedName,
  parseTime,
  tableModel,
  type DefPactExec,
  type TimeValue,
} from '../../../../src/lang/session/run.ts';
import { MachineSlot } from '../../../../src/chain/command/evaluation.ts';
import { grantedOf } from '../../../../src/lang/state/capabilities.ts';
import type { Machine } from '../../../../src/lang/state/machine.ts';
import { sqlState } from '../../../support/sql-js.ts';
import { fresh, pair, run, send, reported, type Sent } from '../../../support/send-command.ts';

describe('the result of a command', () => {
  it.each([
    ['1 (+ 1 2)', '{"int":3}'],
    ["(read-msg 'x)", 'TxFailure at <toplevel>:0: read-msg failed.'],
    ['(interface i (defun f ()))', '"Loaded interface i, hash '],
    ['(interface i (defun f ())) (use i)', '"Loaded imports from i"'],
    ['(module m G (defcap G () true)) (use m)', '"Loaded imports from m"'],
    ['\n\n (enforce false "no")', 'TxFailure at <toplevel>:2: no'],
    ['(module m G (defcap G () true)\n (defun f () (at 5 [1])))\n(m.f)', 'EvalError at m.f.{'],
    [
      '(module m G (defcap G () true)\n (defun f ()\n  (enforce-one "x" [])))\n(m.f)',
      'TxFailure at <toplevel>:2: internal CEnforceOne error',
    ],
    ['(expect "a" 1 1)', 'EvalError at <toplevel>:0: '],
    ['(env-data {})', 'EvalError at <toplevel>:0: '],
  ])('of %j', (code, text) => {
    expect(run(code)).toContain(text);
  });

  // The reference catches exceptions of its host language around the whole transaction, where it knows no position.
  it.each(['\n (mod 1 0)', '(module m G (defcap G () true)\n (defun f () (mod 1 0)))\n(m.f)'])(
    'of %j names no position',
    (code) => {
      expect(run(code)).toBe('EvalError at <toplevel>:0: Unknown exception');
      const local = send(fresh(), { code }, {}, { errors: 'local', metaData: [] });
      expect(local.result).toMatchObject({
        error: {
          type: 'EvalError',
          message: 'Unknown exception: divide by zero',
          info: 'line: 0',
          callStack: [],
        },
      });
    },
  );

  it('of a division in the field of a curve names no position', () => {
    const point = (x: string): string => `{ 'x: [${x}],
      'y: [8495653923123431417604973247489272438418190587263600148770280649306958101930
        4082367875863433681332203403145435568316851327593401208105741076214120093531] }`;
    const [high, low] = [
      '1085704699902305713594457076223282948137075635957851808699051999328565585278',
      '11559732032986387107991004021392285783925812861821192530917403151452391805634',
    ];
    // The same point twice, once with 1 + u^2 (which is 0) added to its x.
    const sum = `(point-add 'g2 ${point(`${high}1 ${low}`)} ${point(`${high}2 ${low} 1`)})`;
    expect(run(`\n${sum}`)).toBe('EvalError at <toplevel>:0: Unknown exception');
  });

  it('without code is a failure that counts as a transaction', () => {
    const database = fresh();
    const nothing = send(database, {});
    expect(encodeCommandResult(nothing)).toBe(
      '{"gas":0,"result":{"status":"failure","error":{"callStack":[],"type":"EvalError","message":' +
        '"Program encountered an unhandled error: empty input","info":"<toplevel>:0"}},' +
        `"reqKey":"${nothing.requestKey}","logs":"DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g",` +
        '"metaData":null,"continuation":null,"txId":0}',
    );
    expect(send(database, { code: '1' }).txId).toBe(1n);
  });

  it('of a command that did not verify', () => {
    const hash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
    expect(encodeCommandResult(refusal(hash, 'Invalid command: nonce is missing'))).toBe(
      '{"gas":0,"result":{"status":"failure","error":{"callStack":[],"type":"EvalError","message":' +
        '"Program encountered an unhandled error: Invalid command: nonce is missing",' +
        `"info":"<toplevel>:0"}},"reqKey":"${hash}","logs":null,"metaData":null,"continuation":null,"txId":null}`,
    );
  });

  it('has more details for a local caller', () => {
    const code = '(module m G (defcap G () true) (defun f (x) (enforce false x)))\n(m.f "why")';
    const local = send(fresh(), { code }, {}, { errors: 'local', metaData: [] });
    expect(local.result).toMatchObject({
      error: { type: 'TxFailure', message: 'why', info: 'line: 0' },
    });
    expect(encodeCommandResult(local)).toMatch(/"callStack":\["\(m\.f\.\{[^}]+\} \\"why\\"\)"\]/);
    expect(encodeCommandResult(local)).toContain('"metaData":[]');
  });
});

const table = `(module m G (defcap G () true) (defschema s a:integer) (deftable t:{s})
  (defun put (k a) (write t k {"a": a})) (defun get (k) (at 'a (read t k))))
  (create-table t)`;

describe('a command', () => {
  it('leaves its writes, and nothing if it fails', () => {
    const database = fresh();
    send(database, { code: table });
    expect(reported(send(database, { code: '(m.put "k" 1)' }))).toBe('"Write succeeded"');
    const failed = send(database, { code: '(m.put "k" 2) (m.put "l" 2) (enforce false "")' });
    expect(failed).toMatchObject({ txId: undefined, logs: undefined, events: [] });
    expect(reported(send(database, { code: '(m.get "k")' }))).toBe('{"int":1}');
    expect(reported(send(database, { code: '(m.get "l")' }))).toContain('No value found in table');
  });

  // Nodes merge written rows and log the merged row: consensus.
  it('merges a row that it writes over with the fields that the schema has lost', () => {
    const version = (fields: string, row: string): string =>
      `(module m G (defcap G () true) (defschema s ${fields}) (deftable t:{s})
        (defun put () (write t "k" ${row})) (defun get () (read t "k")))`;
    const old = version('a:integer b:string', '{"a": 1, "b": "kept"}');
    const gas = { model: tableModel, limit: 10_000_000 };
    const over = (database: Database) => {
      send(database, { code: `${old} (create-table t) (put)` });
      send(database, { code: version('a:integer', '{"a": 2}') });
      const put = send(database, { code: '(m.put)' }, { gas });
      const get = send(database, { code: '(m.get)' }, { gas });
      return { put: [put.gas, put.logs], get: [get.gas, reported(get)] };
    };
    // The write is charged by the size of the given row, the read by the size of the stored row.
    const merged = {
      put: [30n, '1FEoEmTHJHgyjEtdEoOLh8i0pez0HtqzUV-qD2lpZDM'],
      get: [7n, '{"a":{"int":2},"b":"kept"}'],
    };
    expect(over(fresh())).toEqual(merged);
    expect(over(sqlState({ info: lineInfo }).database)).toEqual(merged);
    expect(over(new MemoryDatabase({ info: lineInfo, writeOver: 'replace' }))).toEqual({
      put: [30n, 'P6Ifyl110vBdSBvWio_vSqP5ayO7vg2sKJ5C3A7DECs'],
      get: [5n, '{"a":{"int":2}}'],
    });
  });

  it('leaves nothing in local mode, and logs the same', () => {
    const database = fresh();
    send(database, { code: table });
    const local = send(database, { code: '(m.put "k" 1)' }, { mode: 'local' });
    expect(local.txId).toBeUndefined();
    expect(reported(send(database, { code: '(m.get "k")' }))).toContain('No value found');
    const sent = send(database, { code: '(m.put "k" 1)' });
    expect(sent).toMatchObject({ txId: 1n, logs: local.logs });
  });

  it('shares nothing with the previous one but the database', () => {
    const database = fresh();
    send(database, { code: `${table} (acquire-module-admin m)` });
    expect(reported(send(database, { code: '(use m) (get "k")' }))).toContain('No value found');
    expect(reported(send(database, { code: '(get "k")' }))).toContain('EvalError');
  });

  it('is metered if a gas meter is given', () => {
    const gas = { model: tableModel, limit: 1_000_000 };
    const metered = send(fresh(), { code: '(fold (+) 0 (enumerate 1 10))' }, { gas });
    expect(metered.gas).toBeGreaterThan(0n);
    const begun = send(
      fresh(),
      { code: '(fold (+) 0 (enumerate 1 10))' },
      { gas: { ...gas, used: 5000 } },
    );
    expect(begun.gas - metered.gas).toBe(5n);
    const tight = send(fresh(), { code: table }, { gas: { model: tableModel, limit: 10_000 } });
    expect(reported(tight)).toMatch(/^EvalError at <toplevel>:0: Gas limit "?10"? ?exceeded: \d+$/);
  });

  it('sees its data, the last of two equal signers, and the united capabilities of verifiers', () => {
    const data = '{"k":{"keys":["k"],"pred":"keys-any"},"n":{"int":7}}';
    expect(reported(send(fresh(), { code: "(read-integer 'n)", data }))).toBe('{"int":7}');
    const code = `(module m G (defcap G () true)
      (defcap C (x) (enforce-guard (read-keyset 'k)) (enforce-verifier "v"))
      (defun f (x) (with-capability (C x) "granted")))
      [(try "refused" (m.f 1)) (try "refused" (m.f 2))]`;
    const signer = (x: number): string =>
      `{"pubKey":"${pair.publicKey}","clist":[{"name":"m.C","args":[{"int":${x}}]}]}`;
    const verifier = (x: number): string =>
      `{"name":"v","proof":null,"clist":[{"name":"m.C","args":[{"int":${x}}]}]}`;
    const verifiers = `,"verifiers":[${verifier(1)},${verifier(2)}]`;
    const keys = `{"k":["${pair.publicKey}"]}`;
    const sent = { code, data: keys, verifiers, signers: signer(2) };
    expect(reported(send(fresh(), sent))).toBe('["refused","granted"]');
    expect(reported(send(fresh(), { ...sent, signers: signer(1) }))).toBe('["granted","refused"]');
    expect(reported(send(fresh(), { ...sent, verifiers: '' }))).toBe('["refused","refused"]');
  });

  it('may use what the platform grants', () => {
    const code = `(module m G (defcap G () (enforce false "closed")) (defcap A () true) (defcap B () true)
      (defun f () (require-capability (A)) (require-capability (B))))`;
    const database = fresh();
    send(database, { code });
    const granted = ['m.A', 'm.B'].map((name) => ({ name: parseQualifiedName(name)!, args: [] }));
    expect(reported(send(database, { code: '(m.f)' }, { granted }))).toBe('true');
    expect(reported(send(database, { code: '(m.f)' }, { granted: granted.slice(1) }))).toContain(
      'TxFailure',
    );
    let held: readonly string[] = [];
    const slot = new (class extends MachineSlot {
      override giveBack(machine: Machine): void {
        held = grantedOf(machine.capabilities).map(({ name }) => name.text);
      }
    })();
    send(database, { code: '(m.f)' }, { granted, slot });
    // The innermost comes first.
    expect(held).toEqual(['m.A', 'm.B']);
    expect(reported(send(database, { code, nonce: '1' }))).toContain('closed');
    expect(
      reported(send(database, { code, nonce: '1' }, { moduleAdmin: new Set(['m']) })),
    ).toContain('Loaded module');
  });

  it('sees the block that it is in', () => {
    const time = parseTime(defaultTimeFormat, '2020-01-01T00:00:00Z') as TimeValue;
    const meta = { ...emptyPublicMeta, chainId: '3', sender: 'me', gasPrice: new Decimal(1n, 8) };
    const block = { height: 9n, time, previousHash: 'before' };
    expect(run('(chain-data)', { publicData: publicDataOf(meta, block) })).toBe(
      '{"gas-price":1.0e-8,"gas-limit":{"int":0},"sender":"me","prev-block-hash":"before",' +
        '"chain-id":"3","block-height":{"int":9},"block-time":{"time":"2020-01-01T00:00:00Z"}}',
    );
  });
});

describe('a defpact', () => {
  const code = `(module m G (defcap G () true)
    (defpact p (x) (step (yield {"x": x})) (step-with-rollback (resume {"x" := y} (+ x y)) "undone") (step x))
    (defpact q (x) (step (yield {"x": x} "1")) (step (resume {"x" := y} y))))`;
  const start = (database: Database, call: string): CommandResult => {
    send(database, { code });
    return send(database, { code: call });
  };
  const go = (id: string, step: string, rollback = false): Sent => ({
    cont: `"pactId":"${id}","rollback":${rollback},"step":${step}`,
  });

  it('is continued by its id, which is the request key', () => {
    const database = fresh();
    const first = start(database, '(m.p 20)');
    const id = first.requestKey;
    expect(first.continuation).toMatchObject({ pactId: id, step: 0, stepCount: 3 });
    expect(encodeCommandResult(first)).toContain(
      `"continuation":{"executed":null,"pactId":"${id}","stepHasRollback":false,"step":0,` +
        '"yield":{"data":{"x":{"int":20}},"provenance":null},' +
        '"continuation":{"args":[{"int":20}],"def":"m.p"},"stepCount":3}',
    );
    expect(reported(send(database, go(id, '1')))).toBe('{"int":40}');
    expect(reported(send(database, go(id, '1')))).toContain('EvalError at <toplevel>:0: ');
    expect(reported(send(database, go(id, '9223372036854775807')))).toContain('EvalError');
    expect(reported(send(database, go(id, '1', true)))).toBe('"undone"');
    expect(reported(send(database, go(id, '2')))).toContain('completed');
    expect(reported(send(database, go('nobody', '1')))).toContain('EvalError');
  });

  it('continues here from another chain, with a proof', () => {
    const database = fresh();
    const first = start(database, '(m.q 5)');
    expect(first.events).toMatchObject([{ name: 'X_YIELD' }]);
    const exec = first.continuation as DefPactExec;
    const here = fresh();
    send(here, { code });
    const next = { cont: `"pactId":"${exec.pactId}","rollback":false,"step":1`, proof: '"seen"' };
    const spv = {
      ...noSpvSupport,
      continuation: (proof: string) =>
        proof === 'seen'
          ? ({ kind: 'verified', value: exec } as const)
          : ({ kind: 'failure', message: 'no such proof' } as const),
    };
    const time = parseTime(defaultTimeFormat, '2020-01-01T00:00:00Z') as TimeValue;
    const block = { height: 0n, time, previousHash: '' };
    const publicData = publicDataOf({ ...emptyPublicMeta, chainId: '1' }, block);
    expect(reported(send(here, next))).toContain('Cross-chain continuations not supported');
    expect(reported(send(here, { ...next, proof: '"forged"' }, { spv }))).toContain(
      'no such proof',
    );
    expect(reported(send(here, next, { spv }))).toContain('EvalError');
    expect(reported(send(here, next, { spv, publicData }))).toBe('{"int":5}');
  });
});
