// Signatures that arrive together are checked together, and each gets its own answer, or none if its thread fails.
import { expect, test } from 'vitest';
import {
  type PackedClaim,
  SignatureBatches,
} from '../../../../src/node/signatures/signature-batches.ts';
import { BackgroundSignatures } from '../../../../src/node/signatures/background-signatures.ts';
import { ed25519PublicKey, signEd25519 } from '../../../../src/base/crypto/ed25519.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';
import { signatureBatches } from '../../../support/signature-batches.ts';

const secret = new Uint8Array(32).fill(7);
const publicKey = ed25519PublicKey(secret)!;

function claimOf(number: number, isSound = true): PackedClaim {
  const message = new Uint8Array(32).fill(number);
  const signature = signEd25519(secret, isSound ? message : new Uint8Array(32).fill(255))!;
  return { message, publicKey, signature };
}

test('concurrent claims are sent in one message, and those that arrive meanwhile in the next', async () => {
  let turns = 0;
  const soon = (run: () => void): void => {
    turns++;
    systemTimer.soon(run);
  };
  const { batches, asked } = signatureBatches({ timer: { ...systemTimer, soon } });
  const soundness = [true, false, true, true, false];
  const first = soundness.map((isSound, i) => batches.ask(claimOf(i, isSound)));
  const later = new Promise<readonly (boolean | undefined)[]>((resolve) => {
    setImmediate(() => {
      resolve(Promise.all([batches.ask(claimOf(8)), batches.ask(claimOf(9, false))]));
    });
  });
  expect(await Promise.all(first)).toEqual(soundness);
  expect(await later).toEqual([true, false]);
  expect(asked).toEqual([5 * 128, 2 * 128]);
  expect(turns).toBe(2);
});

test('the threads share more than one batch', async () => {
  const { batches, asked, threads } = signatureBatches({ threads: 2 });
  const claim = claimOf(1);
  const answers = await Promise.all(Array.from({ length: 300 }, () => batches.ask(claim)));
  expect(answers).toEqual(answers.map(() => true));
  expect(asked.reduce((sum, bytes) => sum + bytes, 0)).toBe(300 * 128);
  expect(Math.max(...asked)).toBe(32 * 128);
  expect(threads).toHaveLength(2);
});

test('claims of other lengths are left to the caller', async () => {
  const { batches, asked } = signatureBatches();
  const sound = claimOf(1);
  for (const name of ['message', 'publicKey', 'signature'] as const) {
    const short = { ...sound, [name]: sound[name].subarray(1) };
    expect(await batches.ask(short)).toBeUndefined();
  }
  expect(asked).toEqual([]);
});

test('a thread that ends leaves its claims to the caller, and another one continues', async () => {
  const { batches, threads, faults } = signatureBatches({ isSilent: true });
  const lost = batches.ask(claimOf(1));
  while (threads.length === 0) await new Promise(setImmediate);
  // The thread is ready and has received the request.
  await new Promise((resolve) => setTimeout(resolve, 20));
  threads[0]!.emit('exit', 1);
  expect(await lost).toBeUndefined();
  expect(faults).toHaveLength(1);
  void batches.ask(claimOf(2));
  while (threads.length === 1) await new Promise(setImmediate);
  threads[1]!.emit('exit', 1);
});

test('if no thread can be started, the pool of Node answers', async () => {
  const faults: unknown[] = [];
  const batches = new SignatureBatches({
    threads: 1,
    startThread: () => {
      throw new Error('no memory for a thread');
    },
    clock: systemClock,
    timer: systemTimer,
    onFault: (error) => faults.push(error),
  });
  const checker = new BackgroundSignatures({ batches });
  expect(await checker.check({ kind: 'ed25519', ...claimOf(1) })).toBeUndefined();
  expect(await checker.check({ kind: 'ed25519', ...claimOf(1, false) })).toBe(
    'invalid ed25519 signature',
  );
  expect(faults.length).toBeGreaterThan(0);
});

test('after the end, the caller checks signatures itself', async () => {
  const { batches } = signatureBatches();
  expect(await batches.ask(claimOf(1))).toBe(true);
  await batches.close();
  expect(await batches.ask(claimOf(2))).toBeUndefined();
});
