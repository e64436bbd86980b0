// The connection to a client: one JSON-RPC message a line, read from one stream and written to another. The memory for a line
// is limited, and a line that cannot be a message is answered, so a client never waits for nothing.

import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
  RequestIdSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { decodeUtf8 } from '../../../base/bytes.ts';
import { LineReader, type ReadLine } from './line-reader.ts';

type TransportOptions = {
  readonly input: Readable;
  readonly output: Writable;
  /** Of a line. */
  readonly maxBytes: number;
  /** How long calls may run after the end of the input. */
  readonly lastMilliseconds: number;
};

export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  private readonly options: TransportOptions;
  private readonly lines: LineReader;
  /** The requests without an answer yet. */
  private readonly open = new Set<RequestId>();
  private hasEnded = false;
  private isClosed = false;

  constructor(options: TransportOptions) {
    this.options = options;
    this.lines = new LineReader(options.maxBytes, (line) => this.takeLine(line));
  }

  start(): Promise<void> {
    const { input, output } = this.options;
    input.on('data', (chunk: Buffer) => this.lines.take(chunk));
    input.on('end', () => this.end());
    input.on('close', () => this.end());
    // The client has disconnected.
    output.on('error', () => void this.close());
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const { output } = this.options;
    const line = `${JSON.stringify(message)}\n`;
    return new Promise((resolve) => {
      output.write(line, () => resolve());
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
        this.settle(message.id);
      }
    });
  }

  close(): Promise<void> {
    if (!this.isClosed) {
      this.isClosed = true;
      this.options.input.pause();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  private takeLine(line: ReadLine): void {
    if (line.kind === 'too-long') {
      const megabytes = this.options.maxBytes / 1024 / 1024;
      this.refuse(
        ErrorCode.InvalidRequest,
        `a message has at most ${megabytes} MB in one line, so this one was not read: send less, or the path of a file`,
        idIn(line.start, line.end),
      );
      return;
    }
    const text = decodeUtf8(line.bytes);
    if (text === undefined) {
      this.refuse(ErrorCode.ParseError, 'the line is not UTF-8 text', idIn(line.bytes, line.bytes));
    } else if (text.trim() !== '') this.takeText(text);
  }

  private takeText(text: string): void {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      this.refuse(ErrorCode.ParseError, 'the line is not JSON: send one message a line', undefined);
      return;
    }
    const read = JSONRPCMessageSchema.safeParse(json);
    if (read.success) this.deliver(read.data);
    else {
      const words = 'the line is not a message of JSON-RPC 2.0';
      this.refuse(ErrorCode.InvalidRequest, words, idOf(json));
    }
  }

  private deliver(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.open.add(message.id);
    this.onmessage?.(message);
    // A cancelled request gets no answer.
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.settle(idOf({ id: message.params?.['requestId'] }));
    }
  }

  private refuse(code: number, message: string, id: RequestId | undefined): void {
    const known = id === undefined ? {} : { id };
    void this.send({ jsonrpc: '2.0', ...known, error: { code, message } });
  }

  private settle(id: RequestId | undefined): void {
    if (id !== undefined) this.open.delete(id);
    this.closeAfterLast();
  }

  private end(): void {
    if (this.hasEnded) return;
    this.lines.end();
    this.hasEnded = true;
    setTimeout(() => void this.close(), this.options.lastMilliseconds).unref();
    this.closeAfterLast();
  }

  private closeAfterLast(): void {
    if (this.hasEnded && this.open.size === 0) void this.close();
  }
}

const withId = z.looseObject({ id: RequestIdSchema });

const idOf = (json: unknown): RequestId | undefined => withId.safeParse(json).data?.id;

// The id of a message that cannot be read as a whole, from its first or last bytes: clients write it there.

const id = '"id"\\s*:\\s*(-?\\d{1,15}|"(?:[^"\\\\]|\\\\.){0,200}")';
const others = '(?:"jsonrpc"\\s*:\\s*"2\\.0"|"method"\\s*:\\s*"[^"\\\\]*")';

/** At the start only members with short values may come before it, at the end only such may follow. */
const atStart = new RegExp(`^\\s*\\{\\s*(?:${others}\\s*,\\s*)*${id}\\s*[,}]`);
const atEnd = new RegExp(`,\\s*${id}\\s*(?:,\\s*${others}\\s*)*\\}\\s*$`);

/** `undefined` if the id is not there, as in a notification. */
export function idIn(start: Uint8Array, end: Uint8Array): RequestId | undefined {
  const found = atStart.exec(latin(start))?.[1] ?? atEnd.exec(latin(end))?.[1];
  if (found === undefined) return undefined;
  try {
    // The patterns match only numbers and strings.
    return JSON.parse(found) as RequestId;
  } catch {
    return undefined;
  }
}

/** Bytes outside of ASCII are in no number, and spoil only ids that a client made of such characters. */
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
