// Runs a tool of node_modules by its command line, without a shell.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../support/project-files.ts';

type Ended = {
  readonly status: number;
  readonly stdout: string;
  /** All of its output. */
  readonly output: string;
};

export function runTool(script: string, args: readonly string[], cwd = root): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, maxBuffer: 1 << 26 };
    // These tools make much short-lived garbage: a larger young generation saves a twentieth of their time.
    const given = ['--max-semi-space-size=64', join(root, 'node_modules', script), ...args];
    execFile(process.execPath, given, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ status, stdout, output: stdout + stderr });
    });
  });
}
