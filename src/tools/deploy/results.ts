// Queries a network about transactions: what they would do, and their results.

import {
  isJsonNumber,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  printJson,
  printJsonString,
} from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  askCode,
  type AskFault,
  type Asking,
  jsonObjectIn,
  type NetworkPort,
  valueIn,
} from '../modules/index.ts';
import { commandText, isComplete, type Transaction } from './transaction.ts';
import type { Timer } from '../../base/ports/time.ts';
import { firstPauseMs, maxPauseMs, triesOfQuestion } from './limits.ts';

export type Outcome =
  | { readonly kind: 'success'; readonly gas: string }
  | { readonly kind: 'failure'; readonly gas: string; readonly message: string };

/** Returns what the transaction would do now. */
export async function preflight(
  port: NetworkPort,
  chain: string,
  transaction: Transaction,
): Promise<Result<Outcome, AskFault>> {
  const path = `local?preflight=true&signatureVerification=${String(isComplete(transaction))}`;
  const answer = await port.ask(chain, path, commandText(transaction));
  const address = port.addressOf(chain);
  const read = jsonObjectIn(answer, address);
  if (!read.ok) return read;
  const inner = read.value.get('preflightResult');
  return outcomeIn(inner !== undefined && isJsonObject(inner) ? inner : read.value, address);
}

/** Returns results by request key; those without a result are left out. */
export async function poll(
  port: NetworkPort,
  chain: string,
  asked: { readonly keys: readonly string[]; readonly confirmations: number },
): Promise<Result<ReadonlyMap<string, Outcome>, AskFault>> {
  const { keys, confirmations } = asked;
  const path = confirmations > 0 ? `poll?confirmationDepth=${confirmations}` : 'poll';
  const body = `{"requestKeys":[${keys.map(printJsonString).join(',')}]}`;
  const address = port.addressOf(chain);
  const read = jsonObjectIn(await port.ask(chain, path, body), address);
  if (!read.ok) return read;
  const outcomes = new Map<string, Outcome>();
  for (const key of keys) {
    const result = read.value.get(key);
    if (result === undefined || !isJsonObject(result)) continue;
    const outcome = outcomeIn(result, address);
    if (!outcome.ok) return outcome;
    outcomes.set(key, outcome.value);
  }
  return good(outcomes);
}

/** Returns whether the network accepted it. */
export async function sendTo(
  port: NetworkPort,
  chain: string,
  transaction: Omit<Transaction, 'expires'>,
): Promise<Result<undefined, AskFault>> {
  const body = `{"cmds":[${commandText(transaction)}]}`;
  const read = jsonObjectIn(await port.ask(chain, 'send', body), port.addressOf(chain));
  return read.ok ? good(undefined) : read;
}

/** Returns the time of the newest block, in seconds since 1970. */
export async function chainTime(
  port: NetworkPort,
  asking: Asking,
): Promise<Result<number, AskFault>> {
  const answer = await askCode(port, { ...asking, code: '(at "block-time" (chain-data))' });
  if (!answer.ok) return answer;
  const { value } = answer;
  const text = isJsonObject(value) ? (value.get('timep') ?? value.get('time')) : undefined;
  const milliseconds = typeof text === 'string' ? Date.parse(text) : NaN;
  if (Number.isFinite(milliseconds)) return good(Math.floor(milliseconds / 1000));
  const address = port.addressOf(asking.chain);
  return bad({ kind: 'refused', sentence: `${address} does not report the time of its chain` });
}

function outcomeIn(result: JsonObject, address: string): Result<Outcome, AskFault> {
  const gas = gasText(result.get('gas'));
  const value = valueIn(result, address);
  if (value.ok) return good({ kind: 'success', gas });
  const { kind, sentence } = value.fault;
  return kind === 'failed' ? good({ kind: 'failure', gas, message: sentence }) : value;
}

const gasText = (gas: JsonValue | undefined): string =>
  gas !== undefined && isJsonNumber(gas) ? printJson(gas) : '0';

/**
 * Retries requests that get no response, with growing pauses, a limited number of times. Every request of a deployment
 * may be repeated: queries change nothing, and a repeated transaction counts once.
 */
export function patientPort(port: NetworkPort, timer: Timer): NetworkPort {
  return {
    addressOf: (chain) => port.addressOf(chain),
    async ask(chain, path, body) {
      for (let tries = 1; ; tries++) {
        const answer = await port.ask(chain, path, body);
        const isPassing =
          answer.kind === 'silence' || answer.status === 429 || answer.status >= 500;
        if (!isPassing || tries >= triesOfQuestion) return answer;
        await pause(timer, pauseAfter(tries));
      }
    },
  };
}

/** Milliseconds. */
const pauseAfter = (tries: number): number =>
  Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(tries - 1, 20));

export const pause = (timer: Timer, milliseconds: number): Promise<void> =>
  new Promise((resolve) => void timer.after(milliseconds, resolve));
