// `pact debug`: the debugger for editors.

import { serveClient, servePort } from '../../../lsp/debug/serve.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { reasonOf } from './files.ts';
import type { GivenOptions } from './options.ts';
import { writeErrorLine } from './output.ts';

export async function debug({ options }: GivenOptions): Promise<ExitStatus> {
  const failure = options.get('at-failure')?.at(-1);
  const adapter = {
    program: new URL('./commands.cjs', import.meta.url),
    folder: process.cwd(),
    atFailure: failure === undefined ? undefined : placeIn(failure),
  };
  const port = options.get('port')?.at(-1);
  if (port === undefined) {
    await serveClient(process.stdin, process.stdout, adapter);
    return exitStatus.success;
  }
  try {
    // On standard error, where clients that start the process read the port.
    const server = await servePort(Number(port), adapter, (listening) =>
      writeErrorLine(`pact: the debugger listens on 127.0.0.1:${listening}`),
    );
    return await new Promise<ExitStatus>((resolve) => {
      process.once('SIGINT', () => resolve(exitStatus.interrupted));
      process.once('SIGTERM', () => resolve(exitStatus.terminated));
      server.once('close', () => resolve(exitStatus.success));
    });
  } catch (error) {
    writeErrorLine(`pact: cannot listen on port ${port}: ${reasonOf(error)}`);
    return exitStatus.failure;
  }
}

function placeIn(text: string): { readonly file: string; readonly line: number | undefined } {
  const [, file, line] = /^(.+):(\d{1,9})$/.exec(text) ?? [];
  return file === undefined ? { file: text, line: undefined } : { file, line: Number(line) };
}
