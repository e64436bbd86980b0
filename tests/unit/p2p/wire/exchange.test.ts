// The times of an answer, in simulated time: its head, its speed and its end.
import { expect, test } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import type { WireRequest } from '../../../../src/p2p/messages/wire.ts';
import { Exchange } from '../../../../src/p2p/wire/exchange.ts';
import { wireLimits } from '../../../../src/p2p/wire/limits.ts';

function exchangeWith(request: Partial<WireRequest> = {}) {
  const time = new SimulatedTime();
  const outcome: string[] = [];
  const aborted: string[] = [];
  const controller = {
    aborted: false,
    paused: false,
    reason: null,
    abort: (error: Error) => void aborted.push(error.message),
    pause: () => undefined,
    resume: () => undefined,
  };
  const exchange = new Exchange(
    {
      clock: time,
      timer: time,
      until: time.nowMs() + 10_000,
      request: {
        method: 'GET',
        path: '/',
        headers: new Map(),
        maxBytes: 1e9,
        headMs: 3000,
        deadlineMs: 10_000,
        ...request,
      },
    },
    (answer) =>
      outcome.push(answer.ok ? `${answer.value.body.length} bytes` : answer.fault.sentence),
  );
  exchange.onRequestStart(controller);
  return { time, exchange, outcome, aborted, controller };
}

test('the head must come in time', async () => {
  const { time, outcome, aborted } = exchangeWith();
  await time.advance(2999);
  expect(outcome).toEqual([]);
  await time.advance(1);
  expect([outcome, aborted]).toEqual([
    ['the answer did not begin in time'],
    ['the answer did not begin in time'],
  ]);
});

test('the whole answer must come in time', async () => {
  const { time, exchange, outcome, controller } = exchangeWith();
  exchange.onResponseStart(controller, 200, {});
  await time.advance(9999);
  expect(outcome).toEqual([]);
  await time.advance(1);
  expect(outcome).toEqual(['the answer did not end in time']);
  // What comes afterwards changes nothing.
  exchange.onResponseData(controller, new Uint8Array(9));
  exchange.onResponseEnd();
  expect(outcome).toHaveLength(1);
});

test('an answer that is complete leaves no timer', async () => {
  const { time, exchange, outcome, controller } = exchangeWith();
  exchange.onResponseStart(controller, 200, {});
  exchange.onResponseData(controller, new Uint8Array(3));
  exchange.onResponseEnd();
  await time.advance(60_000);
  expect(outcome).toEqual(['3 bytes']);
});

test('after two seconds an answer has a least speed', async () => {
  const second = wireLimits.slowestBytesPerSecond;
  const { time, exchange, outcome, controller } = exchangeWith();
  exchange.onResponseStart(controller, 200, {});
  exchange.onResponseData(controller, new Uint8Array(second));
  await time.advance(wireLimits.slowStartMs + 1000);
  exchange.onResponseData(controller, new Uint8Array(0));
  expect(outcome).toEqual([]);
  await time.advance(1000);
  exchange.onResponseData(controller, new Uint8Array(second - 1));
  expect(outcome).toEqual(['the answer arrives too slowly']);
});

test('a request that was given up before it was sent is not sent', () => {
  const giveUp = new AbortController();
  const { exchange, outcome, aborted, controller } = exchangeWith({ signal: giveUp.signal });
  giveUp.abort();
  expect(outcome).toEqual(['the request was given up']);
  exchange.onRequestStart(controller);
  expect(aborted).toHaveLength(2);
});
