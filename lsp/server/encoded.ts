// The messages of the thread for the connection, encoded in the thread, because copying a large answer between threads as
// objects takes longer than making it. The relay, which starts first, loads nothing of this.

import type { MessagePort } from 'node:worker_threads';
import {
  AbstractMessageWriter,
  type Message,
  type MessageWriter,
} from 'vscode-languageserver/node';
import type { JsonMessage } from './frames.ts';
import type { EncodedMessage } from './transport.ts';

export class EncodingWriter extends AbstractMessageWriter implements MessageWriter {
  private readonly port: MessagePort;
  private readonly encoder = new TextEncoder();

  constructor(port: MessagePort) {
    super();
    this.port = port;
  }

  write(message: Message & Pick<JsonMessage, 'id' | 'method'>): Promise<void> {
    const { id, method } = message;
    const body = this.encoder.encode(JSON.stringify(message));
    const encoded: EncodedMessage = {
      body,
      ...(id !== undefined && { id }),
      ...(method !== undefined && { method }),
    };
    this.port.postMessage(encoded, [body.buffer]);
    return Promise.resolve();
  }

  end(): void {
    // The thread ends with the process.
  }
}
