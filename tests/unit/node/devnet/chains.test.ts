// The chains that coins can go to are those of the network. A transfer to another one would lose the coins.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { showValue } from '../../../../src/lang/session/run.ts';
import { chainCounts } from '../../../../src/node/devnet/development-network.ts';
import { openStorage } from '../../../../src/node/devnet/kept-network.ts';
import { outcomeIn } from '../../../../src/node/questions/printed-result.ts';
import { createSimnet, type SimnetOptions } from '../../../../src/node/simnet/simnet.ts';
import { outputOf, startDevnet, transaction, type TestDevnet } from '../../../support/devnets.ts';
import { keyOf } from '../../../support/stdlib-chains.ts';

/** Sends 10 coins of sender02 from chain 0 to another chain. sender00 pays the gas. */
async function crossingTo(target: string, { devnet }: TestDevnet) {
  const chain = devnet.node.chain(0)!;
  const crossing = transaction({
    code: `(coin.transfer-crosschain "sender02" "sender02" (read-keyset "k") "${target}" 10.0)`,
    data: { k: { keys: [keyOf('sender02').publicKey], pred: 'keys-all' } },
    keys: [keyOf('sender00'), keyOf('sender02')],
    capabilities: [['coin.GAS'], ['coin.TRANSFER_XCHAIN', 'sender02', 'sender02', 10, target]],
  });
  await chain.submit([crossing]);
  return outputOf((await chain.poll([crossing.hash])).get(crossing.hash)).result;
}

async function answerOf(code: string, { devnet }: TestDevnet): Promise<string> {
  const reply = await devnet.node.chain(0)!.local({
    command: transaction({ code }),
    preflight: false,
    signatures: 'skip',
    rewindDepth: 0,
  });
  const result = reply.kind === 'result' ? outcomeIn(reply.json) : undefined;
  if (result?.status !== 'success') throw new Error(`${code} fails`);
  return showValue(result.data);
}

const listOf = (last: number): string =>
  `[${Array.from({ length: last + 1 }, (_, i) => `"${i}"`).join(', ')}]`;

test('two chains: a transfer to a third one fails and burns nothing', async () => {
  const net = startDevnet();
  const balance = () => answerOf('(coin.get-balance "sender02")', net);
  const before = await balance();
  for (const target of ['5', '2', '19', '01', '-1']) {
    const { error } = await crossingTo(target, net);
    expect(error?.message, target).toBe('target chain is not a valid chainweb chain id');
  }
  expect(await balance()).toBe(before);
  expect((await crossingTo('1', net)).status).toBe('success');
  expect(await balance()).toBe(`${Number(before) - 10}.0`);
});

test.each(chainCounts)('a devnet of %i chains', async (chains) => {
  const net = startDevnet({ chains });
  expect(await answerOf('coin.VALID_CHAIN_IDS', net)).toBe(listOf(chains - 1));
});

test('twenty chains have ids of two digits', async () => {
  const net = startDevnet({ chains: 20 });
  expect((await crossingTo('19', net)).status).toBe('success');
});

test('simnets of different sizes, one after the other', () => {
  const sizes: readonly SimnetOptions['chains'][] = [2, 3, 2, 10];
  for (const chains of sizes) {
    const net = createSimnet({ chains: chains! });
    for (const chain of net.chains) {
      expect(chain.read('coin.VALID_CHAIN_IDS')).toEqual(net.chains.map(({ id }) => String(id)));
    }
  }
});

test('a stored network of an older version continues, and says what it still accepts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pact-devnet-'));
  // That version made the same first blocks for every number of chains.
  const twenty = startDevnet({ chains: 20 }).devnet.engine;
  const pair = startDevnet();
  const { network } = pair.devnet.engine;
  const payloadOf = (chain: number) =>
    twenty.store.payload(chain, twenty.network.genesis.payloadHash(chain))!;
  const payloads = new Map([0, 1].map((chain) => [chain, payloadOf(chain)]));
  const payloadHash = (chain: number) => payloads.get(chain)!.payloadHash;
  const kept = { ...network, genesis: { ...network.genesis, payloadHash } };
  const options = {
    folder,
    network: kept,
    cacheBytes: 1_000_000,
  };
  const storage = openStorage({ ...options, onTrouble: () => undefined });
  if (!storage.ok) throw new Error(storage.fault);
  storage.value.begin(kept, payloads);
  await storage.value.close();

  const net = startDevnet({ folder });
  expect(net.devnet.isContinued).toBe(true);
  expect(net.troubles).toEqual([
    expect.stringMatching(/^a transfer to a chain that this network does not have loses the coins/),
  ]);
  expect(await answerOf('coin.VALID_CHAIN_IDS', net)).toBe(listOf(19));
  await net.devnet.stop();
  rmSync(folder, { recursive: true });
});
