// The chains of a node as questions see them: in the node's thread those of its engine, in others what is stored.

import type { EntrySource } from '../../storage/entries/index.ts';
import type { ExecutionHost } from '../../chain/blocks/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import type { Network } from '../../chain/rules/network.ts';
import type { ChainState } from '../../chain/state/chain-state.ts';
import type { HeaderSource } from '../../chain/spv/header-source.ts';
import type { LineView } from '../engine/blocks.ts';
import type { NodeSettings } from '../port.ts';
import type { QuestionContexts } from './contexts.ts';

export type AskedChain = {
  readonly id: ChainId;
  readonly state: ChainState;
  readonly line: LineView;
  readonly host: Pick<ExecutionHost, 'transactions'>;
  readonly contexts: QuestionContexts;
};

export interface AskedChains {
  readonly network: Network;
  readonly settings: Pick<NodeSettings, 'transactionGasLimit'>;
  readonly headers: HeaderSource;
  /** The newest block of a chain in the cut; `undefined` while the chain has not begun. */
  head(id: ChainId): BlockHeader | undefined;
  /** Returns `undefined` if the network never has such a chain. */
  chain(id: ChainId): AskedChain | undefined;
  payload(header: BlockHeader): PayloadWithOutputs | undefined;
  /** Returns what an entity has stored on a chain, by the number of its entries; absent: the node has no entity. */
  readonly entityEntries?: ((number: number) => EntrySource) | undefined;
}
