// The thread that executes one call.

import type { MessagePort } from 'node:worker_threads';
import { Interrupted } from '../../../lang/session/run.ts';
import { faultText } from '../../fault.ts';
import { confinedFiles } from '../confined-files.ts';
import type { ToolMessage, ToolTask, ToolWork } from '../messages.ts';
import { check } from './check.ts';
import { describe } from './describe.ts';
import { findSymbol } from './find-symbol.ts';
import { format } from './format.ts';
import { run } from './run.ts';
import { test } from './test.ts';
import { ToolFault, ToolProject } from './tool-project.ts';

export function doToolWork(port: MessagePort, { folder, task }: ToolWork): void {
  const send = (message: ToolMessage): void => port.postMessage(message);
  const say = (text: string): void => send({ kind: 'text', text });
  try {
    perform(task, new ToolProject(folder, confinedFiles(folder), say));
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

function perform(task: ToolTask, project: ToolProject): void {
  switch (task.tool) {
    case 'check':
      return check(task, project);
    case 'run':
      return run(task, project);
    case 'test':
      return test(task, project);
    case 'describe':
      return describe(task, project);
    case 'find_symbol':
      return findSymbol(task, project);
    case 'format':
      return format(task, project);
  }
}
