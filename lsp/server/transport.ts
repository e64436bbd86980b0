// The connections between an editor and the server: standard input and output, a socket or pipe that the editor listens
// on, or Node's channel between processes.

import { connect } from 'node:net';
import { type Frame, framed, FrameReader, type JsonMessage } from './frames.ts';

export type TransportChoice =
  | { readonly kind: 'stdio' }
  | { readonly kind: 'node-ipc' }
  /** The editor listens on this machine. */
  | { readonly kind: 'socket'; readonly port: number }
  | { readonly kind: 'pipe'; readonly name: string };

type Receiver = {
  readonly frame: (frame: Frame) => void;
  readonly closed: () => void;
};

export type Transport = {
  /** A message as JSON in UTF-8. */
  readonly send: (body: Uint8Array) => void;
  /** Resolves after everything was written. */
  readonly end: () => Promise<void>;
};

/** Rejects if nothing listens at the other end. */
export async function openTransport(
  choice: TransportChoice,
  receiver: Receiver,
): Promise<Transport> {
  switch (choice.kind) {
    case 'stdio':
      return onStreams(process.stdin, process.stdout, receiver);
    case 'node-ipc':
      return onProcess(receiver);
    case 'socket':
      return onSocket({ port: choice.port, host: '127.0.0.1' }, receiver);
    case 'pipe':
      return onSocket({ path: choice.name }, receiver);
  }
}

function onStreams(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  { frame, closed }: Receiver,
): Transport {
  const reader = new FrameReader();
  input.on('data', (chunk: Uint8Array) => {
    for (const each of reader.feed(chunk)) frame(each);
  });
  for (const event of ['end', 'close', 'error']) input.on(event, closed);
  // The reader of the output has closed it: there is nothing left to do.
  output.on('error', closed);
  return {
    send: (body) => void output.write(framed(body)),
    end: () => new Promise((resolve) => output.write('', () => resolve())),
  };
}

function onProcess({ frame, closed }: Receiver): Transport {
  const send = process.send?.bind(process);
  if (send === undefined) {
    throw new Error('--node-ipc needs a Node process that started this one with a channel');
  }
  process.on('message', (json) => frame({ kind: 'message', json }));
  process.on('disconnect', closed);
  let last = Promise.resolve();
  return {
    send: (body) => {
      const message: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
      last = new Promise((resolve) => void send(message, undefined, {}, () => resolve()));
    },
    end: () => last,
  };
}

async function onSocket(
  where: { readonly port: number; readonly host: string } | { readonly path: string },
  receiver: Receiver,
): Promise<Transport> {
  const socket = connect(where);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return onStreams(socket, socket, receiver);
}

export type EncodedMessage = Pick<JsonMessage, 'id' | 'method'> & {
  /** JSON in UTF-8. */
  readonly body: Uint8Array;
};
