// One question to a server over HTTP, with an end in any case.

import { decodeUtf8 } from '../../base/bytes.ts';

export type ServerAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  /** There was no answer: a phrase that says why. */
  | { readonly kind: 'silence'; readonly reason: string };

/** Milliseconds until a server has answered that need not wait for anything. */
export const answerWithin = 60_000;

/** Bytes of an answer: a result has some hundred kilobytes at most. */
const longestAnswer = 64 * 1024 * 1024;

export async function post(url: string, body: string, timeoutMs: number): Promise<ServerAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      // No redirects: signed commands go only to the server that the user named.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await textOf(response);
    if (text === undefined) return { kind: 'silence', reason: 'its answer cannot be read' };
    return { kind: 'answer', status: response.status, text };
  } catch (error) {
    return { kind: 'silence', reason: reasonOf(error, timeoutMs) };
  }
}

/** `undefined` where it is too long, or no text. */
async function textOf({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // `fetch` gives bytes.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > longestAnswer) return undefined;
    chunks.push(chunk);
  }
  return decodeUtf8(Buffer.concat(chunks));
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ECONNRESET', 'it closed the connection'],
  ['UND_ERR_SOCKET', 'it closed the connection'],
  ['ENOTFOUND', 'there is no such name'],
  ['EAI_AGAIN', 'its name cannot be looked up'],
  ['EHOSTUNREACH', 'there is no way to it'],
  ['ENETUNREACH', 'there is no way to it'],
]);

function reasonOf(error: unknown, timeoutMs: number): string {
  // What `fetch` fails with: an error whose cause is that of the connection.
  const { name, cause, message } = error as Error & { readonly cause?: Partial<Caused> };
  if (name === 'TimeoutError') return `no answer in ${Math.ceil(timeoutMs / 1000)} s`;
  const known = reasons.get(cause?.code ?? '');
  return known ?? cause?.message ?? cause?.code ?? message;
}

type Caused = { readonly code: string; readonly message: string };
