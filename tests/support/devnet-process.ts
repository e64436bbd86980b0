// `pact devnet` as a process of its own, on free ports.
import { spawn } from 'node:child_process';
import { command } from './command.ts';

export type DevnetProcess = {
  readonly address: string;
  readonly control: string;
  /** Its exit status, or the signal that ended it. */
  readonly end: () => Promise<number | NodeJS.Signals | null>;
  /** Ends it at once, as a crash would. */
  readonly kill: () => Promise<number | NodeJS.Signals | null>;
  readonly output: () => string;
};

type Ready = { readonly kind: 'ready'; readonly address: string; readonly control: string };

export async function startDevnet(...options: readonly string[]): Promise<DevnetProcess> {
  const fixed = ['devnet', '--port', '0', '--control-port', '0', '--json'];
  const child = spawn(process.execPath, [command, ...fixed, ...options]);
  let text = '';
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
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
    void ended.then(() => reject(new Error(`the devnet did not start: ${text}`)));
  });
  const endBy = (signal: NodeJS.Signals) => () => {
    child.kill(signal);
    return ended;
  };
  return { ...ready, end: endBy('SIGINT'), kill: endBy('SIGKILL'), output: () => text };
}

/** Their keys are public: every tutorial uses them. */
export const sender00 = {
  publicKey: '368820f80c324bbc7c2b0610688a7da43e39f91d118732671cd9c7500ff43cca',
  secretKey: '251a920c403ae8c8f65f59142316af3c82b631fba46ddea92ee8c95035bd2898',
} as const;
