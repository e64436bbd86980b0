// Executes commands on stored entries, one after the other: in the thread of the commands, whose changes are kept, and in
// those of local requests, which keep nothing.

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
  type PublicMeta,
  type Reading,
  type Surroundings,
  type VerifiedCommand,
} from '../../chain/command/index.ts';
import {
  fixedModel,
  fromGas,
  Interrupted,
  isExecutionFlag,
  tableModel,
  timeFromPosixMicros,
  type Hash,
} from '../../lang/session/run.ts';
import type { Database } from '../../lang/session/store.ts';
import { isStoreFault } from '../../storage/entries/index.ts';
import { limits } from './limits.ts';
import type {
  EvaluationSettings,
  ExecuteQuestion,
  LocalQuestion,
  SealedCommands,
} from './messages.ts';

/** What the evaluation needs from its thread. */
export type EvaluationRoom = {
  readonly depthLimit: number;
  readonly nestingLimit: number;
  readonly isMemoryShort: () => boolean;
  readonly clock: Clock;
  /** The public state. */
  readonly database: Database;
  /** Returns the bytes of the file. */
  readonly fileBytes: () => number;
  /** If absent, sealed commands are not opened. */
  readonly sealed: SealedCommands | undefined;
};

type Run = {
  readonly mode: Surroundings['mode'];
  readonly isInterrupted: () => boolean;
};

/** A command that is about to be executed. */
type Opened = {
  readonly requestKey: Hash;
  readonly command: Reading<VerifiedCommand<unknown>>;
  readonly database: Database;
  readonly meta: PublicMeta;
};

export class Evaluation {
  private readonly settings: EvaluationSettings;
  private readonly room: EvaluationRoom;
  private readonly flags: Surroundings['flags'];
  private untilMeasured = 0;
  private isFull = false;

  constructor(settings: EvaluationSettings, room: EvaluationRoom) {
    this.settings = settings;
    this.room = room;
    this.flags = new Set(settings.flags.filter(isExecutionFlag));
  }

  /** Returns the JSON of the result, which is empty for a command that is sealed for others. */
  execute({ scope, requestKey, text, time }: ExecuteQuestion): string {
    const refused = (sentence: string): string =>
      encodeCommandResult(refusal(requestKey, sentence));
    if (this.hasNoRoom()) return refused(fullText(this.settings));
    try {
      const opened = scope === 'public' ? this.opened(text) : this.openedSealed(text);
      if (opened === undefined) return '';
      if (!opened.command.ok) return refused(opened.command.fault.sentence);
      const { clock } = this.room;
      const end = clock.nowMs() + this.settings.timeLimitMs;
      const run = { mode: 'transactional', isInterrupted: () => clock.nowMs() > end } as const;
      return resultOf(requestKey, opened.command.value, this.surroundings(opened, time, run));
    } catch (error) {
      // What it needs is damaged on the disk. Others can be executed.
      if (isStoreFault(error) && error.code === 'damaged') return refused(error.message);
      if (!(error instanceof Interrupted)) throw error;
      return refused(stoppedText(this.settings));
    }
  }

  /** Returns the JSON of the result. Throws `Interrupted`, and `StoreFault`. */
  local({ text, time, preflight }: LocalQuestion, isInterrupted: () => boolean): string {
    const opened = this.opened(text);
    const { requestKey, command } = opened;
    if (!command.ok) return encodeCommandResult(refusal(requestKey, command.fault.sentence));
    const run = { mode: preflight ? 'trial' : 'local', isInterrupted } as const;
    return resultOf(requestKey, command.value, this.surroundings(opened, time, run));
  }

  private opened(text: string): Opened {
    const read = readCommand(text);
    // The intake thread has checked it.
    if (!read.ok) throw new RangeError(read.fault.sentence);
    const { nestingLimit, database } = this.room;
    const command = trustCommand(read.value, { meta: publicMeta, nestingLimit });
    const meta = command.ok ? command.value.payload.meta : emptyPublicMeta;
    return { requestKey: read.value.hash, command, database, meta };
  }

  /** Returns `undefined` for a command that is for other entities. */
  private openedSealed(text: string): Opened | undefined {
    const { sealed, database: open } = this.room;
    const opened = sealed?.open(text);
    if (sealed === undefined || opened === undefined) return undefined;
    return { ...opened, database: sealed.database(open), meta: unlimited };
  }

  /** Returns whether the file has reached its limit. Measured only once in some commands, since it takes time. */
  private hasNoRoom(): boolean {
    if (this.untilMeasured-- > 0) return this.isFull;
    this.untilMeasured = limits.commandsBetweenMeasures;
    this.isFull = this.room.fileBytes() > this.settings.maxFileBytes;
    return this.isFull;
  }

  private surroundings(
    { database, meta }: Opened,
    time: bigint,
    { mode, isInterrupted }: Run,
  ): Surroundings {
    const { depthLimit, isMemoryShort } = this.room;
    const gas = this.gas(meta);
    const block = { height: 0n, time: timeFromPosixMicros(wholeSeconds(time)), previousHash: '' };
    return {
      ...standAlone({ database, depthLimit }),
      mode,
      publicData: publicDataOf(meta, block),
      flags: this.flags,
      ...(gas !== undefined && { gas }),
      isMemoryShort,
      isInterrupted: (atLimit) => !atLimit && isInterrupted(),
    };
  }

  private gas(meta: PublicMeta): Surroundings['gas'] {
    const { gasLimit, gasRate } = this.settings;
    if (gasLimit === 0 && gasRate === 0) return undefined;
    const model = gasRate === 0 ? tableModel : fixedModel(BigInt(gasRate));
    return { model, limit: fromGas(smaller(BigInt(gasLimit), meta.gasLimit)) };
  }
}

/** `requestKey`: the key of the result; a command that was sealed has another hash of its own. */
function resultOf(
  requestKey: Hash,
  command: VerifiedCommand<unknown>,
  surroundings: Surroundings,
): string {
  const execution = execute(command, surroundings);
  const errors = surroundings.mode === 'transactional' ? 'on-chain' : 'local';
  return encodeCommandResult(commandResult(requestKey, execution, { errors }));
}

/** The reason why a command was stopped. */
export function stoppedText({ timeLimitMs }: Pick<EvaluationSettings, 'timeLimitMs'>): string {
  return `the command was stopped after ${timeLimitMs / 1000} seconds`;
}

function fullText({ maxFileBytes }: EvaluationSettings): string {
  const mebibytes = Math.floor(maxFileBytes / 2 ** 20);
  return `the state of this server has reached ${mebibytes} MiB: no more commands are executed`;
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
