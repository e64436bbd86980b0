// Executes commands one after the other on a state, in the evaluating thread.

import type { Clock } from '../../base/ports/time.ts';
import {
  commandResult,
  emptyPublicMeta,
  encodeCommandResult,
  execute,
  publicDataOf,
  publicMeta,
  readCommand,
  refusal,
  standAlone,
  trustCommand,
  type Command,
  type PublicMeta,
  type Surroundings,
  type VerifiedCommand,
} from '../../chain/command/index.ts';
import {
  fixedModel,
  fromGas,
  Interrupted,
  type IsInterrupted,
  isExecutionFlag,
  tableModel,
  timeFromPosixMicros,
  type Hash,
} from '../../lang/session/run.ts';
import type { Database } from '../../lang/session/store.ts';
import type { Marks } from '../command-log/index.ts';
import { type SqlJs, SqlState } from '../../storage/entries/index.ts';
import { limits } from './limits.ts';
import type {
  EvaluationSettings,
  Question,
  Reply,
  OpenSealedCommands,
  SealedCommands,
} from './messages.ts';
import { join } from 'node:path';
import { StoredState } from '../../storage/file/index.ts';

/** What the evaluation needs from its thread. */
export type EvaluationRoom = {
  readonly sql: SqlJs;
  readonly depthLimit: number;
  readonly nestingLimit: number;
  readonly isMemoryShort: () => boolean;
  readonly clock: Clock;
  /** If absent, sealed commands are not opened. */
  readonly openSealed?: OpenSealedCommands;
};

type PutOff = () => boolean;
type Executing = Extract<Question, { kind: 'execute' }>;
type LocalQuestion = Extract<Question, { kind: 'local' }>;
type Mode =
  | { readonly kind: 'kept' }
  /** The command was executed before, and its state was lost. */
  | { readonly kind: 'repeated' }
  | {
      readonly kind: 'local';
      readonly preflight: boolean;
      /** Returns whether it must now stop because commands wait. */
      readonly isUnwelcome: () => boolean;
      /** It interrupts another evaluation. */
      readonly isBetween?: boolean;
    };

/** Stops a run that interrupted another one: it runs again after that one. */
class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** Limits for a run that interrupts another one: they need a megabyte of stack. */
const between = { depthLimit: 1500, nestingLimit: 128 };

/** Where the command has used up its stack, almost nothing can run above it. */
const isStackFull = (error: unknown): boolean =>
  error instanceof RangeError && error.message === 'Maximum call stack size exceeded';

export class Evaluation {
  private readonly settings: EvaluationSettings;
  private readonly room: EvaluationRoom;
  private readonly open: OpenState;
  private readonly sealed: SealedCommands | undefined;
  private readonly flags: Surroundings['flags'];
  private forgotten = 0n;
  private untilMeasured = 0;
  private isFull = false;
  private meanwhile: (() => void) | undefined;
  /** The committed state, for local requests that are answered while a command runs. */
  private committed: Database | undefined;
  private committedMark = -1n;

  constructor(settings: EvaluationSettings, room: EvaluationRoom) {
    this.settings = settings;
    this.room = room;
    this.flags = new Set(settings.flags.filter(isExecutionFlag));
    this.open = openState(settings, room.sql, 'state');
    // Commands whose results were not written are executed again.
    const { public: known } = settings.marks;
    if (this.state.nextTransaction > known) this.state.rewind(known);
    this.sealed = sealedOf(settings, room);
  }

  private get state(): SqlState {
    return this.open.state;
  }

  get marks(): Marks {
    return { public: this.state.nextTransaction, sealed: this.sealed?.mark ?? 0n };
  }

  /** `putOff`: whether a local request must stop now and run later. */
  answer(question: Exclude<Question, { kind: 'check' }>, putOff: PutOff = () => false): Reply {
    switch (question.kind) {
      case 'execute': {
        Atomics.sub(this.settings.handedOver, 0, 1);
        this.forget(question.recorded);
        if (question.scope === 'sealed') return this.runSealed(question);
        if (this.hasNoRoomFor(question)) return this.refused(commandIn(question.text).hash);
        const text = this.run(question.text, question.time, keptMode(question));
        return { kind: 'executed', text, marks: this.marks, within: undefined };
      }
      case 'local':
        return this.local(question, putOff);
      case 'sync':
        this.open.sync();
        this.sealed?.sync();
        return { kind: 'synced' };
      case 'close':
        this.sealed?.close();
        this.open.close();
        return { kind: 'closed' };
    }
  }

  /** Returns whether the state has reached its size limit. Measured only once in some commands, since it takes time. */
  private hasNoRoomFor({ isRepeated }: Executing): boolean {
    if (isRepeated) return false;
    if (this.untilMeasured-- > 0) return this.isFull;
    this.untilMeasured = limits.commandsBetweenMeasures;
    this.isFull = this.state.bytes + (this.sealed?.bytes ?? 0) > this.settings.stateBytes;
    return this.isFull;
  }

