// Runs code on a network without a transaction: one request to `local`, with nothing signed and nothing saved.

import { readJson } from '../../base/json-reader.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  commandHash,
  emptyPublicMeta,
  encodeCommand,
  encodePayload,
  encodePublicMeta,
} from '../../chain/command/index.ts';
import { Decimal, unit, usualGasLimit, type PactValue } from '../../lang/session/run.ts';
import { answerDepth, maxMessageLength } from './limits.ts';
import { type AskFault, type NetworkAnswer, type NetworkPort, unreachable } from './port.ts';

export type CodeQuestion = {
  readonly networkId: string;
  readonly chain: string;
  readonly code: string;
  readonly data?: PactValue;
  /** Seconds since 1970. */
  readonly now: bigint;
};

const path = 'local?preflight=false&signatureVerification=false';

/** Returns the value as JSON. An error of the code is a fault of the kind `failed`, with the network's message. */
export async function askCode(
  port: NetworkPort,
  question: CodeQuestion,
): Promise<Result<JsonValue, AskFault>> {
  const { networkId, chain, code, data = unit, now } = question;
  const meta = {
    ...emptyPublicMeta,
    chainId: chain,
    gasLimit: BigInt(usualGasLimit),
    gasPrice: new Decimal(1n, 8),
    ttl: 600n,
    creationTime: now,
  };
  const message = { kind: 'exec', code, data } as const;
  const cmd = encodePayload(
    { networkId, message, signers: [], verifiers: undefined, meta, nonce: 'question' },
    encodePublicMeta,
  );
  const body = encodeCommand({ cmd, hash: commandHash(cmd), signatures: [] });
  const answer = await port.ask(chain, path, body);
  const result = jsonObjectIn(answer, port.addressOf(chain));
  return result.ok ? valueIn(result.value, port.addressOf(chain)) : result;
}

/** Returns the value of a transaction's result, or its error message. */
export function valueIn(result: JsonObject, address: string): Result<JsonValue, AskFault> {
  const outcome = result.get('result');
  if (outcome === undefined || !isJsonObject(outcome)) return bad(strange(address));
  if (outcome.get('status') === 'success') {
    const data = outcome.get('data');
    return data === undefined ? bad(strange(address)) : good(data);
  }
  const error = outcome.get('error');
  const message = error !== undefined && isJsonObject(error) ? error.get('message') : undefined;
  if (typeof message !== 'string') return bad(strange(address));
  return bad({ kind: 'failed', sentence: printable(message) });
}

/** Returns the JSON object in an answer with status 200. */
export function jsonObjectIn(answer: NetworkAnswer, address: string): Result<JsonObject, AskFault> {
  if (answer.kind === 'silence') {
    return bad({ kind: 'silence', sentence: unreachable(address, answer.reason) });
  }
  const { status, text } = answer;
  if (status !== 200) return bad(refusedBy(address, status, text));
  const read = readJson(text, { depth: answerDepth });
  if (read.kind === 'fault' || !isJsonObject(read.value)) return bad(strange(address));
  return good(read.value);
}

function refusedBy(address: string, status: number, text: string): AskFault {
  const said = printable(text);
  const sentence = `${address} answered ${status}${said === '' ? '' : `: ${said}`}`;
  // A busy server, or a proxy that cannot reach its server.
  const isPassing = status === 429 || status >= 500;
  return { kind: isPassing ? 'silence' : 'refused', sentence };
}

const strange = (address: string): AskFault => ({
  kind: 'refused',
  sentence: `${address} sent an answer that is not the result of a transaction`,
});

/** Cleans untrusted text: one line, limited length, no control characters for terminals. */
export function printable(text: string): string {
  const line = text.replaceAll(/[^\x20-\x7e\u00a0-\u2027\u2030-\u2065\u2070-\uffff]+/g, ' ').trim();
  return line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}...` : line;
}
