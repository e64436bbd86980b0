// A command whose answer or log is too large fails before anything is committed, whatever made it large.

import { describe, expect, test } from 'vitest';
import {
  anyMeta,
  commandResult,
  encodeCommandResult,
  execute,
  signCommand,
  standAlone,
  verifyCommand,
  type Surroundings,
} from '../../../../src/chain/command/index.ts';
import { commandLimits as limits } from '../../../../src/chain/limits.ts';
import { lineInfo, MemoryDatabase, type Database } from '../../../../src/lang/session/store.ts';
import { fromGas, tableModel } from '../../../../src/lang/session/run.ts';

/** Doubles with each step: after 40 steps, 2^40 numbers. */
const doubled = (steps: number): string => `(fold (lambda (a i) [a a]) 1 (enumerate 1 ${steps}))`;

const setup = `
  (module m G (defcap G () true)
    (defcap SAID (x) @event true)
    (defschema s v)
    (deftable t:{s})
    (defun say (x) (emit-event (SAID x)))
    (defun put (key x) (write t key { "v": x }))
    (defun count () (length (keys t)))
    (defpact p (x) (step (yield { "x": x })) (step (resume { "x" := x } 1))))
  (create-table t)`;

const database = (): Database => {
  const made = new MemoryDatabase({ info: lineInfo });
  send(made, setup);
  return made;
};

function send(onto: Database, code: string, changes: Partial<Surroundings> = {}): string {
  const cmd =
    `{"networkId":null,"payload":{"exec":{"data":null,"code":${JSON.stringify(code)}}},` +
    '"signers":[],"meta":null,"nonce":""}';
  const command = signCommand(cmd, []);
  if (!command.ok) throw new Error(command.fault.sentence);
  const verified = verifyCommand(command.value, { meta: anyMeta });
  if (!verified.ok) throw new Error(verified.fault.sentence);
  const surroundings = { ...standAlone({ database: onto, depthLimit: 1500 }), ...changes };
  const execution = execute(verified.value, surroundings);
  return encodeCommandResult(commandResult(command.value.hash, execution));
}

const answerFault = `Value too large: result with events exceeds ${limits.answerBytes}`;

describe('too large to answer', () => {
  test.each([
    ['a result that doubles 40 times', doubled(40)],
    ['a result that doubles 20 times', doubled(20)],
    ['an event', `(m.say ${doubled(40)}) 1`],
    [
      'many events of one value',
      `(let ((l (enumerate 1 10000))) (map (lambda (i) (m.say l)) (enumerate 1 200)))`,
    ],
    ['events without number', `(map (lambda (i) (m.say i)) (enumerate 1 100000))`],
    ['what a defpact yields', `(m.p ${doubled(19)}) 1`],
    ['a string of quotes', `(let ((s (concat (make-list 400000 "${'\\"'.repeat(10)}")))) [s s])`],
  ])('%s', (_, code) => {
    const onto = database();
    const marked = `(m.put "kept" 1) ${code}`;
    for (const mode of ['transactional', 'local'] as const) {
      const text = send(onto, marked, { mode });
      expect(text).toContain(answerFault);
      expect(text).toContain('"status":"failure"');
      expect(text.length).toBeLessThan(1000);
    }
    expect(send(onto, '(m.count)')).toContain('"data":{"int":0}');
  });

  test('also for the gas of a block, and the gas is what was used', () => {
    const gas = { model: tableModel, limit: fromGas(150_000n) };
    const text = send(database(), doubled(40), { gas });
    expect(text).toContain(answerFault);
    expect(text).toMatch(/^\{"gas":[1-9][0-9]?,/);
  });
});

describe('too large to write', () => {
  const logFault = `Value too large: transaction log exceeds ${limits.logBytes}`;

  test.each([
    [
      'many large rows',
      `(let ((l ${doubled(16)})) (map (lambda (i) (m.put (int-to-str 10 i) l)) (enumerate 1 1000)))`,
      logFault,
    ],
    [
      'one row of an endless value',
      `(m.put "a" ${doubled(40)})`,
      'Value too large: value exceeds ',
    ],
    ['a defpact of an endless value', `(m.p ${doubled(40)})`, 'Value too large: value exceeds '],
  ])('%s', (_, code, fault) => {
    const onto = database();
    const text = send(onto, `(m.put "kept" 1) ${code} 1`);
    expect(text).toContain(fault);
    expect(send(onto, '(m.count)')).toContain('"data":{"int":0}');
  });
});

describe('large and not too large', () => {
  test('a result at the limit is returned, and one byte more is not', () => {
    const letters = 4_000_000;
    const room = limits.answerBytes - '["",""]'.length - 2 * letters;
    const strings = (count: number): string =>
      `(let ((s (concat (make-list ${letters / 20} "éééééééééé"))))
        [s (+ s (concat (make-list ${count} "x")))])`;
    expect(send(database(), strings(room))).toContain('"status":"success"');
    expect(send(database(), strings(room + 1))).toContain(answerFault);
  });
});
