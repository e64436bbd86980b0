// The sealed commands of a node, in the thread of the engine: stores and carries those that clients and other nodes bring,
// and has those for the entity of this node executed (decision 0060).

import { bad, good, type Result } from '../../base/result.ts';
import { encodeCommand, readCommand, type Command } from '../../chain/command/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Recipient } from '../../chain/sealed/index.ts';
import type { Inserted, PoolMark, SealedPool } from '../../p2p/ledger.ts';
import { CarriedSealed } from '../../p2p/sealed/carried.ts';
import { carriedLimits } from '../../p2p/sealed/limits.ts';
import type { Random } from '../../base/ports/random.ts';
import type { Timer } from '../../base/ports/time.ts';
import type { EntryStore } from '../../storage/entries/index.ts';
import type { ChainQuestions } from '../engine/chain-questions.ts';
import type { Engine } from '../engine/engine.ts';
import type { SealedCheck } from '../questions/sealed.ts';
import type { NotTaken, TakenSealed } from './sealed-intake.ts';
import { sealedLimits } from './limits.ts';
import type { SealedRecords, SealedResult, StoredSealed } from './sealed-records.ts';
import { SealedRunner } from './sealed-runner.ts';

/** What a node needs for sealed commands. */
export type SealedParts = {
  readonly records: SealedRecords;
  /** Returns entries of entities, by their number. */
  readonly entriesOf: (number: number) => EntryStore;
  /** `undefined`: the node only carries commands for others. */
  readonly entity: Recipient | undefined;
  /** Whether there are other nodes to pass commands on to. */
  readonly hasPeers: boolean;
  readonly timer: Timer;
  readonly random: Random;
  /** Called on an internal fault: nothing more is executed. */
  readonly onFault: (error: unknown) => void;
  readonly onTrouble: (sentence: string) => void;
};

type Service = SealedParts & {
  readonly engine: Engine;
  readonly questions: ChainQuestions;
  /** Called when a command has a result. */
  readonly onDone: (chain: ChainId, requestKey: string) => void;
};

export class SealedService implements SealedPool {
  private readonly parts: Service;
  private readonly held: CarriedSealed;
  private readonly runner: SealedRunner | undefined;
  private expiredAt = 0n;

  constructor(parts: Service) {
    const { records, engine, entity, random } = parts;
    this.parts = parts;
    const nonce = new DataView(random.bytes(8).buffer).getBigInt64(0);
    this.held = new CarriedSealed(nonce, engine.clock);
    const carried = records.carried();
    for (const command of carried) this.held.add(command, true);
    this.runner =
      entity &&
      new SealedRunner({
        ...parts,
        entity,
        journal: engine.journal,
        carried: (requestKey) => this.held.get(requestKey),
      });
    this.held.onDrop((requestKey) => {
      this.runner?.dropped(requestKey);
      records.drop(requestKey);
    });
    this.executeCarried(carried);
    this.runner?.start();
  }

  /**
   * Takes a command that a client sent and that passed all checks. Resolves when it is durable. Clients may repeat this:
   * nothing is executed twice, and the answer does not tell what became of the command here.
   */
  async add(taken: TakenSealed): Promise<Result<undefined, NotTaken>> {
    const { journal } = this.parts.engine;
    const refused = this.refusalOf(taken);
    if (refused !== undefined) return bad({ kind: 'refused', sentence: refused });
    const { fault } = journal;
    if (fault !== undefined) return bad({ kind: 'unavailable', sentence: fault });
    const isNew = !this.held.has(taken.requestKey);
    // Otherwise a client would lose its oldest command, which was acknowledged.
    if (isNew && !this.held.admits(taken.bringer)) return unavailable;
    if (this.place(taken) === 'full') return unavailable;
    await this.stored();
    if (journal.fault !== undefined) return bad({ kind: 'unavailable', sentence: journal.fault });
    return good(undefined);
  }

  /** Returns the result of a command on a chain. Throws a `StoreFault` if it is damaged. */
  result(chain: ChainId, requestKey: string): SealedResult | undefined {
    return this.parts.records.resultOn(chain, requestKey);
  }

  pending(since?: PoolMark): ReturnType<SealedPool['pending']> {
    this.expire();
    return Promise.resolve(this.held.page(since));
  }

  lookup(keys: readonly string[]): Promise<readonly (string | undefined)[]> {
    return Promise.resolve(keys.map((key) => this.held.get(key)));
  }

  wants(keys: readonly string[]): Promise<readonly boolean[]> {
    return Promise.resolve(keys.map((key) => this.held.wants(key)));
  }

  admits(bringer: string): boolean {
    return this.held.admits(bringer);
  }

  async insert(commands: readonly string[], bringer: string): Promise<readonly Inserted[]> {
    const read = commands.map((text) => this.readInserted(text, bringer));
    const checks = read.flatMap((each): readonly SealedCheck[] =>
      typeof each === 'string' ? [] : [each],
    );
    const checked = new Map<Command, Inserted>();
    for (let i = 0; i < checks.length; i += checksAtOnce) {
      await this.insertChecked(checks.slice(i, i + checksAtOnce), bringer, checked);
    }
    if ([...checked.values()].includes('added')) await this.stored();
    return read.map((each) =>
      typeof each === 'string' ? each : (checked.get(each.command) ?? 'full'),
    );
  }

