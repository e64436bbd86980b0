import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../../../src/base/platform/system.ts';
import type { Evaluation } from '../../../../src/apps/serve/evaluation.ts';
import type { EvaluationSettings } from '../../../../src/apps/serve/messages.ts';
import { evaluationOf, noMarks } from '../../../support/evaluation.ts';
import { codeCommand, type CodeOptions } from '../../../support/signed-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-evaluation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function execute(evaluation: Evaluation, code: string, options?: CodeOptions): string {
  const { text } = codeCommand(code, options);
  const reply = evaluation.answer({
    kind: 'execute',
    scope: 'public',
    time: 1_700_000_000_123_456n,
    text,
    isRepeated: false,
    recorded: noMarks,
  });
  if (reply.kind !== 'executed') throw new Error(reply.kind);
  return reply.text;
}

function local(
  evaluation: Evaluation,
  code: string,
  preflight = false,
  options?: CodeOptions,
): string {
  const { text } = codeCommand(code, options);
  const reply = evaluation.answer({ kind: 'local', time: 0n, text, preflight });
  if (reply.kind !== 'local-result') throw new Error(reply.kind);
  return reply.text;
}

const addOne = (name: string): string => `
  (module ${name} G (defcap G () true) (defun one () 1))`;

test('gas is free, or that of a chain, or constant; the smaller limit counts', () => {
  const gasOf = (settings: Partial<EvaluationSettings>, gasLimit: number): string => {
    const text = execute(evaluationOf(settings), '(map (+ 1) (enumerate 1 100))', { gasLimit });
    const [, gas] = /"gas":(\d+)/.exec(text) ?? [];
    return `${gas}${text.includes('"success"') ? '' : ' failed'}`;
  };
  const usual = gasOf({ gasLimit: 100_000 }, 0);
  expect(Number(usual)).toBeGreaterThan(0);
  expect(gasOf({}, 1)).toBe('0');
  expect(gasOf({ gasLimit: 100_000 }, 100_000)).toBe(usual);
  expect(gasOf({ gasLimit: 100_000 }, 1)).toMatch(/failed$/);
  expect(gasOf({ gasLimit: 1 }, 100_000)).toMatch(/failed$/);
  expect(gasOf({ gasRate: 5 }, 100_000)).not.toBe(usual);
  expect(gasOf({ gasRate: 5 }, 10)).toMatch(/failed$/);
});

test('an internal fault of the server is not a result of the command', () => {
  let asked = 0;
  const nowMs = (): number => {
    if (asked++ > 1) throw new TypeError('no clock');
    return 0;
  };
  const evaluation = evaluationOf({}, { ...systemClock, nowMs });
  expect(() => execute(evaluation, '(fold (+) 0 (enumerate 1 100000))')).toThrow('no clock');
});

test('commands see their metadata and the second of their admission', () => {
  const text = execute(
    evaluationOf(),
    '(let ((d (chain-data))) [(at "block-time" d) (at "sender" d) (at "gas-limit" d)])',
    { gasLimit: 7 },
  );
  expect(text).toContain('"data":[{"time":"2023-11-14T22:13:20Z"},"test",{"int":7}]');
});

test('what was executed but not logged is rolled back at the next start', () => {
  const persistDir = folder;
  const before = evaluationOf({ persistDir });
  execute(before, addOne('first'));
  const marks = before.marks;
  execute(before, addOne('second'));
  expect(before.marks).toEqual({ public: 2n, sealed: 0n });
  before.answer({ kind: 'close' });
  const after = evaluationOf({ persistDir, marks });
  expect(after.marks).toEqual({ public: 1n, sealed: 0n });
  expect(local(after, '(first.one)')).toContain('"success"');
  expect(local(after, '(second.one)')).toContain('"failure"');
  expect(execute(after, addOne('second'))).toContain('"txId":1}');
  after.answer({ kind: 'close' });
});

test('local and preflight have no lasting effect', () => {
  const evaluation = evaluationOf();
  expect(local(evaluation, addOne('m'))).toContain('"txId":null}');
  expect(local(evaluation, addOne('m'), true)).toContain('"txId":0}');
  expect(evaluation.marks).toEqual(noMarks);
  expect(local(evaluation, '(m.one)')).toContain('"failure"');
});

test('a command whose answer is too large fails, and is rolled back', () => {
  const evaluation = evaluationOf({ gasLimit: 150_000 });
  const code = `${addOne('m')} (fold (lambda (a i) [a a]) 1 (enumerate 1 40))`;
  const fault = 'Value too large: result with events exceeds';
  expect(execute(evaluation, code, { gasLimit: 150_000 })).toContain(fault);
  expect(local(evaluation, code)).toContain(fault);
  expect(local(evaluation, code, true)).toContain(fault);
  expect(evaluation.marks).toEqual(noMarks);
  expect(execute(evaluation, addOne('m'), { gasLimit: 150_000 })).toContain('"success"');
});

test('errors that quote a keyset after a long string are cut', () => {
  const evaluation = evaluationOf();
  const keys = Array.from({ length: 400 }, (_, i) => `key-${i}`);
  const text = local(
    evaluation,
    '(if [(concat (make-list 400000 "0123456789")) (read-keyset "k")] 1 2)',
    false,
    { data: { k: { keys, pred: 'keys-any' } } },
  );
  expect(text).toContain('"status":"failure"');
  expect(text.length).toBeLessThan(1 << 22);
});

