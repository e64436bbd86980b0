// The body of a request as text, bounded while it comes in: what a head says of the length is not
// believed.

import type { IncomingMessage } from 'node:http';
import { concatBytes, decodeUtf8 } from '../base/bytes.ts';
import { fault, type Answer } from './answer.ts';

export type Body =
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'refused'; readonly answer: Answer }
  /** The client has gone. */
  | { readonly kind: 'gone' };

export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Body> {
  const wrong = headFault(request, mostBytes);
  if (wrong !== undefined) return { kind: 'refused', answer: wrong };
  const bytes = await received(request, mostBytes);
  if (bytes === 'gone') return { kind: 'gone' };
  if (bytes === 'too-large') return { kind: 'refused', answer: tooLarge(mostBytes) };
  const text = decodeUtf8(bytes);
  if (text !== undefined) return { kind: 'body', text };
  return { kind: 'refused', answer: fault(400, 'the body is not UTF-8') };
}

function headFault({ headers }: IncomingMessage, mostBytes: number): Answer | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (type.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    return fault(415, 'the header content-type must be application/json');
  }
  if (encoding.toLowerCase() !== 'identity') {
    return fault(415, 'the body must not be compressed: leave out the header content-encoding');
  }
  return Number(headers['content-length'] ?? 0) > mostBytes ? tooLarge(mostBytes) : undefined;
}

function tooLarge(mostBytes: number): Answer {
  return fault(413, `the body is larger than ${mostBytes} bytes`);
}

function received(
  request: IncomingMessage,
  mostBytes: number,
): Promise<Uint8Array | 'too-large' | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    request.on('data', (chunk: Uint8Array) => {
      length += chunk.length;
      if (length > mostBytes) resolve('too-large');
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(concatBytes(chunks)));
    request.on('close', () => resolve('gone'));
    request.on('error', () => resolve('gone'));
  });
}
