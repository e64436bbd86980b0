// The environment for executing blocks of a network, with all parts of this program: proofs of other chains, verifiers,
// and the cache of transactions. A node needs one for each chain if chains run in different threads; one for several
// chains works too.

import { allow, type TransactionContext } from '../execute/index.ts';
import { genesisHeight, type Network } from '../rules/network.ts';
import type { HeaderSource } from '../spv/header-source.ts';
import { spvSupport } from '../spv/spv-support.ts';
import { bridgeVerifiers } from '../verifiers/index.ts';
import type { ExecutionHost } from './chain-port.ts';
import { CheckedTransactions } from './checked-transactions.ts';
import { rememberedTransactions } from './limits.ts';

type HostOptions = Pick<TransactionContext, 'depthLimit' | 'isInterrupted' | 'isMemoryShort'> & {
  readonly network: Network;
  /** The headers of the chain, all forks included: roots of proofs are looked up in them. */
  readonly headers: HeaderSource;
  /** Levels of brackets in the code of transactions that fit the stack (default: that of any thread). */
  readonly nestingLimit?: number | undefined;
};

/** The network's rules decide which of the verifiers a transaction may use. */
const plugins: TransactionContext['plugins'] = new Map([...bridgeVerifiers, ['allow', allow]]);

export function executionHost({
  network,
  headers,
  nestingLimit,
  ...limits
}: HostOptions): ExecutionHost {
  return {
    ...limits,
    plugins,
    spvFor: (parent, rules) =>
      spvSupport({
        headers,
        chain: parent.chainId,
        genesisHeight: genesisHeight(network, parent.chainId) ?? 0,
        parent,
        rules,
      }),
    transactions: new CheckedTransactions(rememberedTransactions, nestingLimit),
  };
}
