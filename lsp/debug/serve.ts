// Serves clients of the debugger: one on standard input and output, or several on a port of this machine.

import { createServer, type Server } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { frameOf, FrameReader } from '../server/frames.ts';
import { DebugAdapter, type AdapterOptions } from './adapter.ts';
import { limits } from './limits.ts';

/** Resolves when the client has disconnected. */
export function serveClient(
  input: Readable,
  output: Writable,
  options: AdapterOptions,
): Promise<void> {
  return new Promise((resolve) => {
    const frames = new FrameReader();
    let hasLeft = false;
    const leave = (): void => {
      if (hasLeft) return;
      hasLeft = true;
      void adapter.close().then(resolve);
    };
    const adapter = new DebugAdapter(options, () => setImmediate(leave));
    const report = (text: string): void => {
      const body = { category: 'stderr', output: `pact: ${text}\n` };
      output.write(frameOf({ seq: 0, type: 'event', event: 'output', body }));
    };
    adapter.onDidSendMessage((message) => {
      if (!hasLeft) output.write(frameOf(message));
    });
    input.on('data', (chunk: Buffer) => {
      for (const frame of frames.feed(chunk)) {
        if (frame.kind === 'fault') report(frame.sentence);
        else if (isRequest(frame.json)) adapter.handleMessage(withPathFormat(frame.json));
        else report('a message must be a request with seq and command');
      }
    });
    input.on('end', leave);
    input.on('close', leave);
    input.on('error', leave);
    output.on('error', leave);
  });
}

type Request = {
  readonly seq: number;
  readonly type: string;
  readonly command: string;
  readonly arguments?: object;
};

function isRequest(json: unknown): json is Request {
  if (typeof json !== 'object' || json === null) return false;
  const { seq, type, command }: Partial<Request> = json;
  return typeof seq === 'number' && type === 'request' && typeof command === 'string';
}

/** The protocol's default is paths; the library treats a missing value as an error. */
function withPathFormat(request: Request): Request {
  if (request.command !== 'initialize') return request;
  return { ...request, arguments: { pathFormat: 'path', ...request.arguments } };
}

/** Calls `listening` with the port; port 0 picks a free one. Other machines cannot connect. */
export function servePort(
  port: number,
  options: AdapterOptions,
  listening: (port: number) => void,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer({ allowHalfOpen: false, noDelay: true }, (socket) => {
      void serveClient(socket, socket, options).then(() => socket.end());
    });
    server.maxConnections = limits.sessions;
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) listening(address.port);
      resolve(server);
    });
  });
}
