// Commands and local requests, each on its own machine.
import { expect, test } from 'vitest';
import { systemClock } from '../../../../src/base/platform/system.ts';
import { Interrupted } from '../../../../src/lang/session/run.ts';
import { EntryDatabase, MemoryEntries, StoreFault } from '../../../../src/storage/entries/index.ts';
import { evaluationOf, type TestEvaluation } from '../../../support/evaluation.ts';
import { codeCommand, type CodeOptions } from '../../../support/signed-commands.ts';

const execute = ({ run }: TestEvaluation, code: string, options?: CodeOptions): string =>
  run(codeCommand(code, options).text);

function local(
  { evaluation }: TestEvaluation,
  code: string,
  { preflight = false, ...options }: CodeOptions & { readonly preflight?: boolean } = {},
): string {
  const { text } = codeCommand(code, options);
  return evaluation.local({ time: 0n, text, preflight }, () => false);
}

const addOne = (name: string): string => `
  (module ${name} G (defcap G () true) (defun one () 1))`;

test('gas is free, or that of a chain, or constant; the smaller limit counts', () => {
  const gasOf = (settings: Parameters<typeof evaluationOf>[0], gasLimit: number): string => {
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
  const evaluation = evaluationOf({ clock: { ...systemClock, nowMs } });
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

test('local and preflight have no lasting effect', () => {
  const evaluation = evaluationOf();
  expect(local(evaluation, addOne('m'))).toContain('"txId":null}');
  expect(local(evaluation, addOne('m'), { preflight: true })).toContain('"txId":0}');
  expect(evaluation.transactions()).toEqual([0n, 0n]);
  expect(local(evaluation, '(m.one)')).toContain('"failure"');
});

test('a command whose answer is too large fails, and is rolled back', () => {
  const evaluation = evaluationOf({ gasLimit: 150_000 });
  const code = `${addOne('m')} (fold (lambda (a i) [a a]) 1 (enumerate 1 40))`;
  const fault = 'Value too large: result with events exceeds';
  expect(execute(evaluation, code, { gasLimit: 150_000 })).toContain(fault);
  expect(local(evaluation, code)).toContain(fault);
  expect(local(evaluation, code, { preflight: true })).toContain(fault);
  expect(evaluation.transactions()).toEqual([0n, 0n]);
  expect(execute(evaluation, addOne('m'), { gasLimit: 150_000 })).toContain('"success"');
});

test('errors that quote a keyset after a long string are cut', () => {
  const evaluation = evaluationOf();
  const keys = Array.from({ length: 400 }, (_, i) => `key-${i}`);
  const text = local(
    evaluation,
    '(if [(concat (make-list 400000 "0123456789")) (read-keyset "k")] 1 2)',
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
  expect(evaluation.transactions()).toEqual([0n, 0n]);
  expect(execute(evaluation, addOne('m'))).toContain('"success"');
});

test('a local request ends when its time is over', () => {
  const { evaluation } = evaluationOf();
  const slow = '(fold (+) 0 (map (+ 1) (enumerate 0 100000)))';
  const { text } = codeCommand(slow);
  let asked = 0;
  const ask = () => evaluation.local({ time: 0n, text, preflight: false }, () => ++asked > 2);
  expect(ask).toThrow(Interrupted);
  expect(local(evaluationOf(), slow)).toContain('"success"');
});

test('what is damaged on the disk fails the command that needs it', () => {
  class Damaged extends MemoryEntries {
    override document(space: number, key: string): Uint8Array | undefined {
      if (key === 'b') throw new StoreFault('damaged', 'an entry of entries is damaged');
      return super.document(space, key);
    }
  }
  const entries = new Damaged();
  const evaluation = evaluationOf({ room: { database: new EntryDatabase(entries) } });
  execute(evaluation, keyed);
  expect(execute(evaluation, '(m.put "a" "1")')).toContain('"success"');
  const before = entries.nextTransaction;
  for (const code of ['(m.put "a" "2") (m.get "b")', '(m.put "b" "2")']) {
    expect(execute(evaluation, code)).toContain('an entry of entries is damaged');
  }
  expect(entries.nextTransaction).toBe(before);
  expect(() => local(evaluation, '(m.get "b")')).toThrow('an entry of entries is damaged');
  expect(local(evaluation, '(m.get "a")')).toContain('"data":"1"');
});

test('a file at its limit accepts no more, but can be read', () => {
  let bytes = 0;
  const evaluation = evaluationOf({ maxFileBytes: 100, room: { fileBytes: () => bytes } });
  expect(execute(evaluation, keyed)).toContain('"success"');
  bytes = 101;
  const texts = Array.from({ length: 20 }, (_, i) => execute(evaluation, `(m.put "${i}" "a")`));
  expect(texts[0]).toContain('"success"');
  expect(texts.at(-1)).toContain('has reached 0 MiB: no more commands');
  const before = evaluation.transactions();
  execute(evaluation, '(m.put "a" "b")');
  expect(evaluation.transactions()).toEqual(before);
  expect(local(evaluation, '(m.get "0")')).toContain('"success"');
});

const keyed = `
  (module m G (defcap G () true)
    (defschema s v:string) (deftable t:{s})
    (defun put (k v) (write t k { "v": v }))
    (defun get (k) (at 'v (read t k))))
  (create-table t)`;
