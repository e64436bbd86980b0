// The thread that runs tests for an editor or an agent: one file after the other, each in its own session.

import { isAbsolute, resolve } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { ProgramCache } from '../../../lang/session/run.ts';
import { runTestsForEditor } from '../../../tools/testing/editor/run-tests.ts';
import type { EditorTestWork, TestEvent } from '../../../tools/testing/editor/test-event.ts';
import type { FileHost } from '../../../script/files.ts';
import { diskFiles } from '../files.ts';
import { isMemoryShort } from '../memory.ts';
import { confinedFiles } from '../project/folder-bounds.ts';
import { plainPath } from '../paths.ts';
import { scriptHost } from '../script-host.ts';
import { largeRoom } from '../stack-size.ts';

export function runEditorTests(port: MessagePort, work: EditorTestWork): void {
  const programs = new ProgramCache();
  const { files, coverage, gas, gasLimit, fileGasLimit, pact4 = false } = work;
  const tell = (event: TestEvent): void => port.postMessage(event);
  const host = { ...scriptHost(filesOf(work)), plainPath: absolutePath };
  for (const file of files) {
    runTestsForEditor(file, {
      host,
      room: largeRoom,
      isMemoryShort: () => isMemoryShort(() => programs.clear()),
      programs,
      keepGoing: true,
      coverage,
      gas,
      gasLimit,
      pact4,
      fileGasLimit,
      tell,
    });
  }
  port.postMessage({ kind: 'done' });
}

/** Documents open in the editor take precedence over files on disk. */
function filesOf({ documents, within }: EditorTestWork): FileHost {
  const files = within === undefined ? diskFiles : confinedFiles(within);
  const byIdentity = new Map([...documents].map(([path, text]) => [files.identify(path), text]));
  return {
    identify: files.identify,
    readFile(path) {
      const text = byIdentity.get(files.identify(path));
      return text === undefined ? files.readFile(path) : { kind: 'text', text };
    },
  };
}

function absolutePath(path: string): string {
  const plain = plainPath(path);
  return isAbsolute(plain) ? plain : resolve(plain);
}
