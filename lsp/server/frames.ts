// Messages on a byte stream: a header with the length, an empty line, a JSON body. Invalid frames are reported, and
// reading continues with the next one. JSON-RPC messages as plain data, with the parts that the relay needs.

import { limits } from './limits.ts';

export type Frame =
  | { readonly kind: 'message'; readonly json: unknown }
  | { readonly kind: 'fault'; readonly sentence: string };

export const bodyOf = (message: object): Uint8Array => Buffer.from(JSON.stringify(message), 'utf8');

export const frameOf = (message: object): Uint8Array => framed(bodyOf(message));

/** Makes a frame from a body. */
export function framed(body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`, 'latin1'), body]);
}

/** Accepts the stream in chunks of any size. */
export class FrameReader {
  private chunks: Uint8Array[] = [];
  private size = 0;
  /** Bytes of the next body; `undefined` while its header is incomplete. */
  private bodySize: number | undefined;
  /** Bytes of a body that is too large, still to be skipped. */
  private skipped = 0;

  feed(chunk: Uint8Array): readonly Frame[] {
    const frames: Frame[] = [];
    this.chunks.push(chunk);
    this.size += chunk.length;
    for (let frame = this.next(); frame !== undefined; frame = this.next()) {
      if (frame !== 'skip') frames.push(frame);
    }
    return frames;
  }

  private next(): Frame | 'skip' | undefined {
    if (this.skipped > 0) return this.skip();
    if (this.bodySize === undefined) return this.readHeader();
    if (this.size < this.bodySize) return undefined;
    const body = this.take(this.bodySize);
    this.bodySize = undefined;
    try {
      return { kind: 'message', json: JSON.parse(body.toString('utf8')) as unknown };
    } catch (error) {
      return fault(`the message is not JSON: ${(error as Error).message}`);
    }
  }

  private readHeader(): Frame | 'skip' | undefined {
    if (this.size === 0) return undefined;
    const all = this.all();
    const end = headerEnd(all);
    if (end === undefined) return all.length > limits.headerBytes ? this.findNext(all) : undefined;
    const header = all.toString('latin1', 0, end);
    const length = /^content-length:[ \t]*(\d{1,15})[ \t]*\r?$/im.exec(header)?.[1];
    if (length === undefined) return this.findNext(all);
    this.take(end);
    if (Number(length) <= limits.messageBytes) {
      this.bodySize = Number(length);
      return 'skip';
    }
    this.skipped = Number(length);
    return fault(`the message has ${length} bytes; at most ${limits.messageBytes} are read`);
  }

  /** Continues at the next header, if there is one. */
  private findNext(all: Buffer): Frame {
    const at = all.indexOf('Content-Length:', 1, 'latin1');
    // The beginning of one may be at the end.
    this.take(at === -1 ? Math.max(all.length - 'Content-Length'.length, 1) : at);
    return fault('a message must begin with a header that has a Content-Length');
  }

  private skip(): 'skip' | undefined {
    const size = Math.min(this.skipped, this.size);
    if (size === 0) return undefined;
    this.take(size);
    this.skipped -= size;
    return 'skip';
  }

  private all(): Buffer {
    const all = Buffer.concat(this.chunks);
    this.chunks = [all];
    return all;
  }

  private take(size: number): Buffer {
    const all = this.all();
    this.chunks = [all.subarray(size)];
    this.size -= size;
    return all.subarray(0, size);
  }
}

/** Returns where the body begins. */
function headerEnd(bytes: Buffer): number | undefined {
  const head = bytes.subarray(0, limits.headerBytes);
  const strict = head.indexOf('\r\n\r\n', 0, 'latin1');
  if (strict !== -1) return strict + 4;
  const loose = head.indexOf('\n\n', 0, 'latin1');
  return loose === -1 ? undefined : loose + 2;
}

const fault = (sentence: string): Frame => ({ kind: 'fault', sentence });

export type MessageId = number | string;

export type JsonMessage = {
  readonly id?: MessageId | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
};

export const errorCodes = {
  parse: -32700,
  invalidRequest: -32600,
  internal: -32603,
  notInitialized: -32002,
} as const;

/** Returns `undefined` for JSON that is not a message. */
export function messageOf(json: unknown): JsonMessage | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const message: JsonMessage = json;
  if (message.method !== undefined && typeof message.method !== 'string') return undefined;
  if (message.method === undefined && message.id === undefined) return undefined;
  if (message.id === undefined || message.id === null) return message;
  return ['number', 'string'].includes(typeof message.id) ? message : undefined;
}

export function failure(id: MessageId | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
