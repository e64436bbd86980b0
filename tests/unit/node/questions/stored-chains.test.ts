// What a thread reads from the file of a node is what the engine has in memory: after blocks, after blocks were taken back,
// and in the past.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { OwnThread, Stopwatch } from '../../../../src/base/threads/index.ts';
import type { ChainQuestion } from '../../../../src/node/questions/messages.ts';
import { answerChainQuestion } from '../../../../src/node/questions/answer-question.ts';
import { ownAnswerers, type ChainAnswerers } from '../../../../src/node/engine/chain-questions.ts';
import { outcomeIn } from '../../../../src/node/questions/printed-result.ts';
import { StoredChains, type StoredPlace } from '../../../../src/node/questions/stored-chains.ts';
import {
  BackgroundSignatures,
  verifyHere,
} from '../../../../src/node/signatures/background-signatures.ts';
import { DevnetControl } from '../../../../src/node/devnet/control.ts';
import { developmentNetwork } from '../../../../src/node/devnet/development-network.ts';
import { showValue } from '../../../../src/lang/session/run.ts';
import type { Command } from '../../../../src/chain/command/index.ts';
import { startDevnet, transaction, transferOf, type TestDevnet } from '../../../support/devnets.ts';
import { valueOf } from '../../../support/value-of.ts';

let net: TestDevnet;
let opened: StoredChains | undefined;
let engineAnswers: ChainAnswerers;
const client = { network: 'test', connection: 1 };
const signatures = new BackgroundSignatures({ verify: verifyHere });

/** Answers as a thread does, in this one. */
function fromStorage(place: StoredPlace): ChainAnswerers {
  const watch = new Stopwatch({ nowMs: () => performance.now(), dateMs: () => 0 });
  const open = () =>
    new StoredChains({
      place,
      network: valueOf(developmentNetwork(2)),
      isInterrupted: watch.isOver,
      depthLimit: 1000,
    });
  return new OwnThread(watch, (question) => {
    opened ??= open();
    opened.beginQuestion();
    return answerChainQuestion(opened, question, signatures);
  });
}

beforeAll(() => {
  net = startDevnet({ chains: 2, questionThreads: fromStorage });
  const { engine, plainNode } = net.devnet;
  engineAnswers = ownAnswerers({ engine, settings: plainNode.settings, signatures });
});
afterAll(async () => {
  await opened?.close();
  await net.devnet.stop();
});

const local = (command: Command, more: object = {}): ChainQuestion => ({
  kind: 'local',
  chain: 0,
  local: { command, preflight: false, signatures: 'check', rewindDepth: 0, ...more },
});

/** Asks both, and returns the answer that they agree on. */
async function answerTo(question: ChainQuestion) {
  const own = await engineAnswers.ask(question, { client });
  const port = net.devnet.plainNode.chain(question.chain)!;
  if (question.kind === 'local' && own.kind === 'local') {
    expect(await port.local(question.local)).toEqual(own.reply);
  } else if (question.kind === 'proof' && own.kind === 'proof') {
    expect(await port.spv(question.proof)).toEqual(own.proof);
  } else if (question.kind === 'payload-proof' && own.kind === 'payload-proof') {
    expect(await port.payloadProof(question.proof)).toEqual(own.proof);
  } else throw new Error(own.kind);
  return own;
}

async function textOf(code: string, more: object = {}): Promise<string> {
  const answer = await answerTo(local(transaction({ code, gasLimit: 100_000 }), more));
  if (answer.kind !== 'local' || answer.reply.kind !== 'result') return JSON.stringify(answer);
  const outcome = outcomeIn(answer.reply.json);
  return outcome.status === 'success' ? showValue(outcome.data) : outcome.message;
}

async function mine(command: Command, chain = 0): Promise<void> {
  const port = net.devnet.node.chain(chain)!;
  expect(await port.submit([command])).toMatchObject({ ok: true });
  expect((await port.poll([command.hash])).get(command.hash)?.kind).toBe('mined');
}

