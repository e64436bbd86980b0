// The node as one object: its chains with their mempools, mining, and the listeners of its cut.

import type { Clock } from '../../base/ports/time.ts';
import type { Random } from '../../base/ports/random.ts';
import type { Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Network } from '../../chain/rules/network.ts';
import type { SignatureChecker } from '../../chain/command/index.ts';
import { Mempool, type MempoolLimits } from '../mempool/mempool.ts';
import type { ChainPort, CutChange, Health, MiningPort, NodePort, NodeSettings } from '../port.ts';
import { ChainService, type OnDemand } from './chain-service.ts';
import { ChainTurns } from './chain-turns.ts';
import type { Engine } from './engine.ts';

type NodeParts = {
  readonly engine: Engine;
  readonly settings: NodeSettings;
  readonly signatures: SignatureChecker;
  readonly random: Random;
  /** Makes blocks when they are needed; `undefined` if they come from elsewhere. */
  readonly onDemand?: OnDemand | undefined;
  readonly mining?: MiningPort | undefined;
  /** Receives a mempool for each chain, from which mining takes transactions. */
  readonly pools: Map<ChainId, Mempool>;
  readonly mempoolLimits?: MempoolLimits | undefined;
};

export class Node implements NodePort {
  readonly network: Network;
  readonly settings: NodeSettings;
  readonly clock: Clock;
  readonly mining: MiningPort | undefined;
  readonly pools: ReadonlyMap<ChainId, Mempool>;
  private readonly engine: Engine;
  private readonly services: ReadonlyMap<ChainId, ChainService>;
  private state: Health = { kind: 'well' };

  constructor(parts: NodeParts) {
    const { engine, settings, signatures, random, onDemand: miner, mining, pools } = parts;
    const { network } = engine;
    this.engine = engine;
    this.network = network;
    this.settings = settings;
    this.clock = engine.clock;
    const nonce = new DataView(random.bytes(8).buffer).getBigInt64(0);
    this.pools = pools;
    this.mining = mining;
    const turns = new ChainTurns();
    const { transactionGasLimit, minimumGasPrice } = settings;
    this.services = new Map(
      [...engine.chains].map(([id, chain]) => {
        const mempool = new Mempool(nonce, parts.mempoolLimits);
        pools.set(id, mempool);
        const gate = {
          network: network.name,
          chain: id,
          transactionGasLimit,
          minimumGasPrice,
        };
        const own = { engine, chain, mempool, settings, miner, gate, signatures, turns };
        return [id, new ChainService(own)];
      }),
    );
    engine.listen((change) => this.follow(change));
  }

  cut(): Cut {
    return this.engine.cut;
  }

  onCut(listener: (change: CutChange) => void): () => void {
    return this.engine.listen(listener);
  }

  chain(id: ChainId): ChainPort | undefined {
    return this.services.get(id);
  }

  health(): Health {
    const { fault } = this.engine.journal;
    return fault === undefined ? this.state : { kind: 'ill', sentence: fault };
  }

  /** Ends all waiting; no results are reported afterwards. */
  stop(): void {
    this.state = { kind: 'ending' };
    for (const service of this.services.values()) service.stop();
  }

  private follow({ added, removed }: CutChange): void {
    for (const header of removed) this.services.get(header.chainId)?.reintroduce(header);
    for (const [id, service] of this.services) {
      service.changed(added.filter(({ chainId }) => chainId === id));
    }
  }
}
