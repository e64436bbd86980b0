// `pact serve` as a separate process, and requests to it.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { command, folderWith } from './command.ts';

export type PactServer = {
  readonly address: string;
  readonly child: ChildProcess;
  /** Everything that it wrote. */
  readonly output: () => string;
  /** Its exit status, or the signal that ended it. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | NodeJS.Signals | null>;
};

export type ServerProcess = {
  readonly env?: Readonly<Record<string, string>>;
  /** Blocks of 512 bytes that a file may have. */
  readonly maxBlocks?: number;
};

/** Starts it with a configuration, on a free port. */
export async function startPactServer(
  config = '',
  { env = {}, maxBlocks }: ServerProcess = {},
): Promise<PactServer> {
  const files = folderWith({ 'server.yaml': `port: 0\n${config}` });
  const path = join(files.path, 'server.yaml');
  const args = [process.execPath, command, 'serve', path];
  const limited = ['sh', '-c', `ulimit -f ${maxBlocks}; exec "$@"`, 'sh', ...args];
  const [program = '', ...rest] = maxBlocks === undefined ? args : limited;
  const child = spawn(program, rest, { cwd: files.path, env: { ...process.env, ...env } });
  let text = '';
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.on('close', (status, signal) => {
      files.remove();
      resolve(signal ?? status);
    }),
  );
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const found = /listens on (http:\S+),/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`the server did not start: ${text}`)));
  });
  const end: PactServer['end'] = (signal) => {
    child.kill(signal);
    return ended;
  };
  return { address, child, output: () => text, end };
}

export type HttpAnswer = { readonly status: number; readonly text: string };

export async function post(
  { address }: PactServer,
  route: string,
  body: string | object,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  await noticeClosed();
  const response = await fetch(`${address}/api/v1/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/**
 * Handles connections that the server has closed meanwhile, so that none of them is used again: while a test waits for a
 * command, the event loop does not run.
 */
async function noticeClosed(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise((resolve) => setImmediate(resolve));
}
