// What execution needs to run the blocks of a network, with every part that this program has: proofs of other chains,
// verifiers, and the memory of transactions that were read. A node needs one for each chain, as chains run in different
// threads; one for several chains works too.

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
  /** The headers of the chain, all forks of it: roots of proofs are looked up among them. */
  readonly headers: HeaderSource;
};

/** Which of the verifiers a transaction may use is a rule of the network. */
const plugins: TransactionContext['plugins'] = new Map([...bridgeVerifiers, ['allow', allow]]);

export function executionHost({ network, headers, ...limits }: HostOptions): ExecutionHost {
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
    transactions: new CheckedTransactions(rememberedTransactions),
  };
}
