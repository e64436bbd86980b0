// Checks the JSON size of a command's answer before the command is committed. Values share structure, so a small command
// can build one whose JSON does not fit into memory: JSON is written only if it may fit.

import { utf8Length } from '../../base/bytes.ts';
import { encodeStable } from '../../lang/session/store.ts';
import {
  sizeOfValue,
  ValueTooLarge,
  type DefPactExec,
  type PactEvent,
  type PactValue,
} from '../../lang/session/run.ts';
import { commandLimits } from '../limits.ts';

export type CommandAnswer = {
  readonly value: PactValue | undefined;
  readonly events: readonly PactEvent[];
  readonly continuation: DefPactExec | undefined;
};

/** Throws `ValueTooLarge` if the JSON of the answer has more bytes than `limit`. */
export function enforceAnswerSize(
  answer: CommandAnswer,
  limit: number = commandLimits.answerBytes,
): void {
  // Sizes of shared values are cached, so this is fast even if the JSON would be huge.
  if (sumOf(answer, estimatedBytes, limit) <= limit) return;
  if (sumOf(answer, exactBytes, limit) > limit) throw new ValueTooLarge(limit, answerName);
}

/** The names of an answer and a log in errors about their size. */
export const answerName = 'result with events';
export const logName = 'transaction log';

/** Returns the bytes of a value, or any number above the limit if it is larger than that. */
type BytesOf = (value: PactValue, limit: number) => number;

/**
 * The largest ratio of JSON length to value size. The worst case is a decimal with 255 places, whose 14 bytes become about
 * 270 digits.
 */
export const maxBytesPerSize = 24;

const estimatedBytes: BytesOf = (value, limit) =>
  maxBytesPerSize * sizeOfValue(value, limit / maxBytesPerSize);

const exactBytes: BytesOf = (value, limit) => {
  try {
    return utf8Length(encodeStable(value, limit));
  } catch (error) {
    if (error instanceof ValueTooLarge) return limit + 1;
    throw error;
  }
};

/** The approximate bytes of member names, hashes and step numbers around the values of an event or a defpact. */
const frameBytes = 256;

/** Returns the sum, or stops early with a number above the limit. */
function sumOf(
  { value, events, continuation }: CommandAnswer,
  bytesOf: BytesOf,
  limit: number,
): number {
  let sum = 0;
  const add = (values: Iterable<PactValue>): void => {
    for (const each of values) if (sum <= limit) sum += bytesOf(each, limit - sum);
  };
  if (value !== undefined) add([value]);
  for (const { params } of events) {
    if (sum > limit) return sum;
    sum += frameBytes;
    add(params);
  }
  if (continuation !== undefined) {
    for (const exec of execsOf(continuation)) {
      if (sum > limit) return sum;
      sum += frameBytes;
      add(exec.continuation.args);
      add(exec.yield?.data.values() ?? []);
    }
  }
  return sum;
}

type Exec = Pick<DefPactExec, 'continuation' | 'yield'> & {
  readonly nested: ReadonlyMap<string, Exec>;
};

function* execsOf(exec: Exec): Generator<Exec> {
  yield exec;
  for (const nested of exec.nested.values()) yield* execsOf(nested);
}
