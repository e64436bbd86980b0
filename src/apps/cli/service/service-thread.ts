// The thread of a service: starts it, reports faults that the user can fix, and stops it on request.

import { parentPort } from 'node:worker_threads';
import { assert } from '../../../base/assert.ts';
import { isStoreFault } from '../../../storage/entries/index.ts';
import { systemSentence } from '../exit.ts';
import type { FromService } from './run-service.ts';

export class ServiceThread {
  private readonly port = parentPort;

  private readonly post = (message: FromService): void => this.send(message);

  /** Sends a message that only this service has. */
  send(message: { readonly kind: string }): void {
    assert(this.port !== null, 'a thread has a port to the one that started it');
    this.port.postMessage(message);
  }

  readonly fail = (sentence: string): void => this.post({ kind: 'failed', sentence });

  readonly log = (text: string): void => this.post({ kind: 'log', text });

  readonly trouble = (sentence: string): void => this.post({ kind: 'trouble', sentence });

  /** An error that is a bug ends the thread, and the main thread reports it. */
  run(start: () => Promise<void>, texts: (failed: FailedAddress) => AddressTexts): void {
    void start().catch((error: unknown) => {
      const sentence = isStoreFault(error)
        ? error.message
        : (addressFault(error, texts(failedAddress(error))) ?? systemSentence(error));
      if (sentence === undefined) throw error;
      this.fail(sentence);
    });
  }

  /** Calls `stop` once, when the main thread asks the service to stop. */
  untilAsked(stop: () => Promise<void>): void {
    this.port?.once('message', () => {
      void stop().then(() => {
        this.post({ kind: 'stopped' });
        this.port?.close();
      });
    });
  }
}

// Explains why a service cannot listen on an address.

/** Each text is one sentence. */
type AddressTexts = {
  readonly inUse: string;
  /** The port needs administrator rights. */
  readonly reserved: string;
  /** It is not an address of this machine. */
  readonly unknown: string;
};

/** The address of an error: an unknown host, or else a port. */
type FailedAddress = {
  readonly host: string | undefined;
  readonly port: number | undefined;
};

function failedAddress(error: unknown): FailedAddress {
  const { hostname: host, port } = error as { readonly hostname?: string; readonly port?: number };
  return { host, port };
}

export function isAbout(
  { host, port }: FailedAddress,
  place: { readonly host: string; readonly port: number | undefined },
): boolean {
  if (place.port === undefined) return false;
  return port === undefined ? host === place.host : port === place.port;
}

/** Returns `undefined` if the error is not about an address. */
export function addressFault(error: unknown, texts: AddressTexts): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return texts.inUse;
    case 'EACCES':
      // With a path, it is about a file.
      return path === undefined ? texts.reserved : undefined;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return texts.unknown;
    default:
      return undefined;
  }
}
