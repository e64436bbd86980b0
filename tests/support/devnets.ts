// Development networks for tests: without ports, with simulated time, and with the accounts of stdlib.

import { SeededRandom } from '../../src/base/ports/random.ts';
import { SimulatedTime } from '../../src/base/ports/simulated-time.ts';
import { decodeUtf8 } from '../../src/base/bytes.ts';
import {
  checkClaim,
  signCommand,
  type Command,
  type KeyPair,
} from '../../src/chain/command/index.ts';
import { Devnet, type DevnetOptions } from '../../src/node/devnet/devnet.ts';
import { developmentNetwork } from '../../src/node/devnet/development-network.ts';
import { minerOf } from '../../src/node/devnet/accounts.ts';
import type { BuildFailure, Candidate, Engine } from '../../src/node/engine/engine.ts';
import type { Result } from '../../src/base/result.ts';
import { BlockInTurns, type BlockMaking } from '../../src/node/engine/mining/make-block.ts';
import type { Polled } from '../../src/node/port.ts';
import { genesisInputs, keyOf } from './stdlib-chains.ts';
import { valueOf } from './value-of.ts';

/** Later than the genesis blocks. */
export const startDateMs = Date.UTC(2026, 5, 1);

export type TestDevnet = {
  readonly devnet: Devnet;
  readonly time: SimulatedTime;
  readonly troubles: string[];
};

export function startDevnet(
  changed: Partial<DevnetOptions> & { readonly chains?: number } = {},
): TestDevnet {
  const { chains = 2, ...options } = changed;
  const time = new SimulatedTime({ startDateMs });
  const troubles: string[] = [];
  const network = developmentNetwork(chains);
  if (!network.ok) throw new Error(network.fault);
  const started = Devnet.start({
    network: network.value,
    genesis: { first: genesisInputs(0), others: genesisInputs(1) },
    accounts: [],
    blockTimeMs: undefined,
    packageVersion: '1.2.3',
    clock: time,
    timer: time,
    random: new SeededRandom(1),
    signatures: { check: (claim) => Promise.resolve(checkClaim(claim)) },
    depthLimit: 1_000,
    onTrouble: (sentence) => troubles.push(sentence),
    ...options,
  });
  if (!started.ok) throw new Error(started.fault);
  return { devnet: started.value, time, troubles };
}

export type Parts = {
  readonly code?: string;
  readonly cont?: object;
  readonly data?: object;
  readonly sender?: string;
  readonly chain?: string;
  readonly network?: string | null;
  readonly capabilities?: readonly (readonly [string, ...unknown[]])[];
  readonly gasLimit?: number;
  readonly gasPrice?: number;
  readonly ttl?: number;
  readonly creationTime?: number;
  readonly nonce?: string;
  readonly keys?: readonly KeyPair[];
};

/** Makes an empty block on the head of a chain, for another miner: it is not in the cut. */
export function emptyBlock(engine: Engine, chain: number): ReturnType<typeof makeBlock> {
  const miner = minerOf('11'.repeat(32));
  return makeBlock({ engine, miner, maxTransactions: 0 }, chain);
}

/** Makes a block at once, with everything that the pool has. */
export function makeBlock(making: BlockMaking, chain: number): Result<Candidate, BuildFailure> {
  const begun = BlockInTurns.begin(making, chain);
  if (!begun.ok) return begun;
  for (;;) {
    const candidate = begun.value.turn(Infinity);
    if (candidate !== undefined) return candidate;
  }
}

let count = 0;

/** The sender signs for everything, unless capabilities are given. */
export function transaction(parts: Parts = {}): Command {
  const { code = '(+ 1 2)', cont, data = {}, sender = 'sender00', chain = '0' } = parts;
  const { network = 'development', capabilities, gasLimit = 2_000, gasPrice = 1e-8 } = parts;
  const { ttl = 600, creationTime = startDateMs / 1000, nonce = `nonce ${count++}` } = parts;
  const { keys = [keyOf(sender)] } = parts;
  const clist = capabilities?.map(([name, ...args]) => ({ name, args }));
  const cmd = JSON.stringify({
    networkId: network,
    payload: cont === undefined ? { exec: { code, data } } : { cont: { data, ...cont } },
    signers: keys.map(({ publicKey }) => ({ pubKey: publicKey, ...(clist && { clist }) })),
    meta: { chainId: chain, sender, gasLimit, gasPrice, ttl, creationTime },
    nonce,
  });
  return valueOf(signCommand(cmd, keys));
}

export function transferOf(amount: number, more: Parts = {}): Command {
  const { sender = 'sender00' } = more;
  return transaction({
    code: `(coin.transfer "${sender}" "sender01" ${amount.toFixed(1)})`,
    capabilities: [['coin.GAS'], ['coin.TRANSFER', sender, 'sender01', amount]],
    ...more,
  });
}

/** Parses the result that a block stores. */
export function outputOf(polled: Polled | undefined): {
  readonly gas: number;
  readonly result: {
    readonly status: string;
    readonly data?: unknown;
    readonly error?: { readonly message: string };
  };
  readonly continuation: { readonly pactId: string } | null;
} {
  if (polled?.kind !== 'mined') throw new Error(`the transaction is ${polled?.kind ?? 'unknown'}`);
  return JSON.parse(decodeUtf8(polled.output) ?? '') as ReturnType<typeof outputOf>;
}
