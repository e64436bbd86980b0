// `pact poll`: requests the results of all keys at once, then, with --wait, those that are missing.

import { readJson } from '../../../base/json-reader.ts';
import { isJsonObject, type JsonValue, printJson } from '../../../base/json.ts';
import { parseHash } from '../../../lang/session/run.ts';
import { systemClock, systemTimer } from '../../../base/platform/system.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { writeErrorLine, writeResult } from '../output.ts';
import { readStandardInput } from '../request/read-files.ts';
import { serverOf, targetOf } from './destination.ts';
import { answerWithin, post, type ServerAnswer } from './post.ts';
import { unreachable } from '../../../tools/modules/index.ts';

/** The keys of one request: servers accept some thousand. */
const maxAtOnce = 1000;

export async function runPoll(given: Given): Promise<ExitStatus> {
  const target = targetOf(given);
  if (target === undefined) return exitStatus.failure;
  const server = serverOf(target, given.value('chain'));
  if (!server.ok) return fail(server.fault.sentence);
  const keys = keysOf(given.operands);
  if (typeof keys === 'string') return fail(keys);
  const timeoutSeconds = Number(given.value('timeout') ?? usualTimeoutSeconds);
  const waiting = { waits: given.has('wait'), timeoutSeconds };
  const known = await askForAll(server.value, keys);
  if (known.kind === 'refused') return refused(server.value, known.answer);
  return showAll(server.value, { keys, results: known.results }, waiting);
}

async function showAll(
  address: string,
  { keys, results }: { readonly keys: readonly string[]; readonly results: Results },
  { waits, timeoutSeconds }: { readonly waits: boolean; readonly timeoutSeconds: number },
): Promise<ExitStatus> {
  const deadline = systemClock.nowMs() + timeoutSeconds * 1000;
  let status: ExitStatus = exitStatus.success;
  for (const key of keys) {
    let result = results.get(key);
    if (result === undefined && waits) {
      const last = await waitForResult(address, key, deadline);
      result = resultIn(last);
      if (result === undefined) {
        writeErrorLine(`pact: ${key} has no result after ${timeoutSeconds} s`);
        return refused(address, last);
      }
    }
    if (result === undefined) writeErrorLine(`pact: ${key} has no result yet`);
    if (result === undefined || !showResult(result)) status = exitStatus.failure;
  }
  return status;
}

/** Returns each key once, or a sentence if one is not valid. */
function keysOf(operands: readonly string[]): readonly string[] | string {
  const isInput = operands.length === 0 || operands.includes('-');
  const input = isInput ? readStandardInput() : undefined;
  if (input?.kind === 'failure') return `cannot read (stdin): ${input.reason}`;
  const words = (input?.text ?? '').split(/\s+/).filter((word) => word !== '');
  const keys = [...operands.filter((operand) => operand !== '-'), ...words];
  const wrong = keys.find((key) => parseHash(key) === undefined);
  if (wrong !== undefined) {
    const shown = wrong.length > 60 ? `${wrong.slice(0, 60)}...` : wrong;
    return `${shown} is not a request key: it must have 43 letters, digits, - and _, as printed by pact send`;
  }
  return keys.length === 0 ? '(stdin) has no request keys' : [...new Set(keys)];
}

type Results = ReadonlyMap<string, Result>;

type Asked =
  | { readonly kind: 'results'; readonly results: Results }
  | { readonly kind: 'refused'; readonly answer: ServerAnswer };

async function askForAll(address: string, keys: readonly string[]): Promise<Asked> {
  const results = new Map<string, Result>();
  for (let from = 0; from < keys.length; from += maxAtOnce) {
    const some = keys.slice(from, from + maxAtOnce);
    const body = JSON.stringify({ requestKeys: some });
    const answer = await post(`${address}/api/v1/poll`, body, answerWithin);
    const found =
      answer.kind === 'answer' && answer.status === 200 ? readJson(answer.text) : undefined;
    if (found?.kind !== 'value' || !isJsonObject(found.value)) return { kind: 'refused', answer };
    for (const key of some) {
      const result = asResult(found.value.get(key));
      if (result !== undefined) results.set(key, result);
    }
  }
  return { kind: 'results', results };
}

// Waits for the result of a command that was sent. Servers answer `listen` once the result is available, or after some
// minutes with an error that asks the client to retry.

export const usualTimeoutSeconds = 300;

/** Milliseconds between two requests if the server did not wait itself. */
const pauseMs = 500;

/**
 * Returns the answer with the result, or the last answer without one when the time is over. `isFinal`: the server will not
 * have another one.
 */
export async function waitForResult(
  address: string,
  key: string,
  deadline: number,
  isFinal: (answer: ServerAnswer) => boolean = () => false,
): Promise<ServerAnswer> {
  const body = `{"listen":"${key}"}`;
  for (;;) {
    const leftMs = Math.max(1, Math.ceil(deadline - systemClock.nowMs()));
    const answer = await post(`${address}/api/v1/listen`, body, leftMs);
    if ((answer.kind === 'answer' && answer.status === 200) || isFinal(answer)) return answer;
    // The command was accepted, so other answers and broken connections may be temporary.
    if (systemClock.nowMs() + pauseMs >= deadline) return answer;
    await new Promise<void>((resolve) => {
      systemTimer.after(pauseMs, resolve);
    });
  }
}

// Shows the answers of servers about commands: results, and errors with the address.

type Result = ReadonlyMap<string, JsonValue>;

/** Returns the result of a command, whether success or failure. */
export function resultIn(answer: ServerAnswer): Result | undefined {
  if (answer.kind !== 'answer' || answer.status !== 200) return undefined;
  const read = readJson(answer.text);
  return read.kind === 'value' ? asResult(read.value) : undefined;
}

function asResult(value: JsonValue | undefined): Result | undefined {
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
  const advice = status === 404 && isWithoutPath(address) ? nodeAdvice(address) : '';
  return fail(`${advice}${address} answered ${status}${said === '' ? '' : `: ${said}`}`);
}

/** A stand-alone server has no path, a node always has one. */
function isWithoutPath(address: string): boolean {
  return URL.canParse(address) && new URL(address).pathname === '/';
}

const nodeAdvice = (address: string): string =>
  `if this is a node or a devnet, each of its chains has an address of its own: ` +
  `host: ${address}/chainweb/0.0/{networkId}/chain/{chainId}/pact\n`;

/** Makes foreign text safe to print: one line, limited length, no control characters. */
export function printable(text: string): string {
  const line = text.replaceAll(/[^\x20-\x7e\u00a0-\uffff]+/g, ' ').trim();
  return line.length > 500 ? `${line.slice(0, 500)}...` : line;
}
