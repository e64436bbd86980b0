// A process that stays for the next command (command-process.mjs), and the files through which it is used. Everything here waits, as
// spawnSync does.

import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  fstatSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type CommandInput = {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input: Uint8Array;
};

export type CommandResult = {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

type Answer = { readonly status: number; readonly isClean: boolean };

const program = fileURLToPath(new URL('command-process.mjs', import.meta.url));

export class WarmCommand {
  private readonly command: string;
  private readonly isMerged: boolean;
  private process: CommandProcess | undefined;

  /** `isMerged`: both streams are one file, which is returned as `stdout`. */
  constructor(command: string, { isMerged = false } = {}) {
    this.command = command;
    this.isMerged = isMerged;
  }

  /** `undefined`: the command ended the process. It must be run again by itself. */
  run(given: CommandInput): CommandResult | undefined {
    this.process ??= new CommandProcess(this.command, this.isMerged);
    const { answer, stdout, stderr } = this.process.run(given);
    if (answer?.isClean !== true) {
      this.process.close();
      this.process = undefined;
    }
    return answer === undefined ? undefined : { status: answer.status, stdout, stderr };
  }
}

class CommandProcess {
  private readonly questions: number;
  private readonly answers: number;
  private readonly input: number;
  private readonly stdout: OutputFile;
  private readonly stderr: OutputFile;

  constructor(command: string, isMerged: boolean) {
    const folder = mkdtempSync(join(tmpdir(), 'pact-command-'));
    const [questions, answers] = [join(folder, 'questions'), join(folder, 'answers')];
    spawnSync('mkfifo', [questions, answers]);
    // Opened for both directions, which never waits for the other end.
    const open = [openSync(questions, 'r+'), openSync(answers, 'r+')];
    const ofChild = [openSync(questions, 'r'), openSync(answers, constants.O_WRONLY)] as const;
    this.questions = openSync(questions, constants.O_WRONLY);
    this.answers = openSync(answers, 'r');
    this.input = openSync(join(folder, 'stdin'), 'w+');
    this.stdout = new OutputFile(join(folder, 'stdout'));
    this.stderr = isMerged ? this.stdout : new OutputFile(join(folder, 'stderr'));
    const stdio = [this.input, this.stdout.descriptor, this.stderr.descriptor, ...ofChild];
    spawn(process.execPath, [program, command], { stdio }).unref();
    // Now an end of file says that the process has ended.
    for (const descriptor of [...open, ...ofChild]) closeSync(descriptor);
    rmSync(folder, { recursive: true });
  }

  run({ args, cwd, env, input }: CommandInput): {
    readonly answer: Answer | undefined;
    readonly stdout: string;
    readonly stderr: string;
  } {
    // Both processes have one position in this file; what follows it is the input.
    if (input.length > 0) writeSync(this.input, input, 0, input.length, fstatSync(this.input).size);
    writeSync(this.questions, `${JSON.stringify({ args, cwd, env })}\n`);
    const answer = this.answer();
    const rest = Buffer.alloc(1 << 16);
    while (input.length > 0 && readSync(this.input, rest) > 0);
    return { answer, stdout: this.stdout.newText(), stderr: this.stderr.newText() };
  }

  close(): void {
    for (const each of [this.questions, this.answers, this.input]) closeSync(each);
    for (const { descriptor } of new Set([this.stdout, this.stderr])) closeSync(descriptor);
  }

  private answer(): Answer | undefined {
    const chunk = Buffer.alloc(200);
    for (let text = ''; ;) {
      const length = readSync(this.answers, chunk);
      if (length === 0) return undefined;
      text += chunk.toString('utf8', 0, length);
      if (text.endsWith('\n')) return JSON.parse(text) as Answer;
    }
  }
}

class OutputFile {
  readonly descriptor: number;
  private length = 0;

  constructor(path: string) {
    this.descriptor = openSync(path, 'a+');
  }

  /** Returns what was written since the last call. */
  newText(): string {
    const text = Buffer.alloc(fstatSync(this.descriptor).size - this.length);
    for (let at = 0; at < text.length;)
      at += readSync(this.descriptor, text, at, text.length - at, this.length + at);
    this.length += text.length;
    return text.toString();
  }
}
