// Every script that the project ships works as documented, run as users run it.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { filesUnder, root, stands } from '../support/project-files.ts';

const scripts = filesUnder(['repl-scripts', 'stdlib'], /\.repl$/);
const failing = 'repl-scripts/tour/failing.repl';

const built = stands('src/apps/cli/main.ts');

test.runIf(built).each(scripts.filter((path) => path !== failing))('%s holds', (path) => {
  const { status, output } = run(path);
  expect(output).toMatch(/^Load successful\n$/m);
  expect(output).not.toContain('FAILURE');
  expect(status).toBe(0);
});

test.runIf(built)('the script of failing tests lists three failures and ends with 1', () => {
  const { status, output } = run(failing);
  expect(output.match(/FAILURE/g)).toHaveLength(3);
  expect(output.trimEnd().split('\n').at(-1)).toBe('Load failed');
  expect(status).toBe(1);
});

test.runIf(built)('`npm start` succeeds and says what to try next', () => {
  const { status, stdout } = spawnSync(process.execPath, ['repl-scripts/tour/start.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stdout).toContain('To try next:');
  expect(status).toBe(0);
});

function run(script: string): { status: number | null; output: string } {
  const { status, stdout, stderr } = runCommand([script]);
  return { status, output: stdout + stderr };
}