  private refused(requestKey: Hash): Reply {
    const mebibytes = Math.floor(this.settings.stateBytes / 2 ** 20);
    const sentence = `the state of this server has reached ${mebibytes} MiB: no more commands are executed`;
    const text = encodeCommandResult(refusal(requestKey, sentence));
    return { kind: 'executed', text, marks: this.marks, within: undefined };
  }

  /** Called regularly during an evaluation; its own time does not count toward the time limit. */
  doMeanwhile(work: () => void): void {
    this.meanwhile = work;
  }

  /**
   * Runs during another evaluation, on the state that was committed before that one began. `undefined` if
   * it takes too long, or more stack than is certainly left.
   */
  localBetween({ text, time, preflight }: LocalQuestion): Reply | undefined {
    const { clock } = this.room;
    const end = clock.nowMs() + limits.betweenMs;
    const isUnwelcome = (): boolean => clock.nowMs() > end;
    try {
      const mode = { kind: 'local', preflight, isUnwelcome, isBetween: true } as const;
      return { kind: 'local-result', text: this.run(text, time, mode) };
    } catch (error) {
      if (!(error instanceof Unanswered) && !isStackFull(error)) throw error;
      this.committed = undefined;
      return undefined;
    }
  }

  private local({ text, time, preflight }: LocalQuestion, putOff: PutOff): Reply {
    const { clock } = this.room;
    const sliceEnd = clock.nowMs() + limits.localSliceMs;
    const turn = { isPostponed: false };
    const isUnwelcome = (): boolean => {
      const areWaiting = Atomics.load(this.settings.handedOver, 0) > 0;
      turn.isPostponed = (areWaiting && clock.nowMs() > sliceEnd) || putOff();
      return turn.isPostponed;
    };
    const result = this.run(text, time, { kind: 'local', preflight, isUnwelcome });
    return turn.isPostponed ? { kind: 'postponed' } : { kind: 'local-result', text: result };
  }

  /** Returns the JSON of the result. */
  private run(text: string, time: bigint, mode: Mode): string {
    const { nestingLimit } = this.room;
    const command = commandIn(text);
    const { hash } = command;
    const isBetween = mode.kind === 'local' && mode.isBetween === true;
    const verified = trustCommand(command, {
      meta: publicMeta,
      nestingLimit: isBetween ? between.nestingLimit : nestingLimit,
    });
    if (!verified.ok && isBetween) throw new Unanswered();
    if (!verified.ok) return encodeCommandResult(refusal(hash, verified.fault.sentence));
    const { meta } = verified.value.payload;
    const database = isBetween ? this.committedDatabase() : this.state.database;
    const surroundings = this.surroundings(database, meta, time, mode);
    return this.resultOf(hash, verified.value, surroundings);
  }

  private committedDatabase(): Database {
    const mark = this.state.nextTransaction;
    if (this.committed === undefined || this.committedMark !== mark) {
      this.committed = this.state.before(mark);
      this.committedMark = mark;
    }
    return this.committed;
  }

  private runSealed(question: Executing): Reply {
    const { text, time, isRepeated } = question;
    const { sealed } = this;
    const opened = sealed?.open(text, isRepeated);
    const { marks } = this;
    if (sealed === undefined || opened === undefined) {
      return { kind: 'executed', text: '', marks, within: undefined };
    }
    const { requestKey, command } = opened;
    if (this.hasNoRoomFor(question)) return this.refused(requestKey);
    if (!command.ok) {
      const result = encodeCommandResult(refusal(requestKey, command.fault.sentence));
      return { kind: 'executed', text: result, marks, within: undefined };
    }
    const { hash: within } = command.value;
    const database = sealed.database(this.state.database);
    const surroundings = this.surroundings(database, unlimited, time, keptMode(question));
    const result = this.resultOf(requestKey, command.value, surroundings);
    return { kind: 'executed', text: result, marks: this.marks, within };
  }

  /** `requestKey`: the key of the result; a command that was sealed has another hash of its own. */
  private resultOf(
    requestKey: Hash,
    command: VerifiedCommand<unknown>,
    surroundings: Surroundings,
  ): string {
    const isKept = surroundings.mode === 'transactional';
    try {
      const execution = execute(command, surroundings);
      const errors = isKept ? 'on-chain' : 'local';
      return encodeCommandResult(commandResult(requestKey, execution, { errors }));
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      // An interrupted run has no result to send.
      if (surroundings.database === this.committed) throw new Unanswered();
      const seconds = this.settings.timeLimitMs / 1000;
      const sentence = `the command was stopped after ${seconds} seconds`;
      return encodeCommandResult(refusal(requestKey, sentence));
    }
  }

