// The completions that a real shell offers for a line with the cursor at its end.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './project-files.ts';

export type Shell = 'bash' | 'fish' | 'zsh';

export const hasShell = (shell: Shell): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** `script`: the file with the completion script. The result is sorted; folders have no trailing slash. */
export function offersOf(
  shell: Shell,
  script: string,
  { cwd, lines }: { readonly cwd: string; readonly lines: readonly string[] },
): ReadonlyMap<string, readonly string[]> {
  // fish creates folders there.
  const home = mkdtempSync(join(tmpdir(), 'pact-home-'));
  const driver = join(root, 'tests/support/shells', drivers[shell]);
  const { stdout, stderr, error } = spawnSync(shell, [...quiet[shell], driver, script, ...lines], {
    cwd,
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home },
  });
  rmSync(home, { recursive: true, force: true });
  if (error !== undefined) throw error;
  const offers = new Map<string, string[]>();
  let words: string[] = [];
  for (const each of stdout.replaceAll('\r', '').split('\n')) {
    if (each.startsWith('= ')) {
      words = [];
      offers.set(each.slice(2), words);
    } else if (each !== '') words.push(each.replaceAll('\\ ', ' ').replace(/\/$/, ''));
  }
  if (offers.size !== lines.length) throw new Error(`${shell} did not answer: ${stdout}${stderr}`);
  return new Map([...offers].map(([line, all]) => [line, [...new Set(all)].sort()]));
}

const drivers: Readonly<Record<Shell, string>> = {
  bash: 'offers.bash',
  fish: 'offers.fish',
  zsh: 'offers.zsh',
};

const quiet: Readonly<Record<Shell, readonly string[]>> = {
  bash: ['--norc', '--noprofile'],
  fish: ['--no-config'],
  zsh: ['-f'],
};