test('a command that takes too long is stopped, and rolled back', () => {
  const evaluation = evaluationOf({ timeLimitMs: 50 });
  const endless = '(fold (lambda (a b) (fold (+) 0 (enumerate 0 100000))) 0 (enumerate 0 100000))';
  const text = execute(evaluation, `${addOne('m')} ${endless}`);
  expect(text).toContain('the command was stopped after 0.05 seconds');
  expect(evaluation.marks).toEqual(noMarks);
  expect(execute(evaluation, addOne('m'))).toContain('"success"');
});

test('a local request that takes long lets commands go first, and a short one does not', () => {
  const handedOver = new Int32Array(1);
  const evaluation = evaluationOf({ handedOver, timeLimitMs: 1000 });
  execute(evaluation, addOne('m'));
  const endless = '(fold (lambda (a b) (fold (+) 0 (enumerate 0 100000))) 0 (enumerate 0 100000))';
  const { text } = codeCommand(endless);
  const ask = () => evaluation.answer({ kind: 'local', time: 0n, text, preflight: false });
  handedOver[0] = 1;
  expect(ask()).toEqual({ kind: 'postponed' });
  expect(local(evaluation, '(m.one)')).toContain('"data":{"int":1}');
  expect(execute(evaluation, '(m.one)')).toContain('"data":{"int":1}');
  expect(handedOver[0]).toBe(0);
  expect(ask()).toMatchObject({
    kind: 'local-result',
    text: expect.stringContaining('the command was stopped after 1 seconds') as string,
  });
});

const slow = '(fold (+) 0 (map (+ 1) (enumerate 0 100000)))';

test('repeated commands have no time limit: they ended before', () => {
  const evaluation = evaluationOf({ timeLimitMs: -1 });
  const { text } = codeCommand(`${addOne('m')} ${slow}`);
  const command = { kind: 'execute', scope: 'public', time: 0n, text, recorded: noMarks } as const;
  expect(evaluation.answer({ ...command, isRepeated: false })).toMatchObject({
    text: expect.stringContaining('the command was stopped') as string,
    marks: noMarks,
  });
  expect(evaluation.answer({ ...command, isRepeated: true })).toMatchObject({
    text: expect.stringContaining('"success"') as string,
    marks: { public: 1n, sealed: 0n },
  });
});

test('during a command, local requests see the state before it', () => {
  const evaluation = evaluationOf();
  execute(evaluation, `${table} (m.put 1)`);
  const seen: string[] = [];
  const { text } = codeCommand('(m.get)');
  const local = { kind: 'local', time: 0n, text, preflight: false } as const;
  evaluation.doMeanwhile(() => {
    const reply = evaluation.localBetween(local);
    if (reply?.kind === 'local-result') seen.push(/"data":\{[^}]*\}/.exec(reply.text)?.[0] ?? '');
  });
  const during = execute(evaluation, `(m.put 2) ${slow}`);
  expect(during).toContain('"success"');
  expect(new Set(seen)).toEqual(new Set(['"data":{"int":1}']));
  seen.length = 0;
  execute(evaluation, slow);
  expect(new Set(seen)).toEqual(new Set(['"data":{"int":2}']));
});

test('long or deeply nested requests are not answered during a command', () => {
  const evaluation = evaluationOf();
  const deep = `(module deep G (defcap G () true)
    (defun f (n) (if (= n 0) 0 (+ 1 (g (- n 1))))) (defun g (n) n))`;
  execute(evaluation, deep);
  const ask = (code: string) =>
    evaluation.localBetween({
      kind: 'local',
      time: 0n,
      text: codeCommand(code).text,
      preflight: false,
    });
  const endless = '(fold (lambda (a b) (fold (+) 0 (enumerate 0 100000))) 0 (enumerate 0 100000))';
  expect(ask(endless)).toBeUndefined();
  expect(ask(`${'(+ 1 '.repeat(200)}1${')'.repeat(200)}`)).toBeUndefined();
  expect(ask('(deep.f 3)')).toMatchObject({ kind: 'local-result' });
});

test('a state at its limit accepts no more, but can be read', () => {
  const evaluation = evaluationOf({ stateBytes: 300_000 });
  const row = 'x'.repeat(10_000);
  execute(evaluation, keyed);
  const texts = Array.from({ length: 60 }, (_, i) =>
    execute(evaluation, `(m.put "${i}" "${row}")`),
  );
  const refused = texts.filter((text) => text.includes('has reached 0 MiB: no more commands'));
  expect(refused.length).toBeGreaterThan(0);
  expect(texts.at(0)).toContain('"success"');
  expect(texts.at(-1)).toBe(refused.at(-1));
  const { marks } = evaluation;
  execute(evaluation, '(m.put "a" "b")');
  expect(evaluation.marks).toEqual(marks);
  expect(local(evaluation, '(m.get "0")')).toContain('"success"');
});

const keyed = `
  (module m G (defcap G () true)
    (defschema s v:string) (deftable t:{s})
    (defun put (k v) (write t k { "v": v }))
    (defun get (k) (at 'v (read t k))))
  (create-table t)`;

const table = `
  (module m G (defcap G () true)
    (defschema s v:integer) (deftable t:{s})
    (defun put (v) (write t "k" { "v": v }))
    (defun get () (at 'v (read t "k"))))
  (create-table t)`;
