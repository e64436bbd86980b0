// The HTTP thread of a node, as the thread of its engine sees it.

import type { Worker } from 'node:worker_threads';
import type { LogSink } from '../../../base/ports/logger.ts';
import type { Cancel } from '../../../base/ports/time.ts';
import { systemTimer } from '../../../base/platform/system.ts';
import { MessageLine } from '../../../base/threads/index.ts';
import type { KnownPeer } from '../../../node/api/index.ts';
import type { EngineDesk } from '../../../node/front/engine-desk.ts';
import { startDeepThread } from '../deep-thread.ts';
import { servingHeap } from '../stack-size.ts';
import type { ErrorMembers, FromHttp, HttpWork, ServedAddresses, ToHttp } from './http-messages.ts';
import type { ShownPeers } from './services.ts';

/** How often the thread learns of other nodes. */
const peersMs = 1000;

/** As many as an answer of the Rosetta interface lists. */
const maxKnownPeers = 64;

type HttpSideOptions = {
  readonly onTrouble: (sentence: string) => void;
  /** `undefined`: nothing is logged. */
  readonly log: LogSink | undefined;
};

export class HttpSide {
  private readonly worker: Worker;
  private readonly options: HttpSideOptions;
  private readonly line: MessageLine<FromHttp, ToHttp>;
  private desk: EngineDesk | undefined;
  private onReady: (addresses: ServedAddresses) => void = () => undefined;
  private onUnable: (error: Error) => void = throwLater;
  private onStopped: () => void = () => undefined;
  private stopShowing: Cancel = () => undefined;
  private hasMetrics = false;
  private hasRosetta = false;
  private isStopping = false;

  /** The thread loads its program meanwhile, and serves nothing until it begins. */
  constructor(options: HttpSideOptions) {
    this.options = options;
    this.worker = startDeepThread(
      new URL('./http-thread.js', import.meta.url),
      undefined,
      servingHeap,
    );
    this.line = new MessageLine(this.worker, systemTimer, (message) => this.take(message));
    this.worker.on('error', (error) => this.onUnable(error));
    this.worker.on('exit', () => {
      if (!this.isStopping) this.onUnable(new Error('the HTTP thread ended'));
    });
    // A node that cannot start does not wait for it.
    this.worker.unref();
  }

  /** Resolves when it serves clients. Throws the system's error if an address cannot be used. */
  begin(work: HttpWork, desk: EngineDesk): Promise<ServedAddresses> {
    this.worker.ref();
    this.desk = desk;
    this.hasMetrics = work.metrics.port !== undefined;
    this.hasRosetta = work.api.rosetta === true;
    return new Promise((resolve, reject) => {
      this.onReady = (addresses) => {
        this.onUnable = throwLater;
        resolve(addresses);
      };
      this.onUnable = (error) => {
        this.isStopping = true;
        reject(error);
        void this.worker.terminate();
      };
      this.line.send({ kind: 'begin', work });
      desk.begin(this.line);
    });
  }

  /** Has metrics and the Rosetta interface say what a node sees of others. */
  showPeers(view: ShownPeers): void {
    if (!this.hasMetrics && !this.hasRosetta) return;
    const show = (): void =>
      this.line.send({
        kind: 'peers',
        progress: view.progress(),
        counts: view.counts(),
        known: this.hasRosetta ? knownPeersOf(view) : [],
      });
    show();
    this.stopShowing = systemTimer.every(peersMs, show, { isBackground: true });
  }

  /** Ends serving; requests that are being answered have a moment. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopShowing();
    const stopped = new Promise<void>((resolve) => (this.onStopped = resolve));
    this.line.send({ kind: 'stop' });
    await stopped;
    await this.worker.terminate();
  }

  private take(message: FromHttp): void {
    switch (message.kind) {
      case 'ready':
        return this.onReady(message);
      case 'unable':
        return this.onUnable(errorWith(message.error));
      case 'trouble':
        return this.options.onTrouble(message.sentence);
      case 'log':
        return this.options.log?.write(message.line);
      case 'stopped':
        return this.onStopped();
      default:
        return this.desk?.take(message);
    }
  }
}

/** Those of the configuration first, then those with a session. */
function knownPeersOf(view: ShownPeers): readonly KnownPeer[] {
  const known = view.peers().filter(({ ban }) => ban === undefined);
  return known.slice(0, maxKnownPeers).map(({ address, id }) => ({ address, id }));
}

/** An internal fault: it ends the thread of the node, and is reported as one. */
function throwLater(error: Error): void {
  queueMicrotask(() => {
    throw error;
  });
}

function errorWith({ message, ...members }: ErrorMembers): Error {
  return Object.assign(new Error(message), members);
}
