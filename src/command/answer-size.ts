// How large a command's answer is as JSON, known before the command is kept. Values share structure, so a small command can
// build one whose JSON no memory holds: nothing is written out unless it may fit.

import { utf8Length } from '../base/bytes.ts';
import { encodeStable } from '../lang/session/store.ts';
import {
  sizeOfValue,
  ValueTooLarge,
  type DefPactExec,
  type PactEvent,
  type PactValue,
} from '../lang/session/run.ts';
import { limits } from './limits.ts';

export type CommandAnswer = {
  readonly value: PactValue | undefined;
  readonly events: readonly PactEvent[];
  readonly continuation: DefPactExec | undefined;
};

/** Throws `ValueTooLarge` if the JSON of the answer has more bytes than `limit`. */
export function enforceAnswerSize(answer: CommandAnswer, limit: number = limits.answerBytes): void {
  // Sizes of shared values are remembered, so this is fast however large the JSON would be.
  if (sumOf(answer, estimatedBytes, limit) <= limit) return;
  if (sumOf(answer, exactBytes, limit) > limit) throw new ValueTooLarge(limit, answerName);
}

/** What errors call an answer and a log that are too large. */
export const answerName = 'result with events';
export const logName = 'transaction log';

/** How many bytes a value takes; some number above the limit if it takes more than that. */
type BytesOf = (value: PactValue, limit: number) => number;

/**
 * JSON of a value is at most this many times its size. The worst is a decimal with 255 places, whose 14 bytes are written with
 * some 270 digits.
 */
export const mostBytesPerSize = 24;

const estimatedBytes: BytesOf = (value, limit) =>
  mostBytesPerSize * sizeOfValue(value, limit / mostBytesPerSize);

const exactBytes: BytesOf = (value, limit) => {
  try {
    return utf8Length(encodeStable(value, limit));
  } catch (error) {
    if (error instanceof ValueTooLarge) return limit + 1;
    throw error;
  }
};

/** Bytes, about, of the member names, hashes and step numbers around the values of an event or a defpact. */
const frameBytes = 256;

/** Ends early, with some number above the limit. */
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
