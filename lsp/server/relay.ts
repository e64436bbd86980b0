// Runs the language server: this thread talks to the editor, and a thread with a large stack handles requests. So a
// long analysis never delays noticing that the editor has disconnected, and only messages are written to standard
// output, even if code in the thread prints something.

import { Worker } from 'node:worker_threads';
import {
  bodyOf,
  errorCodes,
  failure,
  type Frame,
  type JsonMessage,
  type MessageId,
  messageOf,
} from './frames.ts';
import { limits } from './limits.ts';
import {
  type EncodedMessage,
  openTransport,
  type Transport,
  type TransportChoice,
} from './transport.ts';

type RelayOptions = {
  readonly transport: TransportChoice;
  /** The process to end with, besides the one in `initialize`. */
  readonly clientProcess?: number | undefined;
  /** The script of the thread. */
  readonly program: URL;
  /** The heap limit of the thread in megabytes. */
  readonly memoryMegabytes?: number | undefined;
};

/** Resolves with the exit status when the editor ends the server or disconnects. */
export async function relay(options: RelayOptions): Promise<0 | 1> {
  return new Promise((resolve, reject) => {
    const running = new Relay(options, resolve);
    running.watchClient(options.clientProcess);
    running.open(options.transport).catch(reject);
  });
}

class Relay {
  private readonly lifecycle = new Lifecycle();
  private readonly worker: Worker;
  private readonly ended: (status: 0 | 1) => void;
  private readonly memoryMegabytes: number;
  private transport: Transport | undefined;
  private hasEnded = false;

  constructor(
    { program, memoryMegabytes = limits.memoryMegabytes }: RelayOptions,
    ended: (status: 0 | 1) => void,
  ) {
    this.ended = ended;
    this.memoryMegabytes = memoryMegabytes;
    this.worker = new Worker(program, {
      stdout: true,
      resourceLimits: {
        stackSizeMb: limits.stackMegabytes,
        maxOldGenerationSizeMb: memoryMegabytes,
      },
    });
    this.worker.stdout.pipe(process.stderr, { end: false });
    this.worker.on('message', (message: EncodedMessage) => {
      this.lifecycle.outgoing(message);
      this.transport?.send(message.body);
    });
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('its thread ended')));
  }

  async open(choice: TransportChoice): Promise<void> {
    this.transport = await openTransport(choice, {
      frame: (frame) => this.receive(frame),
      closed: () => void this.end(this.lifecycle.exitStatus),
    });
  }

  watchClient(id: number | undefined): void {
    if (id === undefined) return;
    const timer = setInterval(() => {
      if (!isAlive(id)) void this.end(this.lifecycle.exitStatus);
    }, limits.clientWatchMs);
    timer.unref();
  }

  private receive(frame: Frame): void {
    if (frame.kind === 'fault') return this.refuse(errorCodes.parse, frame.sentence);
    const message = messageOf(frame.json);
    if (message === undefined) {
      return this.refuse(errorCodes.invalidRequest, 'this is not a JSON-RPC message');
    }
    const verdict = this.lifecycle.incoming(message);
    switch (verdict.kind) {
      case 'forward':
        if (message.method === 'initialize') this.watchClient(clientOf(message.params));
        return this.worker.postMessage(message);
      case 'reply':
        return this.transport?.send(bodyOf(verdict.message));
      case 'exit':
        return void this.end(verdict.status);
      case 'drop':
    }
  }

  private refuse(code: number, sentence: string): void {
    this.transport?.send(bodyOf(failure(null, code, sentence)));
  }

  /** The thread has ended: answers every open request with an error. */
  private fail(error: Error): void {
    if (this.hasEnded) return;
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    const reason = isTooLarge ? outOfMemory(this.memoryMegabytes) : error.message;
    process.stderr.write(`pact lsp: the server failed: ${reason}\n`);
    if (isTooLarge)
      this.transport?.send(bodyOf(shownMessage(`The Pact language server ${reason}`)));
    for (const id of this.lifecycle.unanswered) {
      this.transport?.send(
        bodyOf(failure(id, errorCodes.internal, 'the server failed and is shutting down')),
      );
    }
    void this.end(1);
  }

  private async end(status: 0 | 1): Promise<void> {
    if (this.hasEnded) return;
    this.hasEnded = true;
    await this.transport?.end();
    this.ended(status);
  }
}

const outOfMemory = (megabytes: number): string =>
  `needed more than ${megabytes} MB of memory and ended. Close very large files, or list the folders of the ` +
  'project as `sources` and `tests` in pact.yaml.';

/** A `window/showMessage` notification with an error. */
const shownMessage = (message: string): object => ({
  jsonrpc: '2.0',
  method: 'window/showMessage',
  params: { type: 1, message },
});

function clientOf(params: unknown): number | undefined {
  const id = (params as { readonly processId?: unknown } | null | undefined)?.processId;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

// Enforces the order of messages: `initialize` first, only `exit` after `shutdown`. Keeps track of open requests.

type Verdict =
  | { readonly kind: 'forward' }
  | { readonly kind: 'reply'; readonly message: object }
  | { readonly kind: 'drop' }
  | { readonly kind: 'exit'; readonly status: 0 | 1 };

class Lifecycle {
  private state: 'new' | 'running' | 'shut-down' = 'new';
  private readonly open = new Set<MessageId>();

  /** Call this for a message of the client. */
  incoming(message: JsonMessage): Verdict {
    const { method, id } = message;
    if (method === 'exit') return { kind: 'exit', status: this.exitStatus };
    if (method === undefined) return this.state === 'new' ? { kind: 'drop' } : { kind: 'forward' };
    if (id === undefined || id === null) {
      return this.state === 'running' ? { kind: 'forward' } : { kind: 'drop' };
    }
    const refusal = this.refusalOf(method);
    if (refusal !== undefined) {
      return { kind: 'reply', message: failure(id, refusal.code, refusal.sentence) };
    }
    if (method === 'initialize') this.state = 'running';
    if (method === 'shutdown') this.state = 'shut-down';
    this.open.add(id);
    return { kind: 'forward' };
  }

  /** Call this for a message of the server. */
  outgoing({ method, id }: Pick<JsonMessage, 'method' | 'id'>): void {
    if (method === undefined && id !== undefined && id !== null) this.open.delete(id);
  }

  /** The exit status of a process that ends now. */
  get exitStatus(): 0 | 1 {
    return this.state === 'shut-down' ? 0 : 1;
  }

  /** The ids of open requests. */
  get unanswered(): readonly MessageId[] {
    return [...this.open];
  }

  private refusalOf(
    method: string,
  ): { readonly code: number; readonly sentence: string } | undefined {
    if (this.state === 'new' && method !== 'initialize') {
      return { code: errorCodes.notInitialized, sentence: 'the first request must be initialize' };
    }
    if (this.state !== 'new' && method === 'initialize') {
      return { code: errorCodes.invalidRequest, sentence: 'the server is initialized already' };
    }
    if (this.state === 'shut-down') {
      return { code: errorCodes.invalidRequest, sentence: 'the server is shutting down' };
    }
    return undefined;
  }
}
