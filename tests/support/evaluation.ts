// A server's evaluation, in this thread and with entries in memory.
import type { Clock } from '../../src/base/ports/time.ts';
import { systemClock } from '../../src/base/platform/system.ts';
import { SealedState, type Recipient } from '../../src/chain/sealed/index.ts';
import type { Scope } from '../../src/apps/serve/command-log.ts';
import { Evaluation, type EvaluationRoom } from '../../src/apps/serve/evaluation.ts';
import type { EvaluationSettings } from '../../src/apps/serve/messages.ts';
import { readCommand } from '../../src/chain/command/index.ts';
import { EntryDatabase, MemoryEntries } from '../../src/storage/entries/index.ts';

export type TestEvaluation = {
  readonly evaluation: Evaluation;
  /** Executes a command, and returns its result. */
  readonly run: (text: string, scope?: Scope) => string;
  /** The transactions of the public state, and of the entity. */
  readonly transactions: () => readonly bigint[];
};

type Options = Partial<EvaluationSettings> & {
  readonly recipient?: Recipient | undefined;
  /** Hashes of commands that were opened before. */
  readonly opened?: Set<string>;
  readonly clock?: Clock;
  readonly room?: Partial<EvaluationRoom>;
};

/** Creates an evaluation without limits, other than those in the options. */
export function evaluationOf(options: Options = {}): TestEvaluation {
  const { recipient, opened = new Set(), clock = systemClock, room = {}, ...settings } = options;
  const open = new MemoryEntries();
  const ofEntity = new MemoryEntries();
  const limits = { depthLimit: 1500, nestingLimit: 128 };
  const evaluation = new Evaluation(evaluationSettings(settings), {
    ...limits,
    clock,
    isMemoryShort: () => false,
    database: new EntryDatabase(open),
    fileBytes: () => 0,
    sealed:
      recipient && new SealedState({ ...limits, entity: recipient, opened, entries: ofEntity }),
    ...room,
  });
  const run = (text: string, scope: Scope = 'public'): string => {
    const command = readCommand(text);
    if (!command.ok) throw new Error(command.fault.sentence);
    return evaluation.execute({ scope, requestKey: command.value.hash, time: testTime, text });
  };
  const transactions = () => [open.nextTransaction, ofEntity.nextTransaction];
  return { evaluation, run, transactions };
}

/** Microseconds since 1970. */
export const testTime = 1_700_000_000_123_456n;

export function evaluationSettings(settings: Partial<EvaluationSettings> = {}): EvaluationSettings {
  const unlimited = { gasLimit: 0, gasRate: 0, flags: [], timeLimitMs: 10_000 };
  return { path: 'none', ...unlimited, maxFileBytes: Infinity, entity: undefined, ...settings };
}
