// The service interface of a node over HTTP, for exports: bounded in bytes and time, without redirects and compression.

import type { ServiceAnswer, ServicePort, ServiceRequest } from '../../../tools/export/index.ts';
import { bytesOf, reasonOfSilence } from '../send/post.ts';

/** Milliseconds until the end of an answer: three megabytes over a slow line. */
const answerWithinMs = 300_000;

export function httpService(url: string): ServicePort {
  const address = url.replace(/\/+$/, '');
  return {
    address,
    ask: (request) => ask(address, request),
    listen: async ({ path, signal, onData }) => {
      try {
        const headers = { accept: 'text/event-stream', 'accept-encoding': 'identity' };
        const response = await fetch(address + path, { headers, redirect: 'error', signal });
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
        if (response.status !== 200 || isStream !== true) {
          await response.body?.cancel();
          return false;
        }
        // `fetch` yields bytes. They only tell that something is new.
        for await (const _ of (response.body ?? []) as AsyncIterable<Uint8Array>) onData();
        return true;
      } catch {
        return true;
      }
    },
  };
}

async function ask(address: string, request: ServiceRequest): Promise<ServiceAnswer> {
  const { method, path, body, maxBytes, signal } = request;
  try {
    const response = await fetch(address + path, {
      method,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    });
    const bytes = await bytesOf(response, maxBytes);
    if (bytes === undefined) return { kind: 'too-large' };
    const retryAfterMs = retryAfterOf(response.headers.get('retry-after'));
    return { kind: 'answer', status: response.status, body: bytes, retryAfterMs };
  } catch (error) {
    return { kind: 'silence', reason: reasonOfSilence(error, answerWithinMs) };
  }
}

/** Reads seconds; dates, which proxies hardly send, are ignored. */
function retryAfterOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
}
