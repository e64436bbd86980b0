// Runs the built command as a build script would.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './project-files.ts';
import { WarmCommand, type CommandResult } from './warm-command.ts';

export const command = join(root, 'dist/cli.js');

const warm = new WarmCommand(command);
const warmMerged = new WarmCommand(command, { isMerged: true });

export type CommandOptions = {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs the command, in a process that has run other commands before. */
export function runCommand(args: readonly string[], options: CommandOptions = {}): CommandResult {
  const { cwd = root, input = '', env } = options;
  // Pipes with names, and arguments as they are.
  if (process.platform === 'win32' || env?.['NODE_OPTIONS'] !== undefined)
    return runProcess(args, options);
  const bytes = Buffer.from(input);
  const given = { args, cwd, input: bytes, env: { ...process.env, ...env } };
  return warm.run(given) ?? runProcess(args, options);
}

/** Runs the command in a process of its own, where the process matters: its start, memory, stack and end. */
export function runProcess(args: readonly string[], options: CommandOptions = {}): CommandResult {
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
  const done = warmMerged.run({ args, cwd, input: Buffer.alloc(0), env: process.env });
  if (done === undefined) throw new Error(`pact ${args.join(' ')} ended its process`);
  return { status: done.status, lines: done.stdout.trimEnd().split('\n') };
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
