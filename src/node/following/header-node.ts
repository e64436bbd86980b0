// A node that follows headers, as its HTTP interface sees it: headers, branches and cuts are there, but no states and no
// payloads. Whatever needs those is refused with the reason.

import type { Clock } from '../../base/ports/time.ts';
import { bad } from '../../base/result.ts';
import type { Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import { NodeHealth } from '../engine/node-health.ts';
import type { ChainPort, CutChange, Health, NodePort, NodeSettings } from '../port.ts';
import type { HeaderChains } from './header-chains.ts';
import { emptyPool } from './empty-pool.ts';

type HeaderNodeParts = {
  readonly chains: HeaderChains;
  readonly settings: NodeSettings;
  readonly clock: Clock;
};

export class HeaderNode implements NodePort {
  readonly network: Network;
  readonly settings: NodeSettings;
  readonly clock: Clock;
  readonly mining = undefined;
  private readonly chains: HeaderChains;
  private readonly ports: ReadonlyMap<ChainId, ChainPort>;
  private readonly state: NodeHealth;

  constructor({ chains, settings, clock }: HeaderNodeParts) {
    this.chains = chains;
    this.state = new NodeHealth(chains.journal);
    this.network = chains.network;
    this.settings = settings;
    this.clock = clock;
    this.ports = new Map(chainsOf(this.network).map((id) => [id, portOf(chains, id)]));
  }

  cut(): Cut {
    return this.chains.cut;
  }

  onCut(listener: (change: CutChange) => void): () => void {
    return this.chains.listen(listener);
  }

  chain(id: ChainId): ChainPort | undefined {
    return this.ports.get(id);
  }

  health(): Health {
    return this.state.now;
  }

  /** Sets what makes the node unready: a function that returns one sentence, or `undefined` while it is ready. */
  readyUnless(unready: () => string | undefined): void {
    this.state.readyUnless(unready);
  }

  stop(): void {
    this.state.end();
  }
}

const unserved = { kind: 'unserved', why: 'headers-only' } as const;

function portOf(chains: HeaderChains, id: ChainId): ChainPort {
  return {
    id,
    head: () => chains.cut.heads.get(id),
    headers: chains.store.headers(id),
    headerAt: (height) => chains.line(id)?.at(height),
    payload: () => undefined,
    submit: () => Promise.resolve(bad(unserved)),
    poll: () => Promise.resolve(new Map()),
    whenMined: () => Promise.resolve(undefined),
    local: () => Promise.resolve(unserved),
    spv: () => Promise.resolve(bad(unserved)),
    payloadProof: () => Promise.resolve(bad(unserved)),
    pending: () => 0,
    waiting: () => Promise.resolve([]),
    isWaiting: () => Promise.resolve(false),
    coinHistory: undefined,
    mempool: emptyPool,
  };
}
