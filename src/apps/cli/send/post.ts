// Sends one HTTP request to a server, with limits on time and size.

import { decodeUtf8 } from '../../../base/bytes.ts';
import { refusedReason } from '../../../tools/modules/index.ts';

export type ServerAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  /** There was no answer; `reason` is a phrase. */
  | { readonly kind: 'silence'; readonly reason: string };

/** The time limit in milliseconds of requests that a server answers at once. */
export const answerWithin = 60_000;

/** The most bytes of an answer: a result has at most some hundred kilobytes. */
const maxAnswerBytes = 64 * 1024 * 1024;

export function post(url: string, body: string, timeoutMs: number): Promise<ServerAnswer> {
  const headers = { 'content-type': 'application/json' };
  return ask(url, { method: 'POST', headers, body }, timeoutMs);
}

export function get(url: string, timeoutMs: number): Promise<ServerAnswer> {
  return ask(url, { method: 'GET' }, timeoutMs);
}

async function ask(url: string, request: RequestInit, timeoutMs: number): Promise<ServerAnswer> {
  try {
    const response = await fetch(url, {
      ...request,
      // No redirects: signed commands go only to the server that the user named.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = await bytesOf(response, maxAnswerBytes);
    const text = bytes && decodeUtf8(bytes);
    if (text === undefined) return { kind: 'silence', reason: 'its answer cannot be read' };
    return { kind: 'answer', status: response.status, text };
  } catch (error) {
    return { kind: 'silence', reason: reasonOfSilence(error, timeoutMs) };
  }
}

/** Reads the body of an answer; `undefined` if it is longer. */
export async function bytesOf(
  { body }: Response,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // `fetch` yields bytes.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', refusedReason],
  ['ECONNRESET', 'the server closed the connection'],
  ['UND_ERR_SOCKET', 'the server closed the connection'],
  ['ENOTFOUND', 'there is no such host'],
  ['EAI_AGAIN', 'the host name cannot be looked up'],
  ['EHOSTUNREACH', 'the host is unreachable'],
  ['ENETUNREACH', 'the network is unreachable'],
]);

export function reasonOfSilence(error: unknown, timeoutMs: number): string {
  // `fetch` throws an error whose cause is the error of the connection.
  const { name, cause, message } = error as Error & { readonly cause?: Partial<Caused> };
  if (name === 'TimeoutError') return `no answer in ${Math.ceil(timeoutMs / 1000)} s`;
  const known = reasons.get(cause?.code ?? '');
  return known ?? cause?.message ?? cause?.code ?? message;
}

type Caused = { readonly code: string; readonly message: string };
