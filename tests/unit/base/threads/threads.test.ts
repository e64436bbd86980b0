// Real threads: a question goes in, a reply comes back, and the thread checks for the next question while it works.
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { systemTimer } from '../../../../src/base/platform/system.ts';
import { ThreadLink } from '../../../../src/base/threads/index.ts';

/** The other end of the link, in JavaScript: what it sends follows the protocol. */
const program = `
  const { parentPort, receiveMessageOnPort } = require('node:worker_threads');
  parentPort.on('message', ({ id, question }) => {
    if (question === 'die') throw new Error('died');
    parentPort.postMessage({ kind: 'reply', id, reply: question.toUpperCase() });
  });
  parentPort.postMessage({ kind: 'ready', ready: 'up' });
`;

test('a thread replies, and a question that ends it gets an end', async () => {
  const causes: string[] = [];
  const { link, ready } = await ThreadLink.start<string, string, string>(
    new Worker(program, { eval: true }),
    {
      timer: systemTimer,
      patienceMs: 60_000,
      mayTakeLong: () => false,
      closing: 'close',
      onEnd: ({ kind }) => causes.push(kind),
    },
  );
  expect(ready).toBe('up');
  expect(await link.answer('a')).toBe('A');
  expect(await link.answer('die')).toMatchObject({ kind: 'ended', wasRunning: true });
  expect(causes).toEqual(['fault']);
});
