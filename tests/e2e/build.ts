// Runs once before the end-to-end tests: builds the command if its sources are newer, and gives it a cache of its own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesUnder, root, stands } from '../support/project-files.ts';

export function setup(): () => void {
  // Tests write nothing to the home folder of the user.
  const cache = mkdtempSync(join(tmpdir(), 'pact-cache-'));
  process.env['PACT_CACHE_DIR'] = cache;
  build();
  return () => rmSync(cache, { recursive: true, force: true });
}

function build(): void {
  if (!stands('src/apps/cli/main.ts') || !isStale()) return;
  const { status } = spawnSync(process.execPath, ['build.mjs', '--no-types'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the build failed');
}

function isStale(): boolean {
  if (!stands('dist/cli.js')) return true;
  const built = changed('dist/cli.js');
  const sources = [
    'build.mjs',
    'package-lock.json',
    ...filesUnder(['src', 'grammar', 'lsp'], /\.ts$/),
    ...filesUnder(['build'], /\.(mjs|repl)$/),
  ];
  return sources.some((path) => changed(path) > built);
}

const changed = (path: string): number => statSync(join(root, path)).mtimeMs;
