// A service of the command, such as `pact node --json`, as a separate process.
import { spawn } from 'node:child_process';
import { command } from './command.ts';

/** The exit status, or the signal that ended it. */
export type ProcessEnd = number | NodeJS.Signals | null;

export type ServiceProcess<Ready> = {
  /** The line of JSON that the service prints when it is ready. */
  readonly ready: Ready;
  readonly end: (signal: NodeJS.Signals) => Promise<ProcessEnd>;
  /** Returns all of its output so far. */
  readonly output: () => string;
};

/** `Ready` is the type of the service's line of JSON. Rejects with the output if the service does not start. */
export async function startService<Ready>(
  given: readonly string[],
  { cwd }: { readonly cwd?: string } = {},
): Promise<ServiceProcess<Ready>> {
  const child = spawn(process.execPath, [command, ...given], { cwd });
  let text = '';
  const ended = new Promise<ProcessEnd>((resolve) =>
    child.on('close', (status, signal) => resolve(signal ?? status)),
  );
  const ready = await new Promise<Ready>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const line = text.split('\n').find((each) => each.startsWith('{"kind":"ready"'));
      if (line?.endsWith('}') === true) resolve(JSON.parse(line) as Ready);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`pact ${given.join(' ')} did not start: ${text}`)));
  });
  const end = (signal: NodeJS.Signals): Promise<ProcessEnd> => {
    child.kill(signal);
    return ended;
  };
  return { ready, end, output: () => text };
}
