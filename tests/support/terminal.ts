// Runs a program in a pseudo terminal and types in response to its output. Node has no pseudo terminals, so this uses
// Python's.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const bridge = `import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))`;

/** The environment of a person at a terminal: not a build server, whatever runs the tests. */
const seated = { TERM: 'xterm', CI: '', NO_COLOR: '' };

export const hasTerminals = spawnSync('python3', ['-c', 'import pty']).status === 0;

const patienceMs = 60_000;

const open = new Set<Terminal>();

/** Call after each test: ends all terminals, even if the test has failed. */
export function endTerminals(): void {
  for (const terminal of open) terminal.end();
}

export class Terminal {
  private readonly child: ChildProcess;
  private shown = '';
  /** The offset after the text that was last waited for. */
  private at = 0;
  private wake: () => void = () => undefined;

  constructor(
    args: readonly string[],
    options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
  ) {
    this.child = spawn('python3', ['-c', bridge, process.execPath, ...args], {
      cwd: options.cwd,
      env: { ...process.env, ...seated, ...options.env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    open.add(this);
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.shown += chunk.toString();
      this.wake();
    });
  }

  /** Returns all output so far, without the terminal's control sequences. */
  get text(): string {
    return this.shown.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '').replaceAll('\r', '');
  }

  get raw(): string {
    return this.shown;
  }

  async until(text: string): Promise<void> {
    const end = Date.now() + patienceMs;
    for (;;) {
      const found = this.shown.indexOf(text, this.at);
      if (found !== -1) {
        this.at = found + text.length;
        return;
      }
      if (Date.now() > end) throw new Error(`'${text}' did not come; shown:\n${this.text}`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, 100);
      });
    }
  }

  type(keys: string): void {
    this.child.stdin?.write(keys);
  }

  /** Types a line, and waits for the answer and the next prompt. */
  async enter(line: string, answer: string): Promise<void> {
    this.type(`${line}\r`);
    await this.until(line);
    await this.until(answer);
    if (!answer.endsWith('> ')) await this.until('pact> ');
  }

  async exitStatus(): Promise<number | null> {
    if (this.child.exitCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  end(): void {
    open.delete(this);
    this.child.kill('SIGKILL');
  }
}
