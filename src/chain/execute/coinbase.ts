// The reward of the miner: the first transaction of every block except the first block of a chain. Upgrades of
// contracts at this height run before it.
// Source: Chainweb/Pact5/TransactionExec.hs (applyCoinbase, applyUpgrades, doMigratePlatformShare); consensus
// reference, sections 6.2 and 8.1; delta, section 6.

import { utf8 } from '../../base/bytes.ts';
import { toBase64Url } from '../../base/base64url.ts';
import { assert } from '../../base/assert.ts';
import { encodeCommandResult, execute, type Execution } from '../command/index.ts';
import { errorText, objectValue, type QualifiedCapability } from '../../lang/session/run.ts';
import { KeySetGuard, KeySetName, type Database } from '../../lang/session/store.ts';
import type { WriteObserver } from './coin-changes.ts';
import type { UpgradeChange } from '../rules/execution/settings.ts';
import { coinsOf } from './gas-payment.ts';
import { readTransaction } from './read-transaction.ts';
import {
  capability,
  coinCall,
  keysetOf,
  minerKeyset,
  noMeta,
  rewardAmount,
  runSystemCall,
  systemSurroundings,
  text,
} from './system-code.ts';
import { resultOfExecution } from './transaction-result.ts';
import type { CoinbaseResult, TransactionContext } from './types.ts';

/** `database` must be between transactions. Each upgrade transaction and the coinbase use one transaction id. */
export function executeCoinbase(
  database: Database,
  context: TransactionContext,
  onWrites?: WriteObserver,
): CoinbaseResult {
  const { rules } = context;
  if (!rules.isPact5) {
    return invalid(
      'pact-4',
      'this block needs the rules of Pact 4, which this program does not support',
    );
  }
  const keysets: KeySetChange[] = [];
  for (const change of rules.upgrades) {
    if (change.kind === 'keysets') keysets.push(change);
    else {
      const fault = upgrade(database, context, change, onWrites);
      if (fault !== undefined) return fault;
    }
  }
  const execution = runCoinbase(database, context, keySetWrites(keysets));
  const { outcome } = execution;
  if (outcome.kind === 'failure') return invalid('coinbase', errorText(outcome.error));
  onWrites?.('coinbase', execution.log ?? []);
  const result = resultOfExecution(requestKeyOf(context), execution);
  return { kind: 'executed', result, output: utf8(encodeCommandResult(result)) };
}

const coinbaseCall = coinCall('coinbase', [text, minerKeyset, rewardAmount]);

function runCoinbase(
  database: Database,
  context: TransactionContext,
  writes: ReturnType<typeof keySetWrites>,
): Execution {
  const { rules, miner } = context;
  const { capabilities, showsChain } = rules.coinbase;
  const granted: readonly QualifiedCapability[] = capabilities.map(({ name, arguments: names }) =>
    capability(
      name,
      names.map(() => miner.account),
    ),
  );
  const execution = runSystemCall(database, context, {
    before: () => {
      for (const { name, keyset } of writes) database.writeKeySet(name, keyset);
    },
    call: coinbaseCall,
    texts: [miner.account],
    message: {
      hash: requestKeyOf(context),
      signers: [],
      data: objectValue([
        ['miner-keyset', keysetOf(miner)],
        ['reward', coinsOf(rules.minerReward)],
      ]),
    },
    meta: showsChain ? { ...noMeta, chainId: String(context.chain) } : noMeta,
    granted,
  });
  return { ...execution, log: execution.log?.slice(writes.length) };
}

/** The 43 bytes of the text of the parent's hash, and not those of the hash itself. */
function requestKeyOf({ parent }: TransactionContext): string {
  return toBase64Url(utf8(parent.hash));
}

type Transactions = Extract<UpgradeChange, { kind: 'transactions' | 'pact-4' }>;
type KeySetChange = Extract<UpgradeChange, { kind: 'keysets' }>;

function upgrade(
  database: Database,
  context: TransactionContext,
  change: Transactions,
  onWrites: WriteObserver | undefined,
): CoinbaseResult | undefined {
  if (change.kind === 'pact-4') {
    return invalid('pact-4', `the upgrade ${change.name} is a transaction of Pact 4`);
  }
  for (const [i, bytes] of change.transactions.entries()) {
    const read = readTransaction(bytes);
    if (!read.ok) return invalid('upgrade', `upgrade transaction ${i}: ${read.fault}`);
    const { payload } = read.value;
    if (payload.message.kind === 'continuation') {
      return invalid('upgrade', `upgrade transaction ${i} continues a defpact`);
    }
    const bare = {
      ...payload,
      signers: [],
      verifiers: undefined,
      message: { ...payload.message, data: objectValue([]) },
    };
    const { outcome, log } = execute(
      { ...read.value, payload: bare },
      systemSurroundings(database, context, {
        meta: payload.meta,
        granted: [capability('coin.REMEDIATE')],
        moduleAdmin: new Set(['coin']),
      }),
    );
    if (outcome.kind === 'failure') {
      return invalid('upgrade', `upgrade transaction ${i}: ${errorText(outcome.error)}`);
    }
    onWrites?.('upgrade', log ?? []);
  }
  return undefined;
}

/**
 * Keysets are written as part of the coinbase transaction, whose log does not show them: they get its id and are in no
 * hash of logs.
 */
function keySetWrites(
  changes: readonly KeySetChange[],
): readonly { readonly name: KeySetName; readonly keyset: KeySetGuard }[] {
  return changes.flatMap(({ names, keyset }) => {
    const guard = keysetOf({ predicate: keyset.predicate, publicKeys: keyset.keys });
    assert(guard instanceof KeySetGuard, 'the keyset of an upgrade is one');
    return names.map((name) => ({ name: new KeySetName(name), keyset: guard }));
  });
}

function invalid(
  code: Extract<CoinbaseResult, { kind: 'invalid' }>['code'],
  message: string,
): Extract<CoinbaseResult, { kind: 'invalid' }> {
  return { kind: 'invalid', code, message };
}
