// The thread of a pool for tests: does as it is asked.

import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../src/base/assert.ts';
import { systemClock } from '../../src/base/platform/system.ts';
import { answerQuestions, Stopwatch } from '../../src/base/threads/index.ts';

export type TestQuestion =
  | { readonly kind: 'echo'; readonly text: string }
  /** Works for this long, unless it is stopped. */
  | { readonly kind: 'work'; readonly ms: number }
  /** Does not ask whether to stop. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'fail' }
  | { readonly kind: 'fill-memory' };

assert(parentPort !== null, 'this program runs in a worker');
// The test passes its counter.
const { shared, lane } = workerData as { readonly shared: Int32Array; readonly lane: string };

answerQuestions<TestQuestion, string>({
  port: parentPort,
  watch: new Stopwatch(systemClock, shared),
  answer(question, watch) {
    switch (question.kind) {
      case 'echo':
        return `${question.text} in ${lane}`;
      case 'work': {
        const endMs = systemClock.nowMs() + question.ms;
        while (systemClock.nowMs() < endMs) if (watch.isOver()) return 'stopped';
        return `${question.ms} ms in ${lane}`;
      }
      case 'hang':
        for (;;);
      case 'fail':
        throw new Error('a fault of the thread');
      case 'fill-memory': {
        const all: object[] = [];
        for (let i = 0; ; i++) all.push({ i });
      }
    }
  },
});
