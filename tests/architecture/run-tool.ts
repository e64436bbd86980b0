// Runs a tool of node_modules as its command line does, without a shell.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../support/project-files.ts';

/** The exit status and everything that the tool wrote. */
export function runTool(
  script: string,
  args: readonly string[],
): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    const path = join(root, 'node_modules', script);
    const options = { cwd: root, maxBuffer: 1 << 26 };
    execFile(process.execPath, [path, ...args], options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ status, output: stdout + stderr });
    });
  });
}
