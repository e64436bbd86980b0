// The engine's end of the line to the thread that serves clients: answers its questions, and tells it when the cut has
// changed, as soon as the blocks can be read there.

import { assert } from '../../base/assert.ts';
import type { Client } from '../../base/client.ts';
import { putNewest } from '../../base/newest.ts';
import { nextTurn, type Timer } from '../../base/ports/time.ts';
import { bad, good } from '../../base/result.ts';
import type { MessageLine } from '../../base/threads/index.ts';
import { readSentPayload, type Command } from '../../chain/command/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { encodeHeader, type BlockHeader } from '../../chain/model/header.ts';
import type { BlocksOnDemand } from '../devnet/blocks-on-demand.ts';
import { isStoreFault } from '../../storage/entries/index.ts';
import { doorOf } from '../engine/engine-admission.ts';
import type { Engine } from '../engine/engine.ts';
import { waitingIn } from '../mempool/mempool.ts';
import type { Node } from '../engine/node.ts';
import type { CutChange, Health, MiningPort, NodePort } from '../port.ts';
import { frontLimits } from '../limits.ts';
import type {
  BlocksQuestion,
  EngineQuestion,
  EngineQuestions,
  FromEngine,
  Noticed,
  QuestionKind,
  ToEngine,
} from './messages.ts';
import type { SharedNumbers } from './shared-numbers.ts';

type BackupsOfNode = {
  start(): string;
  state(id: string): EngineQuestions['backupState']['answer'];
};

export type DeskParts = {
  readonly engine: Engine;
  readonly node: Pick<NodePort, 'mining' | 'onCut' | 'health'> &
    Partial<Pick<Node, 'sealedService' | 'onSealed'>>;
  readonly onDemand?: BlocksOnDemand | undefined;
  readonly backups?: BackupsOfNode | undefined;
  readonly numbers: SharedNumbers;
  readonly timer: Timer;
  /** Called when an answer fails: an internal fault. */
  readonly onFault: (error: unknown) => void;
};

type Answerer<Kind extends QuestionKind> = (
  asked: EngineQuestions[Kind]['asked'],
  id: number,
) => EngineQuestions[Kind]['answer'] | Promise<EngineQuestions[Kind]['answer']>;

export class EngineDesk {
  private readonly parts: DeskParts;
  private line: Pick<MessageLine<ToEngine, FromEngine>, 'send'> | undefined;
  /** Senders of questions that may be left, by number. */
  private readonly open = new Map<number, AbortController>();
  /** Of the other thread, by connection: the engine compares objects. The least recent one comes first. */
  private readonly clients = new Map<number, Client>();
  /** For each client that watches, what ends that. */
  private readonly watching: (() => void)[] = [];
  /** Changes whose blocks cannot be read yet. */
  private changes: CutChange[] = [];
  private toldHealth: Health = { kind: 'well' };

  constructor(parts: DeskParts) {
    this.parts = parts;
    const { engine, numbers } = parts;
    for (const { id, mempool } of engine.chains.values()) {
      numbers.setPending(id, mempool.size);
      mempool.listen(() => numbers.setPending(id, mempool.size));
      mempool.onRefusal((requestKey, until) => {
        numbers.setPending(id, mempool.size);
        this.line?.send({ kind: 'refused', chain: id, requestKey, until });
      });
    }
  }

  /** Begins to tell what happens; `take` takes what comes over this line. */
  begin(line: Pick<MessageLine<ToEngine, FromEngine>, 'send'>): void {
    assert(this.line === undefined, 'a desk has one line');
    this.line = line;
    this.parts.node.onCut((change) => {
      this.changes.push(change);
      if (this.changes.length === 1) void this.tell();
    });
    this.parts.node.onSealed?.((chain, requestKey) => {
      void this.readable().then(() => this.line?.send({ kind: 'executed', chain, requestKey }));
    });
    this.parts.timer.every(frontLimits.healthMs, () => this.tellHealth(), { isBackground: true });
  }

  readonly take = (message: ToEngine): void => {
    switch (message.kind) {
      case 'question':
        return void this.answer(message.question);
      case 'left':
        this.open.get(message.id)?.abort();
        this.open.delete(message.id);
        return;
      case 'noticed':
        return this.notice(message.what);
    }
  };

  private async answer({ kind, id, asked }: EngineQuestion): Promise<void> {
    // Each kind comes with the data of this kind.
    const answerer = this.answerers[kind] as Answerer<QuestionKind>;
    try {
      const answer = await answerer(asked, id);
      this.line?.send({ kind: 'answer', id, answer });
    } catch (error) {
      const isDamage = isStoreFault(error);
      if (!isDamage) this.parts.onFault(error);
      this.line?.send({ kind: 'failed', id, sentence: isDamage ? error.message : undefined });
    }
  }

