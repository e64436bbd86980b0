// The node in the thread that serves clients. It evaluates nothing and changes nothing: what is stored it reads itself, as
// it is committed; code runs in threads for questions; for the rest it asks the engine in another thread.

import type { Clock } from '../../base/ports/time.ts';
import { assert } from '../../base/assert.ts';
import { cutOf, type Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { decodeHeader, type BlockHeader, type Micros } from '../../chain/model/header.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import { progressPlaces } from '../../storage/disk/index.ts';
import { ChainQuestions, type ChainAnswerers } from '../engine/chain-questions.ts';
import type { CutChange, Health, MiningPort, NodePort, NodeSettings, SealedPort } from '../port.ts';
import type { StoredChains } from '../questions/stored-chains.ts';
import { EngineLine, type Told } from './engine-line.ts';
import { SealedIntake } from '../sealed/sealed-intake.ts';
import type { SealedRecords } from '../sealed/sealed-records.ts';
import { FrontChain, type FrontChainParts } from './front-chain.ts';
import { frontMining } from './front-mining.ts';
import type { ToEngine } from './messages.ts';
import type { SharedNumbers } from './shared-numbers.ts';

type FrontNodeParts = {
  readonly stored: StoredChains;
  /** The threads for questions, which are closed with the node. */
  readonly answerers: ChainAnswerers;
  readonly settings: NodeSettings;
  readonly numbers: SharedNumbers;
  /** By `progressPlaces`; `undefined`: what is committed counts as durable. */
  readonly progress: BigInt64Array | undefined;
  readonly hasMining: boolean;
  readonly hasSealed: boolean;
  /** The clock of the machine. */
  readonly clock: Clock;
  readonly send: (message: ToEngine) => void;
};

export class FrontNode implements NodePort {
  readonly network: Network;
  readonly settings: NodeSettings;
  readonly clock: Clock;
  readonly mining: MiningPort | undefined;
  readonly sealed: SealedPort | undefined;
  readonly line: EngineLine;
  private readonly parts: FrontNodeParts;
  private readonly chains: ReadonlyMap<ChainId, FrontChain>;
  private readonly listeners = new Set<(change: CutChange) => void>();
  /** The newest blocks that the engine has told of. */
  private readonly told = new Map<ChainId, BlockHeader>();
  private state: Health = { kind: 'well' };
  private isFresh = false;

  constructor(parts: FrontNodeParts) {
    const { stored, settings, numbers, answerers, clock, send, hasMining, hasSealed } = parts;
    this.parts = parts;
    this.network = stored.network;
    this.settings = settings;
    this.clock = numbers.clockOn(clock);
    this.line = new EngineLine(send, (told) => this.learn(told));
    this.mining = hasMining ? frontMining(this.line) : undefined;
    const { localLimitMs } = settings;
    // What a client has been told is committed.
    const whenReadable = (): Promise<void> => Promise.resolve();
    const questions = new ChainQuestions({ answerers, whenReadable, localLimitMs });
    this.sealed = hasSealed
      ? new SealedIntake({
          questions,
          now: () => this.now(),
          add: (taken) => this.line.ask('addSealed', taken).answer,
        })
      : undefined;
    const records = hasSealed ? stored.sealedRecords() : undefined;
    const chainParts = {
      sealed: records && this.sealedResults(records),
      stored,
      settings,
      numbers,
      line: this.line,
      questions,
      refresh: () => this.refresh(),
      now: () => this.now(),
      isDurable: () => this.isDurable(),
      fault: () => (this.state.kind === 'ill' ? this.state.sentence : undefined),
    };
    this.chains = new Map(chainsOf(this.network).map((id) => [id, new FrontChain(id, chainParts)]));
    this.follow(this.cut());
  }

  cut(): Cut {
    this.refresh();
    const { stored } = this.parts;
    const heads = chainsOf(this.network).map((id) => [id, stored.own(id).line.head] as const);
    return cutOf(this.network, new Map(heads));
  }

  onCut(listener: (change: CutChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  chain(id: ChainId): FrontChain | undefined {
    return this.chains.get(id);
  }

  health(): Health {
    return this.state;
  }

  /** The time of the network's clock, but never earlier than a block. */
  now(): Micros {
    let now = BigInt(Math.floor(this.clock.dateMs() * 1000));
    for (const { creationTime } of this.told.values()) if (creationTime > now) now = creationTime;
    return now;
  }

  /** Returns how old the newest block of a chain is. */
  ageOf(chain: ChainId): Micros {
    const head = this.told.get(chain);
    return head === undefined ? 0n : this.now() - head.creationTime;
  }

  /** Starts the threads for questions: call it when nothing is more urgent. */
  prepare(): void {
    this.parts.answerers.start();
  }

  /** Ends all waiting and the threads for questions; no results are reported afterwards. */
  async stop(): Promise<void> {
    this.state = { kind: 'ending' };
    for (const chain of this.chains.values()) chain.stop();
    await this.parts.answerers.close();
    await this.parts.stored.close();
  }

  /** From now on until something is waited for, reads see one state: the newest one. */
  private refresh(): void {
    if (this.isFresh) return;
    this.parts.stored.beginQuestion();
    this.isFresh = true;
    queueMicrotask(() => (this.isFresh = false));
  }

  private sealedResults(records: SealedRecords): FrontChainParts['sealed'] {
    return (chain, requestKey) => {
      this.refresh();
      return records.resultOn(chain, requestKey);
    };
  }

  private learn(told: Told): void {
    switch (told.kind) {
      case 'changed':
        return this.change(told.added.map(headerIn), told.removed.map(headerIn));
      case 'refused':
        return this.chains.get(told.chain)?.refuse(told.requestKey, told.until);
      case 'executed':
        return this.chains.get(told.chain)?.executed(told.requestKey);
      case 'health':
        if (this.state.kind !== 'ending') this.state = told.health;
    }
  }

  private change(added: readonly BlockHeader[], removed: readonly BlockHeader[]): void {
    if (removed.length > 0) this.follow(this.cut());
    for (const header of added) this.told.set(header.chainId, header);
    const changed = new Set([...added, ...removed].map(({ chainId }) => chainId));
    for (const id of changed) this.chains.get(id)?.changed();
    // Every chain is read for it: only where somebody listens.
    if (this.listeners.size === 0) return;
    const cut = this.cut();
    for (const listener of [...this.listeners]) listener({ cut, added, removed });
  }

  private follow({ heads }: Cut): void {
    for (const [chain, header] of heads) this.told.set(chain, header);
  }

  /** No result is reported before its block is durable. */
  private async isDurable(): Promise<boolean> {
    const { progress } = this.parts;
    if (progress !== undefined) {
      const ended = Atomics.load(progress, progressPlaces.ended);
      const synced = Atomics.load(progress, progressPlaces.synced);
      if (synced < ended) await this.line.ask('durable', undefined).answer;
    }
    return this.state.kind !== 'ill';
  }
}

function headerIn(bytes: Uint8Array): BlockHeader {
  const read = decodeHeader(bytes);
  assert(read.ok, 'the engine sends headers');
  return read.value;
}
