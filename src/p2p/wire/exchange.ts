// One request to a peer and its answer. It ends once: with the whole answer, or with the first thing that is wrong with it.

import type { Dispatcher } from 'undici';
import { concatBytes } from '../../base/bytes.ts';
import { onAbort } from '../../base/on-abort.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { Cancel, Clock, Timer } from '../../base/ports/time.ts';
import type { WireAnswer, WireFault, WireRequest } from '../messages/wire.ts';
import { wireLimits } from './limits.ts';
import { faultOf, WireError } from './wire-error.ts';

export type ExchangeOptions = {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly request: WireRequest;
  /** Milliseconds of the clock at which the answer must be complete. */
  readonly until: number;
};

type Head = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly atMs: number;
};

export class Exchange implements Dispatcher.DispatchHandler {
  private readonly options: ExchangeOptions;
  private readonly settle: (result: Result<WireAnswer, WireFault>) => void;
  private readonly cancels: Cancel[] = [];
  private controller: Dispatcher.DispatchController | undefined;
  private isSettled = false;
  private interim = 0;
  private head: Head | undefined;
  private readonly chunks: Uint8Array[] = [];
  private size = 0;

  constructor(options: ExchangeOptions, settle: (result: Result<WireAnswer, WireFault>) => void) {
    this.options = options;
    this.settle = settle;
    const { clock, timer, request, until } = options;
    const left = until - clock.nowMs();
    this.cancels.push(
      timer.after(left, () => this.refuse('too-slow', 'the answer did not end in time')),
    );
    if (request.headMs < left) {
      const checkHead = (): void => {
        if (this.head === undefined) this.refuse('too-slow', 'the answer did not begin in time');
      };
      this.cancels.push(timer.after(request.headMs, checkHead));
    }
    const abort = (): void => this.refuse('aborted', 'the request was given up');
    if (request.signal !== undefined) this.cancels.push(onAbort(request.signal, abort));
  }

  /** Whether no byte of an answer was read: the connection may have been closed before the request arrived. */
  get isUnanswered(): boolean {
    return this.head === undefined && this.interim === 0;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isSettled) controller.abort(new WireError('aborted', 'the request was given up'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    given: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) {
      this.interim++;
      if (this.interim > wireLimits.interimAnswers) {
        this.refuse('malformed', 'too many interim answers come before the answer');
      }
      return;
    }
    const headers = new Map<string, string>();
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    this.head = { status, headers, atMs: this.options.clock.nowMs() };
    if ((headers.get('content-encoding') ?? 'identity') !== 'identity') {
      this.refuse('malformed', 'the answer is compressed, which was not asked for');
    } else if (Number(headers.get('content-length') ?? 0) > this.options.request.maxBytes) {
      // An answer to HEAD has no body, whatever its length says.
      if (this.options.request.method !== 'HEAD') this.refuseSize();
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.isSettled || this.head === undefined) return;
    this.size += chunk.length;
    const { clock, request } = this.options;
    const slowMs = clock.nowMs() - this.head.atMs - wireLimits.slowStartMs;
    if (this.size > request.maxBytes) this.refuseSize();
    else if (this.size * 1000 < wireLimits.slowestBytesPerSecond * slowMs) {
      this.refuse('too-slow', 'the answer arrives too slowly');
    } else this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.head === undefined) return;
    const { status, headers } = this.head;
    this.end(good({ status, headers, body: concatBytes(this.chunks) }));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.end(bad(faultOf(error)));
  }

  private refuseSize(): void {
    this.refuse('too-large', `the answer has more than ${this.options.request.maxBytes} bytes`);
  }

  private refuse(kind: WireFault['kind'], sentence: string): void {
    const error = new WireError(kind, sentence);
    this.end(bad(error.fault));
    // Closes the connection: the rest of the answer is not read.
    this.controller?.abort(error);
  }

  private end(result: Result<WireAnswer, WireFault>): void {
    if (this.isSettled) return;
    this.isSettled = true;
    for (const cancel of this.cancels) cancel();
    this.settle(result);
  }
}
