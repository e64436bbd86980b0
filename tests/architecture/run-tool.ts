// Runs a tool of node_modules by its command line, or a program of the tests, without a shell.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../support/project-files.ts';

type Ended = {
  readonly status: number;
  readonly stdout: string;
  /** All of its output. */
  readonly output: string;
};

export function runTool(script: string, args: readonly string[]): Promise<Ended> {
  return runProgram(join('node_modules', script), args);
}

/** `path` is relative to the root of the project. */
export function runProgram(path: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: root, maxBuffer: 1 << 26 };
    // These tools make much short-lived garbage: a larger young generation saves a twentieth of their time.
    const given = ['--max-semi-space-size=64', join(root, path), ...args];
    execFile(process.execPath, given, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ status, stdout, output: stdout + stderr });
    });
  });
}
