// Runs the thread of a node: until the process is asked to end, or until a check or a replay is done.

import { Worker } from 'node:worker_threads';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { faultText } from '../fault.ts';
import { tryToSay } from '../lost-output.ts';
import { writeErrorLine, writeLine } from '../output.ts';
import { stackSizeMb } from '../stack-size.ts';
import { endOf } from '../thread-end.ts';
import type { FromNode, NodeWork, ToNode } from './messages.ts';

type Ready = Extract<FromNode, { kind: 'ready' }>;
type Ended = { readonly status: ExitStatus; readonly text?: string };

export async function runNodeThread(work: NodeWork, given: Given): Promise<ExitStatus> {
  const thread = new Worker(new URL('./node-thread.js', import.meta.url), {
    workerData: work,
    resourceLimits: { stackSizeMb },
  });
  const { status, text } = await watch(thread, given);
  if (text !== undefined) writeErrorLine(text);
  return status;
}

function watch(thread: Worker, given: Given): Promise<Ended> {
  return new Promise((resolve) => {
    thread.on('message', (message: FromNode) => {
      switch (message.kind) {
        case 'ready':
          return tellReady(message, given);
        case 'trouble':
          return tryToSay(`pact: ${message.sentence}`);
        case 'log':
          return tryToSay(message.text);
        case 'failed':
          return resolve({ status: exitStatus.failure, text: `pact: ${message.sentence}` });
        case 'done':
          writeLine(message.text);
          return resolve({ status: message.isGood ? exitStatus.success : exitStatus.failure });
        case 'stopped':
          if (!given.has('json')) writeLine('Ended.');
          return resolve({ status: exitStatus.success });
      }
    });
    thread.on('error', (error) => resolve(endOf(error)));
    thread.on('exit', () =>
      resolve({ status: exitStatus.fault, text: faultText('its thread ended without an answer') }),
    );
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => {
        process.on(name, () => process.exit(exitStatus.interrupted));
        if (!given.has('json')) writeLine('Ending; another Ctrl-C ends at once.');
        thread.postMessage('stop' satisfies ToNode);
      });
    }
  });
}

function tellReady(ready: Ready, given: Given): void {
  if (given.has('json')) return writeLine(JSON.stringify(ready));
  const { address, network, chains, continuedAt, data, metrics, mining } = ready;
  const since = continuedAt === undefined ? '' : `, continued at height ${continuedAt}`;
  const counted = chains === 1 ? '1 chain' : `${chains} chains`;
  writeLine(`Ready: ${network} with ${counted} on ${address}${since}. Ctrl-C ends it.`);
  writeLine(
    data === undefined ? 'Nothing is kept: data names no folder.' : `Blocks are kept in ${data}.`,
  );
  if (metrics !== undefined) writeLine(`Metrics for Prometheus: ${metrics}/metrics`);
  writeLine(`${mining} There are no connections to other nodes yet.`);
}
