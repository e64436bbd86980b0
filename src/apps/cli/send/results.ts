// Shows the answers of servers about commands: results, and errors with the address.

import { readJson } from '../../../base/json-reader.ts';
import { isJsonObject, printJson, type JsonValue } from '../../../base/json.ts';
import { unreachable } from '../../../tools/modules/index.ts';
import type { ExitStatus } from '../exit-status.ts';
import { fail } from '../fail.ts';
import { writeResult } from '../output.ts';
import type { ServerAnswer } from './post.ts';

export type Result = ReadonlyMap<string, JsonValue>;

/** Returns the result of a command, whether success or failure. */
export function resultIn(answer: ServerAnswer): Result | undefined {
  if (answer.kind !== 'answer' || answer.status !== 200) return undefined;
  const read = readJson(answer.text);
  return read.kind === 'value' ? asResult(read.value) : undefined;
}

export function asResult(value: JsonValue | undefined): Result | undefined {
  return value !== undefined && isJsonObject(value) && value.has('result') ? value : undefined;
}

/** Prints a result; returns whether it is a success. */
export function showResult(result: Result): boolean {
  writeResult(printJson(result));
  const outcome = result.get('result');
  return outcome !== undefined && isJsonObject(outcome) && outcome.get('status') === 'success';
}

export function refused(address: string, answer: ServerAnswer): ExitStatus {
  if (answer.kind === 'silence') {
    return fail(unreachable(address, answer.reason));
  }
  const { status, text } = answer;
  const said = printable(text);
  return fail(`${address} answered ${status}${said === '' ? '' : `: ${said}`}`);
}

/** Makes foreign text safe to print: one line, limited length, no control characters. */
function printable(text: string): string {
  const line = text.replaceAll(/[^\x20-\x7e\u00a0-\uffff]+/g, ' ').trim();
  return line.length > 500 ? `${line.slice(0, 500)}...` : line;
}