  private surroundings(
    database: Database,
    meta: PublicMeta,
    time: bigint,
    mode: Mode,
  ): Surroundings {
    const { depthLimit, isMemoryShort } = this.room;
    const isBetween = mode.kind === 'local' && mode.isBetween === true;
    const gas = this.gas(meta);
    const block = { height: 0n, time: timeFromPosixMicros(wholeSeconds(time)), previousHash: '' };
    return {
      ...standAlone({ database, depthLimit: isBetween ? between.depthLimit : depthLimit }),
      mode: modeOf(mode),
      publicData: publicDataOf(meta, block),
      flags: this.flags,
      ...(gas !== undefined && { gas }),
      // It was within the limits the first time, so a repeated run has no time limit.
      ...(mode.kind !== 'repeated' && { isMemoryShort }),
      ...(mode.kind !== 'repeated' && { isInterrupted: this.interruptOf(mode) }),
    };
  }

  private interruptOf(mode: Mode): IsInterrupted {
    const { timeLimitMs } = this.settings;
    const { clock } = this.room;
    let end = clock.nowMs() + timeLimitMs;
    const isBetween = mode.kind === 'local' && mode.isBetween === true;
    return (atLimit) => {
      if (atLimit) return isBetween;
      if (!isBetween && this.meanwhile !== undefined) {
        const began = clock.nowMs();
        this.meanwhile();
        end += clock.nowMs() - began;
      }
      return clock.nowMs() > end || (mode.kind === 'local' && mode.isUnwelcome());
    };
  }

  private gas(meta: PublicMeta): Surroundings['gas'] {
    const { gasLimit, gasRate } = this.settings;
    if (gasLimit === 0 && gasRate === 0) return undefined;
    const model = gasRate === 0 ? tableModel : fixedModel(BigInt(gasRate));
    return { model, limit: fromGas(smaller(BigInt(gasLimit), meta.gasLimit)) };
  }

  /** Deletes states older than the last written result: they are no longer needed. */
  private forget({ public: recorded, sealed }: Marks): void {
    const enough = BigInt(limits.resultsBetweenForgetting);
    if (recorded + sealed - this.forgotten < enough) return;
    this.state.forgetBefore(recorded);
    this.sealed?.forgetBefore(sealed);
    this.forgotten = recorded + sealed;
  }
}

/** `undefined` if this server has no entity. */
function sealedOf(
  settings: EvaluationSettings,
  { sql, nestingLimit, openSealed }: EvaluationRoom,
): SealedCommands | undefined {
  const { entity, marks, opened } = settings;
  if (entity === undefined) return undefined;
  const open = (name: string): OpenState => openState(settings, sql, name);
  return openSealed?.({ entity, marks, opened, nestingLimit, openState: open });
}

function modeOf(mode: Mode): Surroundings['mode'] {
  if (mode.kind !== 'local') return 'transactional';
  return mode.preflight ? 'trial' : 'local';
}

const keptMode = ({ isRepeated }: Executing): Mode => ({
  kind: isRepeated ? 'repeated' : 'kept',
});

function commandIn(text: string): Command {
  const command = readCommand(text);
  // The intake thread has checked it.
  if (!command.ok) throw new RangeError(command.fault.sentence);
  return command.value;
}

/** 0 means no limit. */
function smaller(configured: bigint, own: bigint): bigint {
  if (configured === 0n) return own;
  return own === 0n || own > configured ? configured : own;
}

/** Sealed commands have no gas limit of their own. */
const unlimited: PublicMeta = { ...emptyPublicMeta, gasLimit: 2n ** 64n - 1n };

const million = 1_000_000n;
const wholeSeconds = (micros: bigint): bigint => (micros / million) * million;

export type OpenState = {
  readonly state: SqlState;
  /** Makes everything that is committed durable. Does nothing for a state in memory. */
  readonly sync: () => void;
  readonly close: () => void;
};

export function openState(
  { persistDir, takesOver }: EvaluationSettings,
  sql: SqlJs,
  name: string,
): OpenState {
  const options = { sql, writeOver: 'merge', keepsVersions: true } as const;
  if (persistDir === undefined) {
    const state = new SqlState(options);
    return { state, sync: () => undefined, close: () => state.close() };
  }
  // Changes lost in a power failure are rebuilt from the command log, which keeps commands until they are
  // synced here.
  // It holds decrypted rows of sealed commands.
  const own = { takesOver, defersSync: true, isPrivate: true };
  const stored = StoredState.open(join(persistDir, `${name}.db`), { ...options, ...own });
  return { state: stored.state, sync: () => stored.sync(), close: () => stored.close() };
}
