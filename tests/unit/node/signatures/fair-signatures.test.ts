import { expect, test } from 'vitest';
import { FairSignatures } from '../../../../src/node/signatures/fair-signatures.ts';
import type { SignatureClaim } from '../../../../src/chain/command/index.ts';

const claim = (reason: string): SignatureClaim => ({ kind: 'unfit', reason });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A checker that answers when the test says so. */
function slowChecker() {
  const begun: string[] = [];
  const open: (() => void)[] = [];
  const check = (asked: SignatureClaim): Promise<string | undefined> => {
    begun.push(asked.kind === 'unfit' ? asked.reason : asked.kind);
    return new Promise((resolve) => open.push(() => resolve(begun.at(-1))));
  };
  const finish = async (): Promise<void> => {
    open.shift()?.();
    await settled();
  };
  return { begun, checker: { check }, finish };
}

test('some are checked at once, and a request with few does not wait for one with many', async () => {
  const { begun, checker, finish } = slowChecker();
  const signatures = new FairSignatures({ checker, atOnce: 2 });
  const many = signatures.ofRequest();
  for (let i = 0; i < 100; i++) void many.check(claim(`many ${i}`));
  const few = signatures.ofRequest();
  void few.check(claim('few'));
  expect(begun).toEqual(['many 0', 'many 1']);
  await finish();
  expect(begun).toEqual(['many 0', 'many 1', 'few']);
  await finish();
  expect(begun.at(-1)).toBe('many 2');
});

test('each request gets its own verdicts and faults', async () => {
  const signatures = new FairSignatures({
    checker: {
      check: (asked) =>
        asked.kind === 'unfit' && asked.reason === 'fault'
          ? Promise.reject(new Error('fault'))
          : Promise.resolve(asked.kind === 'unfit' ? asked.reason : undefined),
    },
    atOnce: 1,
  });
  const request = signatures.ofRequest();
  const asked = ['a', 'fault', 'b'].map((reason) => request.check(claim(reason)));
  expect(await asked[0]).toBe('a');
  await expect(asked[1]).rejects.toThrow('fault');
  expect(await asked[2]).toBe('b');
});
