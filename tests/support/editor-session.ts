// For sessions of real editors: a project, a command `pact` for it, and the snippets of docs/editors.md.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read, root } from './project-files.ts';

/** Returns the code block of docs/editors.md in this language. */
export function snippet(language: string): string {
  const [, text] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(
    read('docs/editors.md'),
  ) ?? [undefined, undefined];
  if (text === undefined) throw new Error(`docs/editors.md has no snippet in ${language}`);
  return text;
}

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\r\n`).join('');

/** Has characters of two UTF-16 units before the renamed name, Windows line ends, and layout to correct. */
export const sessionText = lines(
  '(module m G',
  '  (defcap G () true)',
  '  (defun first:string () (+ "\u{1f600}" "!"))',
  '     (defun second:string ()  (format "\u{1f600} {}\u{1f600}"   [(first)])))',
);

/** The text after renaming `first` to `primary` and formatting. */
export const sessionGolden = lines(
  '(module m G',
  '  (defcap G () true)',
  '  (defun primary:string () (+ "\u{1f600}" "!"))',
  '  (defun second:string () (format "\u{1f600} {}\u{1f600}" [(primary)]))',
  ')',
);

export const faultyText = lines(
  '(module n G',
  '  (defcap G () true)',
  '  (defun f () "\u{1f600}" (nowhere 1)))',
);

/** Returns whether the program can be started with these arguments. */
export function isInstalled(program: string, args: readonly string[] = ['--version']): boolean {
  return spawnSync(program, args).status === 0;
}

export class EditorSession {
  readonly folder = mkdtempSync(join(tmpdir(), 'pact-editor-'));

  constructor() {
    this.write('session.pact', sessionText);
    this.write('faulty.pact', faultyText);
    const command = join(this.folder, 'bin', 'pact');
    mkdirSync(join(this.folder, 'bin'));
    const script = join(root, 'dist', 'cli.js');
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
    chmodSync(command, 0o755);
  }

  write(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** Returns what the editor prints; the editor is killed after two minutes. */
  run(program: string, args: readonly string[]): string {
    const { stdout, stderr } = spawnSync(program, args, {
      cwd: this.folder,
      encoding: 'utf8',
      timeout: 120_000,
      env: {
        ...process.env,
        HOME: this.folder,
        XDG_CONFIG_HOME: this.folder,
        TERM: 'dumb',
        LC_ALL: 'C.UTF-8',
        PATH: `${join(this.folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      },
    });
    return `${stdout}${stderr}`;
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