  private readonly answerers: { readonly [Kind in QuestionKind]: Answerer<Kind> } = {
    add: ({ chain, commands }) => this.add(chain, commands),
    waiting: ({ chain, max }) => waitingIn(this.parts.engine.chain(chain).mempool, max),
    isWaiting: ({ chain, requestKey }) => this.parts.engine.chain(chain).mempool.has(requestKey),
    addSealed: (taken) => {
      const { sealedService } = this.parts.node;
      assert(sealedService !== undefined, 'a node without sealed commands takes none');
      return sealedService.add(taken);
    },
    work: async ({ miner, chain, client }, id) => {
      const left = new AbortController();
      this.open.set(id, left);
      try {
        const own = this.clientOf(client);
        return await this.mining.work({ miner, chain, client: own, left: left.signal });
      } finally {
        this.open.delete(id);
      }
    },
    solved: ({ work }) => this.mining.solved(work),
    updates: ({ chain, client }, id) => this.begun(chain, client, id),
    durable: async () => {
      await this.parts.engine.journal.durable().catch(() => undefined);
      this.tellHealth();
      return undefined;
    },
    backup: () => {
      const { backups } = this.parts;
      assert(backups !== undefined, 'a node without backups has no route for them');
      return backups.start();
    },
    backupState: ({ id }) => this.parts.backups?.state(id),
    blocks: async (asked) => {
      await this.make(asked);
      await this.readable();
      return undefined;
    },
  };

  private async add(
    chain: ChainId,
    commands: readonly Command[],
  ): Promise<EngineQuestions['add']['answer']> {
    const { engine, onDemand, numbers } = this.parts;
    const { fault } = engine.journal;
    if (fault !== undefined) {
      this.tellHealth();
      return bad(fault);
    }
    const own = engine.chain(chain);
    const door = doorOf(own);
    const known = commands.map((command) => {
      const payload = readSentPayload(command.cmd);
      assert(payload.ok, 'it was read before it was checked');
      return door.known(command, payload.value);
    });
    const inserted = await door.insert(known);
    assert(inserted.ok, 'the mempool is in this thread');
    numbers.setPending(chain, own.mempool.size);
    if (inserted.value.every((each) => each === undefined)) onDemand?.admitted(chain);
    return good(inserted.value);
  }

  private get mining(): MiningPort {
    const { mining } = this.parts.node;
    assert(mining !== undefined, 'a node without coordination has no routes for miners');
    return mining;
  }

  private async begun(chain: ChainId, client: Client, id: number): Promise<boolean> {
    const left = new AbortController();
    const own = this.clientOf(client);
    const events = await this.mining.updates(chain, { client: own, signal: left.signal });
    if (events === undefined) return false;
    this.open.set(id, left);
    const pass = async (): Promise<void> => {
      for await (const event of events) this.line?.send({ kind: 'event', id, event });
      this.open.delete(id);
      this.line?.send({ kind: 'event', id, event: undefined });
    };
    pass().catch(this.parts.onFault);
    return true;
  }

  private make(asked: BlocksQuestion): Promise<void> | undefined {
    const { onDemand, timer } = this.parts;
    assert(onDemand !== undefined, 'only where blocks are made on demand');
    switch (asked.kind) {
      case 'freshen':
        return onDemand.freshen(asked.chain);
      case 'settle':
        return onDemand.settle(asked.chain, asked.requestKeys);
      case 'confirm':
        return onDemand.confirm(asked.chain, { ...asked, pause: () => nextTurn(timer) });
      case 'deepen':
        return onDemand.deepen(asked.chain, asked.blocks);
      case 'round':
        return onDemand.round();
    }
  }

  private notice(what: Noticed): void {
    const { onDemand } = this.parts;
    switch (what) {
      case 'asked':
        return onDemand?.asked();
      case 'watched': {
        const end = onDemand?.watched();
        if (end !== undefined) this.watching.push(end);
        return;
      }
      case 'unwatched':
        return this.watching.pop()?.();
      case 'mining':
        return onDemand?.mining();
    }
  }

  /** Tells changes together that happened until they can be read. */
  private async tell(): Promise<void> {
    while (this.changes.length > 0) {
      const { length } = this.changes;
      await this.readable();
      const told = this.changes.slice(0, length);
      this.changes = this.changes.slice(length);
      for (const { id, mempool } of this.parts.engine.chains.values()) {
        this.parts.numbers.setPending(id, mempool.size);
      }
      for (const { added, removed } of told) {
        this.line?.send({ kind: 'changed', added: bytesOf(added), removed: bytesOf(removed) });
      }
      this.tellHealth();
    }
  }

  private async readable(): Promise<void> {
    await this.parts.engine.journal.committed().catch(() => undefined);
  }

  private tellHealth(): void {
    const health = this.parts.node.health();
    const { toldHealth: told } = this;
    if (told.kind === health.kind && sentenceOf(told) === sentenceOf(health)) return;
    this.toldHealth = health;
    this.line?.send({ kind: 'health', health });
  }

  private clientOf(client: Client): Client {
    const { connection } = client;
    const known = this.clients.get(connection) ?? client;
    putNewest(this.clients, frontLimits.clients, [connection, known]);
    return known;
  }
}

const bytesOf = (headers: readonly BlockHeader[]): readonly Uint8Array[] =>
  headers.map((header) => encodeHeader(header));

const sentenceOf = (health: Health): string | undefined =>
  health.kind === 'ill' || health.kind === 'unready' ? health.sentence : undefined;
