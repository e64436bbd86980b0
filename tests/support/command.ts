// Runs the built command as a build script would.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './project-files.ts';

export const command = join(root, 'dist/cli.js');

export type CommandResult = {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type CommandOptions = {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
};

export function runCommand(args: readonly string[], options: CommandOptions = {}): CommandResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: options.cwd ?? root,
    input: options.input ?? '',
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ...options.env },
  });
  return { status, stdout, stderr };
}

/** Runs the command with both streams in one file, in the order of the writes. */
export function runMerged(
  args: readonly string[],
  { cwd }: { readonly cwd: string },
): { readonly status: number | null; readonly lines: readonly string[] } {
  const path = join(mkdtempSync(join(tmpdir(), 'pact-output-')), 'output');
  const file = openSync(path, 'w');
  try {
    const { status } = spawnSync(process.execPath, [command, ...args], {
      cwd,
      stdio: ['ignore', file, file],
    });
    return { status, lines: readFileSync(path, 'utf8').trimEnd().split('\n') };
  } finally {
    closeSync(file);
    rmSync(dirname(path), { recursive: true });
  }
}

/** Creates a folder with these files, by relative path; `remove` deletes it. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): {
  readonly path: string;
  readonly remove: () => void;
} {
  const path = mkdtempSync(join(tmpdir(), 'pact-e2e-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
