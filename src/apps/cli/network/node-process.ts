// A node of `pact network up` as a process of its own. It ends when its standard input does: if this program is killed, the
// system closes that, and no node is left behind. It is in a process group of its own, so that Ctrl-C reaches only this
// program, which ends the nodes in order.

import { spawn, type ChildProcess } from 'node:child_process';
import { LineReader } from './log-lines.ts';

export type NodeEvents = {
  /** It serves clients at this address. */
  readonly onReady: (address: string) => void;
  readonly onLine: (line: string) => void;
  /** How it ended. */
  readonly onEnd: (how: string) => void;
};

export class NodeProcess {
  private readonly child: ChildProcess;

  /** `path`: that of its configuration. */
  constructor(path: string, more: readonly string[], events: NodeEvents) {
    const given = ['node', '--config', path, '--attached', '--json', ...more];
    this.child = spawn(process.execPath, [...ownProgram(), ...given], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const { child } = this;
    const out = new LineReader((line) => takeLine(line, events));
    const err = new LineReader(events.onLine);
    child.stdout?.on('data', (chunk: Uint8Array) => out.take(chunk));
    child.stderr?.on('data', (chunk: Uint8Array) => err.take(chunk));
    // It may have ended before it reads the end of its input.
    child.stdin?.on('error', () => undefined);
    let hasEnded = false;
    const end = (how: string): void => {
      if (hasEnded) return;
      hasEnded = true;
      out.end();
      err.end();
      events.onEnd(how);
    };
    child.on('error', (error) => end(error.message));
    child.on('close', (status, signal) => end(howItEnded(status, signal)));
  }

  /** Asks it to end in order. */
  stop(): void {
    this.child.stdin?.end();
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

function takeLine(line: string, { onReady, onLine }: NodeEvents): void {
  const ready = line.startsWith('{"kind":"ready"') ? readyOf(line) : undefined;
  if (ready === undefined) onLine(line);
  else onReady(ready);
}

/** The line comes from our own program, but a longest line may have been cut. */
function readyOf(line: string): string | undefined {
  try {
    return (JSON.parse(line) as { readonly address: string }).address;
  } catch {
    return undefined;
  }
}

/** Returns `exit status 1`, or `signal SIGKILL`. */
export function howItEnded(status: number | null, signal: string | null): string {
  return signal === null ? `exit status ${status ?? 0}` : `signal ${signal}`;
}

/** The single executable starts its own program; Node needs the path of it. */
export function ownProgram(): readonly string[] {
  const [, program = ''] = process.argv;
  return process.getBuiltinModule('node:sea').isSea() ? [] : [program];
}