  onArrival(listener: (requestKey: string) => void): () => void {
    return this.held.onArrival(listener);
  }

  /** Removes what has expired, now and then. Call it when time has passed: with each block. */
  expire(): void {
    const now = this.parts.engine.now();
    // In a devnet time may go back.
    const isEarly = now >= this.expiredAt && now - this.expiredAt < sealedLimits.expireMicros;
    if (isEarly) return;
    this.expiredAt = now;
    this.held.expire(now);
    this.parts.engine.journal.endStep();
  }

  stop(): void {
    this.runner?.stop();
  }

  /** A sentence for clients: who else might execute it. */
  private refusalOf({ recipients, chain }: TakenSealed): string | undefined {
    const { entity, hasPeers, engine } = this.parts;
    if (engine.cut.heads.get(chain) === undefined) return `chain ${chain} has not begun`;
    if (hasPeers || entity === undefined || recipients.includes(entity.name)) return undefined;
    return (
      `it is sealed for ${recipients.join(', ')}, but the entity of this node is ${entity.name}, ` +
      'and there are no other nodes to pass it on to'
    );
  }

  private readInserted(text: string, bringer: string): SealedCheck | Inserted {
    // Most of the cost of garbage is reading and checking it.
    if (!this.held.admits(bringer)) return 'full';
    if (text.length > carriedLimits.commandBytes) return 'refused';
    const command = readCommand(text);
    if (!command.ok) return 'unreadable';
    const { hash } = command.value;
    if (this.held.has(hash)) return 'known';
    if (!this.held.wants(hash)) return 'refused';
    return { command: command.value, chain: undefined, now: this.parts.engine.now() };
  }

  private async insertChecked(
    checks: readonly SealedCheck[],
    bringer: string,
    inserted: Map<Command, Inserted>,
  ): Promise<void> {
    const { questions, engine } = this.parts;
    const [anyChain = 0] = engine.chains.keys();
    const checked = await questions.sealedChecks(anyChain, checks);
    for (const [i, { command }] of checks.entries()) {
      const envelope = checked.ok ? checked.value[i] : undefined;
      const requestKey = command.hash;
      if (envelope === undefined) inserted.set(command, 'full');
      else if (envelope.ok) {
        const text = encodeCommand(command);
        inserted.set(command, this.place({ ...envelope.value, requestKey, text, bringer }));
      } else {
        const { fault } = envelope;
        inserted.set(command, fault.kind);
        // Whoever copies a request key could otherwise keep out the command that has it.
        const isFinal = fault.kind === 'refused' && fault.isFinal;
        if (isFinal) this.held.refuse(requestKey);
      }
    }
  }

  /** Lets carried commands wait that do not: their place in the queue was damaged, or the node had another entity. */
  private executeCarried(carried: readonly StoredSealed[]): void {
    const now = this.parts.engine.now();
    for (const command of carried) if (command.expiry > now) this.letWait(command);
    this.parts.engine.journal.endStep();
  }

  /** Lets a command wait, in the current step, if it is for the entity of this node and was not executed. */
  private letWait({ chain, requestKey, text, recipients }: StoredSealed): void {
    const { runner } = this;
    const { records, entity, engine } = this.parts;
    if (runner === undefined || entity === undefined || !recipients.includes(entity.name)) return;
    const block = engine.cut.heads.get(chain);
    const isDone = runner.isWaiting(requestKey) || records.hasResult(requestKey);
    if (block !== undefined && !isDone) runner.add({ chain, requestKey, block, text });
  }

  /**
   * Carries a command, and lets it wait if it is for the entity of this node, in one step. One that was executed here is
   * carried again, as nodes do that cannot read it.
   */
  private place(taken: TakenSealed): Exclude<Inserted, 'refused' | 'unreadable'> {
    const { records, engine } = this.parts;
    const { chain, requestKey, text, expiry, bringer, recipients } = taken;
    this.expire();
    if (this.held.has(requestKey)) return 'known';
    if (!engine.cut.heads.has(chain)) return 'full';
    const bytes = Buffer.byteLength(text);
    const command = { requestKey, text, bytes, expiry, bringer, chain, recipients };
    const how = this.held.add(command);
    if (how !== 'added') return how;
    records.carry(command);
    this.letWait(command);
    engine.journal.endStep();
    return 'added';
  }

  private async stored(): Promise<void> {
    this.runner?.start();
    // A fault is seen by who asks next.
    await this.parts.engine.journal.durable().catch(() => undefined);
  }
}

/** Commands that are checked in one question to another thread: some milliseconds of work. */
const checksAtOnce = 16;

const unavailable = bad({
  kind: 'unavailable',
  sentence: 'too many sealed commands from this address, or in all: retry later',
} as const);
