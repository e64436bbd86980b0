// The thread of a service: starts it, reports faults that the user can fix, and stops it on request.

import { parentPort } from 'node:worker_threads';
import { assert } from '../../../base/assert.ts';
import { isStoreFault } from '../../../storage/entries/index.ts';
import { systemSentence } from '../system-fault.ts';
import {
  addressFault,
  failedAddress,
  type AddressTexts,
  type FailedAddress,
} from './address-fault.ts';
import type { FromService } from './messages.ts';

export class ServiceThread {
  private readonly port = parentPort;

  private readonly tell = (message: FromService): void => this.send(message);

  /** Sends a message that only this service has. */
  send(message: { readonly kind: string }): void {
    assert(this.port !== null, 'a thread has a port to the one that started it');
    this.port.postMessage(message);
  }

  readonly fail = (sentence: string): void => this.tell({ kind: 'failed', sentence });

  readonly log = (text: string): void => this.tell({ kind: 'log', text });

  readonly trouble = (sentence: string): void => this.tell({ kind: 'trouble', sentence });

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
        this.tell({ kind: 'stopped' });
        this.port?.close();
      });
    });
  }
}