const balance = '(coin.get-balance "sender01")';

test('answers follow the blocks, and blocks that are taken back', async () => {
  const before = await textOf(balance);
  const control = new DevnetControl(net.devnet, [], systemTimer);
  const snapshot = control.snapshot();
  expect(snapshot).toMatchObject({ ok: true });
  for (const amount of [1, 2, 3]) {
    await mine(transferOf(amount));
    expect(await textOf(balance)).not.toBe(before);
  }
  expect(await textOf(balance, { rewindDepth: 3 })).toBe(before);
  expect(await textOf(balance, { rewindDepth: 99_999 })).toBe(before);
  expect(control.revert(undefined)).toMatchObject({ ok: true });
  expect(await textOf(balance)).toBe(before);
  await mine(transferOf(4));
  expect(await textOf(balance)).not.toBe(before);
});

test('a module that a block has changed is seen in its new form, and tables too', async () => {
  const version = (number: number) =>
    transaction({
      code:
        `(namespace "free") (module versions g (defcap g () true) (defschema s n:integer) (deftable t:{s}) ` +
        `(defun f () ${number})) ${number === 1 ? '(create-table t)' : ''} (insert t "row ${number}" {'n: ${number}})`,
      gasLimit: 100_000,
    });
  expect(await textOf('(free.versions.f)')).toMatch(/versions/);
  await mine(version(1));
  expect(await textOf('(free.versions.f)')).toBe('1');
  await mine(version(2));
  expect(await textOf('(free.versions.f)')).toBe('2');
  expect(await textOf('(free.versions.f)', { rewindDepth: 1 })).toBe('1');
  expect(await textOf('(keys free.versions.t)')).toBe('["row 1", "row 2"]');
  expect(await textOf('(keys free.versions.t)', { rewindDepth: 1 })).toBe('["row 1"]');
});

test('a preflight changes nothing', async () => {
  const before = await textOf(balance);
  const transfer = transferOf(5);
  for (let i = 0; i < 2; i++) {
    const answer = await answerTo(local(transfer, { preflight: true }));
    expect(answer).toMatchObject({ reply: { kind: 'preflight' } });
  }
  expect(await textOf(balance)).toBe(before);
});

test('transactions are admitted by what is stored', async () => {
  const port = net.devnet.node.chain(0)!;
  const poor = transaction({ sender: 'nobody', keys: [] });
  const answer = await port.submit([poor]);
  expect(JSON.stringify(answer)).toContain('Attempt to buy gas failed with: ');
  const wrong = { ...transaction(), signatures: transferOf(1).signatures };
  expect(await port.submit([wrong])).toMatchObject({
    fault: {
      refused: [
        {
          text: 'Invalid transaction sigs: The signature at position 0 is invalid: invalid ed25519 signature.',
        },
      ],
    },
  });
});

test('proofs are those of the engine', async () => {
  const sent = transferOf(6);
  await mine(sent);
  net.devnet.mine(6);
  const { hash: requestKey } = sent;
  const proof = await answerTo({ kind: 'proof', chain: 0, proof: { requestKey, targetChain: 1 } });
  expect(proof).toMatchObject({ proof: { ok: true } });
  for (const subject of ['result', 'events'] as const) {
    const shown = await answerTo({
      kind: 'payload-proof',
      chain: 0,
      proof: { requestKey, subject, algorithm: 'SHA512t_256', minimumDepth: undefined },
    });
    expect(shown).toMatchObject({ proof: { ok: true } });
  }
  const unknown = { requestKey: 'A'.repeat(43), targetChain: 1 };
  expect(await answerTo({ kind: 'proof', chain: 0, proof: unknown })).toMatchObject({
    proof: { fault: { kind: 'unknown-transaction' } },
  });
  expect(
    await answerTo({ kind: 'proof', chain: 0, proof: { requestKey, targetChain: 7 } }),
  ).toMatchObject({ proof: { fault: { kind: 'no-such-chain' } } });
});
