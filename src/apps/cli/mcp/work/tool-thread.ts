// The thread that executes one call.

import type { MessagePort } from 'node:worker_threads';
import { Interrupted } from '../../../../lang/session/run.ts';
import { faultText } from '../../exit.ts';
import { confinedFiles } from '../../project/folder-bounds.ts';
import type { ToolMessage, ToolOutcome, ToolTask, ToolWork } from '../calls.ts';
import { check, format } from './sources.ts';
import { describe, findSymbol } from './names.ts';
import { run } from './run.ts';
import { test } from './test.ts';
import { ToolFault, ToolProject } from './tool-project.ts';

export function doToolWork(port: MessagePort, { folder, task }: ToolWork): void {
  const send = (message: ToolMessage): void => port.postMessage(message);
  const say = (text: string): void => send({ kind: 'text', text });
  try {
    const outcome = perform(task, new ToolProject(folder, confinedFiles(folder), say));
    if (outcome === 'bad') send({ kind: 'bad-outcome' });
  } catch (error) {
    const sentence =
      error instanceof ToolFault
        ? error.message
        : error instanceof Interrupted
          ? 'the call was interrupted'
          : faultText(error);
    send({ kind: 'failed', sentence });
  }
  port.postMessage({ kind: 'done' });
}

function perform(task: ToolTask, project: ToolProject): ToolOutcome {
  switch (task.tool) {
    case 'check':
      return check(task, project);
    case 'run':
      return run(task, project);
    case 'test':
      return test(task, project);
    case 'describe':
      describe(task, project);
      break;
    case 'find_symbol':
      findSymbol(task, project);
      break;
    case 'format':
      format(task, project);
  }
  // These throw if they have no answer.
  return 'good';
}
