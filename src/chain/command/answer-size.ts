// Checks the JSON size of a command's answer before the command is committed. Values share structure, so a small command
// can build one whose JSON does not fit into memory: it is measured without writing it.

import {
  StableSizes,
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
  if (sizeOfAnswer(answer, limit) > limit) throw new ValueTooLarge(limit, answerName);
}

/** The names of an answer and a log in errors about their size. */
export const answerName = 'result with events';
export const logName = 'transaction log';

/** The text of the error. */
export const tooLargeText = (limit: number): string =>
  `Value too large: ${answerName} exceeds ${limit}`;

/** The approximate bytes of member names, hashes and step numbers around the values of an event or a defpact. */
const frameBytes = 256;

/** Returns the sum, or stops early with a number above the limit. */
function sizeOfAnswer({ value, events, continuation }: CommandAnswer, limit: number): number {
  const sizes = new StableSizes();
  let sum = value === undefined ? 0 : sizes.of(value, limit);
  for (const { params } of events) {
    if (sum > limit) return sum;
    // As one list, because they are written as one; its brackets and commas belong to the frame.
    const punctuation = Math.max(params.length, 1) + 1;
    sum += frameBytes + sizes.ofList(params, limit - sum + punctuation) - punctuation;
  }
  if (continuation === undefined) return sum;
  for (const exec of execsOf(continuation)) {
    sum += frameBytes;
    for (const values of [exec.continuation.args, exec.yield?.data.values() ?? []]) {
      for (const each of values) if (sum <= limit) sum += sizes.of(each, limit - sum);
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
