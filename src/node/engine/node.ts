// The node as one object: its chains, mining, and the listeners of its cut.

import type { Clock } from '../../base/ports/time.ts';
import type { Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Network } from '../../chain/rules/network.ts';
import type { SignatureChecker } from '../../chain/command/index.ts';
import type { HistoryTables } from '../coin-history/history-tables.ts';
import { StoredHistory } from '../coin-history/stored-history.ts';
import type { CutChange, Health, MiningPort, NodePort, NodeSettings } from '../port.ts';
import { ChainQuestions, ownAnswerers, type ChainAnswerers } from './chain-questions.ts';
import { ChainService } from './chain-service.ts';
import type { Engine } from './engine.ts';
import { SealedIntake } from '../sealed/sealed-intake.ts';
import { SealedService, type SealedParts } from '../sealed/sealed-service.ts';
import { NodeHealth } from './node-health.ts';

type NodeParts = {
  readonly engine: Engine;
  readonly settings: NodeSettings;
  readonly signatures: SignatureChecker;
  /** The threads for questions, which are closed with the node; by default the one of the engine. */
  readonly answerers?: ChainAnswerers | undefined;
  readonly mining?: MiningPort | undefined;
  /** Absent: it takes no sealed commands. */
  readonly sealed?: SealedParts | undefined;
  /** What blocks changed in the table of the coin, if that is kept. */
  readonly coin?: HistoryTables | undefined;
};

export class Node implements NodePort {
  readonly network: Network;
  readonly settings: NodeSettings;
  readonly clock: Clock;
  readonly mining: MiningPort | undefined;
  /** For other nodes, and for the thread that serves clients. */
  readonly sealedService: SealedService | undefined;
  readonly sealed: SealedIntake | undefined;
  private readonly sealedListeners = new Set<(chain: ChainId, requestKey: string) => void>();
  private readonly engine: Engine;
  private readonly services: ReadonlyMap<ChainId, ChainService>;
  private readonly answerers: ChainAnswerers;
  private readonly state: NodeHealth;

  constructor(parts: NodeParts) {
    const { engine, settings, mining } = parts;
    const entityEntries = parts.sealed?.entriesOf;
    const { answerers = ownAnswerers({ ...parts, entityEntries }) } = parts;
    const { network, clock } = engine;
    this.engine = engine;
    this.state = new NodeHealth(engine.journal);
    this.network = network;
    this.settings = settings;
    this.clock = clock;
    this.mining = mining;
    const { transactionGasLimit, minimumGasPrice } = settings;
    this.answerers = answerers;
    const questions = new ChainQuestions({
      answerers,
      whenReadable: () => engine.journal.committed().catch(() => undefined),
      localLimitMs: settings.localLimitMs,
    });
    this.services = new Map(
      [...engine.chains].map(([id, chain]) => {
        const gate = { network: network.name, chain: id, transactionGasLimit, minimumGasPrice };
        const sealed = parts.sealed && ((key: string) => this.sealedService?.result(id, key));
        const coinHistory =
          parts.coin && new StoredHistory({ chain: id, tables: parts.coin, view: () => chain });
        const own = { engine, chain, gate, questions, sealed, coinHistory };
        return [id, new ChainService(own)];
      }),
    );
    engine.listen((change) => this.follow(change));
    const service =
      parts.sealed &&
      new SealedService({
        ...parts.sealed,
        engine,
        questions,
        onDone: (chain, key) => {
          this.services.get(chain)?.executed(key);
          for (const listener of this.sealedListeners) listener(chain, key);
        },
      });
    this.sealedService = service;
    this.sealed =
      service &&
      new SealedIntake({
        questions,
        now: () => engine.now(),
        add: (taken) => service.add(taken),
      });
  }

  cut(): Cut {
    return this.engine.cut;
  }

  onCut(listener: (change: CutChange) => void): () => void {
    return this.engine.listen(listener);
  }

  chain(id: ChainId): ChainService | undefined {
    return this.services.get(id);
  }

  /** Calls the listener when a sealed command has a result. */
  onSealed(listener: (chain: ChainId, requestKey: string) => void): void {
    this.sealedListeners.add(listener);
  }

  health(): Health {
    return this.state.now;
  }

  /** Sets what makes the node unready: a function that returns one sentence, or `undefined` while it is ready. */
  readyUnless(unready: () => string | undefined): void {
    this.state.readyUnless(unready);
  }

  /** Ends all waiting and the threads for questions; no results are reported afterwards. */
  async stop(): Promise<void> {
    this.state.end();
    this.sealedService?.stop();
    for (const service of this.services.values()) service.stop();
    await this.answerers.close();
  }

  private follow({ added, removed }: CutChange): void {
    this.sealedService?.expire();
    for (const header of removed) this.services.get(header.chainId)?.reintroduce(header);
    for (const [id, service] of this.services) {
      service.changed(added.filter(({ chainId }) => chainId === id));
    }
  }
}
