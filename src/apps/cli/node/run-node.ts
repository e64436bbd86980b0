// Runs the thread of a node until the process is asked to stop, or until a check or a replay is done.

import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { writeLine } from '../output.ts';
import { runService } from '../service/run-service.ts';
import { chainsText } from './chains-text.ts';
import type { FromNode, NodeWork } from './messages.ts';

type Ready = Extract<FromNode, { kind: 'ready' }>;

export function runNodeThread(work: NodeWork, given: Given): Promise<ExitStatus> {
  return runService<FromNode>({
    program: 'node-thread.js',
    work,
    isQuiet: given.has('json'),
    onMessage: (message) => {
      switch (message.kind) {
        case 'ready':
          tellReady(message, given);
          return undefined;
        case 'done':
          writeLine(message.text);
          return message.isGood ? exitStatus.success : exitStatus.failure;
      }
    },
  });
}

function tellReady(ready: Ready, given: Given): void {
  if (given.has('json')) return writeLine(JSON.stringify(ready));
  const { address, network, chains, continuedAt, data, metrics, mining } = ready;
  const since = continuedAt === undefined ? '' : `, continued at height ${continuedAt}`;
  writeLine(
    `Ready: ${network} with ${chainsText(chains)} on ${address}${since}. Press Ctrl-C to stop.`,
  );
  writeLine(
    data === undefined
      ? 'Blocks are not kept: set data to a folder to keep them.'
      : `Blocks are kept in ${data}.`,
  );
  if (metrics !== undefined) writeLine(`Metrics for Prometheus: ${metrics}/metrics`);
  writeLine(`${mining} There are no connections to other nodes yet.`);
}
