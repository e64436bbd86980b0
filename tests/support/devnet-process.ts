// `pact devnet` as a separate process, on free ports.
import { startService, type ProcessEnd } from './service-process.ts';

export type DevnetProcess = {
  readonly address: string;
  readonly control: string;
  readonly end: () => Promise<ProcessEnd>;
  /** Kills it at once, like a crash. */
  readonly kill: () => Promise<ProcessEnd>;
  readonly output: () => string;
};

type Ready = { readonly kind: 'ready'; readonly address: string; readonly control: string };

export async function startDevnet(...options: readonly string[]): Promise<DevnetProcess> {
  const fixed = ['devnet', '--port', '0', '--control-port', '0', '--json'];
  const { ready, end, output } = await startService<Ready>([...fixed, ...options]);
  return { ...ready, end: () => end('SIGINT'), kill: () => end('SIGKILL'), output };
}

/** Public keys: every tutorial uses them. */
export const sender00 = {
  publicKey: '368820f80c324bbc7c2b0610688a7da43e39f91d118732671cd9c7500ff43cca',
  secretKey: '251a920c403ae8c8f65f59142316af3c82b631fba46ddea92ee8c95035bd2898',
} as const;
