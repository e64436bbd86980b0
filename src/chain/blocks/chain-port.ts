// Blocks of a network: transactions are read, checked and run by the network's rules at the position of the block.

import { toBase64Url } from '../../base/base64url.ts';
import { bad, good } from '../../base/result.ts';
import { Interrupted } from '../../lang/session/run.ts';
import {
  executeCoinbase,
  executeGenesisTransaction,
  executeTransaction,
  genesisCoinbase,
  invalidityOf,
  type TransactionContext,
} from '../execute/index.ts';
import { forkNumberOf } from '../model/fork-state.ts';
import type { BlockHeader } from '../model/header.ts';
import type { Miner } from '../model/miner-json.ts';
import { executionRules, type SpvRules } from '../rules/execution-rules.ts';
import type { Network } from '../rules/network.ts';
import type { CheckedTransactions, KnownTransaction } from './checked-transactions.ts';
import type { BlockPort, Ran } from './port.ts';

/** The environment that execution needs. */
export type ExecutionHost = Pick<
  TransactionContext,
  'plugins' | 'depthLimit' | 'isInterrupted' | 'isMemoryShort'
> & {
  /** For one block: proofs are checked against the ancestors of its parent. */
  readonly spvFor: (parent: BlockHeader, rules: SpvRules) => TransactionContext['spv'];
  readonly transactions: CheckedTransactions;
};

/** Returns the context of a block on `parent`. */
export function contextOn(
  network: Network,
  parent: BlockHeader,
  miner: Miner,
  { spvFor, transactions: _, ...host }: ExecutionHost,
): TransactionContext {
  const { chainId: chain } = parent;
  const height = parent.height + 1;
  const forkNumber = forkNumberOf(parent.forkState);
  const rules = executionRules(network, { chain, height, forkNumber });
  return {
    ...host,
    chain,
    height,
    parent: { hash: toBase64Url(parent.hash), time: parent.creationTime },
    genesisTime: network.genesis.time,
    miner,
    rules,
    spv: spvFor(parent, rules.spv),
  };
}

export function chainPort(
  context: TransactionContext,
  transactions: CheckedTransactions,
): BlockPort<KnownTransaction> {
  return {
    gasLimit: context.rules.blockGasLimit,
    read: (bytes) => transactions.read(bytes),
    faults(known) {
      const signatures = known.isSigned ? 'checked' : 'check';
      const fault = invalidityOf(known.transaction, context, { signatures });
      if (fault !== undefined) return [fault];
      known.isSigned = true;
      return [];
    },
    coinbase(database) {
      const result = executeCoinbase(database, context);
      return result.kind === 'executed' ? good(result.output) : bad(result.message);
    },
    run(database, { transaction }, { gasLeft, position }) {
      return unlessInterrupted(() => {
        const result = executeTransaction(database, context, transaction, {
          index: position,
          gasLeft,
        });
        if (result.kind === 'executed') {
          return { kind: 'executed', output: result.output, gas: result.gas };
        }
        const { code, message } = result.fault;
        if (code === 'block-gas-limit') return { kind: 'no-gas-left' };
        return { kind: 'invalid', text: message };
      });
    },
  };
}

/** The first block of a chain: its transactions are trusted, and there is no reward. */
export function genesisPort(
  context: TransactionContext,
  transactions: CheckedTransactions,
): BlockPort<KnownTransaction> {
  return {
    gasLimit: undefined,
    read: (bytes) => transactions.read(bytes),
    faults: () => [],
    coinbase: () => good(genesisCoinbase),
    run: (database, { transaction }) =>
      unlessInterrupted(() => {
        const output = executeGenesisTransaction(database, context, transaction);
        return output.ok
          ? { kind: 'executed', output: output.value, gas: 0n }
          : { kind: 'invalid', text: output.fault };
      }),
  };
}

function unlessInterrupted(run: () => Ran): Ran {
  try {
    return run();
  } catch (error) {
    if (error instanceof Interrupted) return { kind: 'interrupted' };
    throw error;
  }
}
