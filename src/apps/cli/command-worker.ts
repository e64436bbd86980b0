// The program that runs the commands of commands/ and sessions with a state file, always in the
// thread with the large stack. Threads that run tests use it too.

import type { MessagePort } from 'node:worker_threads';
import type { RunWork } from '../../../lsp/debug/run-messages.ts';
import { assert } from '../../base/assert.ts';
import { Given } from './commands/define.ts';
import { commands } from './commands/index.ts';
import type { ServeThreadWork } from '../serve/index.ts';
import { type ExitStatus, statusOfLostOutput } from './exit.ts';
import { inThread } from './stage.ts';
import type { ToolWork } from './mcp/calls.ts';
import type { EditorTestWork } from '../../tools/testing/editor/test-event.ts';
import type { TestThreadWork } from './test/messages.ts';
import type { CommandWork } from './work.ts';

/** The entry point of the thread. */
export async function workInThread(): Promise<void> {
  const threads = process.getBuiltinModule('node:worker_threads');
  const port = threads.parentPort;
  assert(port !== null, 'a thread has a port to the one that started it');
  // The threads that start this one send only work.
  const work = threads.workerData as
    | CommandWork
    | TestThreadWork
    | EditorTestWork
    | ToolWork
    | ServeThreadWork
    | RunWork;
  if (work.kind === 'test-thread') {
    (await import('./test/test-thread.ts')).serveTests(port, work);
    return;
  }
  if (work.kind === 'editor-tests') {
    (await import('./test/editor-thread.ts')).runEditorTests(port, work);
    return;
  }
  if (work.kind === 'tool') {
    (await import('./mcp/work/tool-thread.ts')).doToolWork(port, work);
    return;
  }
  if (work.kind === 'serve') {
    (await import('./serve-thread.ts')).serveAsThread(port, work);
    return;
  }
  if (work.kind === 'debug') {
    (await import('./debug-thread.ts')).serveDebugged(port, work);
    return;
  }
  const status = await untilClosed(work, port);
  if (status !== undefined) port.postMessage(status);
}

/** Returns `undefined` if a session takes over and will answer. */
async function untilClosed(work: CommandWork, port: MessagePort): Promise<ExitStatus | undefined> {
  try {
    if (work.kind === 'command') return await runCommand(work);
    if (work.kind === 'genkey') return (await import('./key/run-key.ts')).generateKey();
    if (work.kind === 'covered') {
      return (await import('./coverage/run-covered.ts')).runCovered(work.run, inThread);
    }
    if (work.kind === 'request') {
      return (await import('./request/build-request.ts')).buildRequest(work, inThread);
    }
    return await (await import('./stored-work.ts')).runStoredWork(work, port);
  } catch (error) {
    const status = statusOfLostOutput(error);
    if (status === undefined) throw error;
    return status;
  }
}

async function runCommand({
  name,
  given,
}: Extract<CommandWork, { kind: 'command' }>): Promise<ExitStatus> {
  const command = commands.find((each) => each.name === name);
  assert(command !== undefined, 'the main thread sends names of commands');
  assert(command.run !== 'main-thread', 'the main thread runs such commands itself');
  return command.run(new Given(command, given), inThread, commands);
}
