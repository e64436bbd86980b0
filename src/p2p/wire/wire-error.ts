// Carries a fault of a connection through the callbacks of sockets and of the HTTP client, which take errors only.

import { errors } from 'undici';
import type { WireFault } from '../messages/wire.ts';

export class WireError extends Error {
  readonly fault: WireFault;

  constructor(kind: WireFault['kind'], sentence: string) {
    super(sentence);
    this.fault = { kind, sentence };
  }
}

/** Returns the fault of an error of a connection. The text of errors may have parts that the peer chose, so only codes are used. */
export function faultOf(error: unknown): WireFault {
  if (error instanceof WireError) return error.fault;
  const code = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? '') : '';
  if (error instanceof errors.HTTPParserError || malformedCodes.has(code)) {
    return { kind: 'malformed', sentence: 'the answer is not valid HTTP' };
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { kind: 'too-large', sentence: 'the answer has too many header lines' };
  }
  const known = sentences.get(code);
  if (known !== undefined) return { kind: 'unreachable', sentence: known };
  return {
    kind: 'unreachable',
    sentence: `there is no connection (${/^[A-Z0-9_]{1,60}$/.test(code) ? code : 'unknown reason'})`,
  };
}

const malformedCodes: ReadonlySet<string> = new Set(['UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);

export const peerClosed = 'the peer closed the connection';

const sentences: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOTFOUND', 'the name has no address'],
  ['EAI_AGAIN', 'the name cannot be looked up now'],
  ['EHOSTUNREACH', 'there is no way to the host'],
  ['ENETUNREACH', 'there is no way to the network'],
  ['ETIMEDOUT', 'the host does not answer'],
  ['UND_ERR_SOCKET', peerClosed],
  ['ECONNRESET', peerClosed],
  ['EPIPE', peerClosed],
]);
