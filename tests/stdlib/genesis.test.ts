// The transactions of the first block of a development network, run as they are shipped.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fromHex, toHex } from '../../src/base/bytes.ts';
import {
  publicMeta,
  publicDataOf,
  standAlone,
  trustCommand,
} from '../../src/chain/command/index.ts';
import {
  commandResult,
  execute,
  readCommand,
  type Reading,
} from '../../src/chain/command/index.ts';
import { ed25519PublicKey } from '../../src/base/crypto/ed25519.ts';
import { parseQualifiedName, showValue, TimeValue } from '../../src/lang/session/run.ts';
import { lineInfo, MemoryDatabase } from '../../src/lang/session/store.ts';
import { root } from '../support/project-files.ts';

const block = { height: 1n, time: new TimeValue(0n), previousHash: '' };

const granted = ['coin.GENESIS', 'coin.COINBASE'].map((name) => ({
  name: parseQualifiedName(name)!,
  args: [],
}));

/** The results of all transactions in order: their values or errors. */
function resultsOf(file: string): readonly string[] {
  const database = new MemoryDatabase({ info: lineInfo });
  const text = readFileSync(join(root, 'stdlib/genesis', file), 'utf8');
  return (JSON.parse(text) as readonly object[]).map((each) => {
    const command = valueOf(readCommand(JSON.stringify(each)));
    const trusted = valueOf(trustCommand(command, { meta: publicMeta }));
    const execution = execute(trusted, {
      ...standAlone({ database, depthLimit: 1500 }),
      publicData: publicDataOf(trusted.payload.meta, block),
      flags: new Set(['DisableRuntimeRTC']),
      granted,
    });
    const { result } = commandResult(command.hash, execution);
    return result.status === 'success'
      ? showValue(result.data).slice(1, -1)
      : `fails: ${result.error.message}`;
  });
}

function valueOf<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new Error(reading.fault.sentence);
  return reading.value;
}

/** The result of the last form of each transaction. The hashes of interfaces are those of public networks. */
const contracts = [
  'Loaded interface fungible-v1, hash NmdRtszCwacjHGyyE9N_flQMRRBhcHVFP4OjhiPej1E',
  'Loaded interface fungible-xchain-v1, hash h89ic3ghz23Rjk0pHNKtFOwrvSs7mbmuqloVXOhl2GI',
  'Loaded interface fungible-v2, hash YxE-KgC6JmKmCcgKTJmlEn_I58I4EXmhfrvzX7berYk',
  'TableCreated',
  'Loaded interface gas-payer-v1, hash iIWAP1oen_kpXjFbnQM87AJRZIgtsfZcAwYrEy21RWQ',
];
const registry = 'Keyset write success';
const given = 'Write succeeded';

describe('the first block of a development network', () => {
  it('deploys all contracts, makes allocations, and gives coins on chain 0', () => {
    expect(resultsOf('chain-0.json')).toEqual([
      ...contracts,
      registry,
      'Keyset write success',
      given,
      given,
      given,
    ]);
  });

  it('has no allocations on other chains', () => {
    expect(resultsOf('other-chains.json')).toEqual([...contracts, registry, given]);
  });

  it('gives coins to keys whose secrets are known', () => {
    const text = readFileSync(join(root, 'stdlib/genesis/keys.yaml'), 'utf8');
    const keys = parse(text) as Readonly<Record<string, { public: string; secret: string }>>;
    const transactions = readFileSync(join(root, 'stdlib/genesis/chain-0.json'), 'utf8');
    for (const [name, { public: publicKey, secret }] of Object.entries(keys)) {
      expect(toHex(ed25519PublicKey(fromHex(secret)!)!), name).toBe(publicKey);
      expect(transactions, name).toContain(`\\"${name}\\":[\\"${publicKey}\\"]`);
    }
  });
});
