// `pact fmt`: formats files in place, or shows what it would change. A file that cannot be read or formatted does not
// stop the others.

import {
  accessSync,
  chmodSync,
  constants,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Source } from '../../../base/span.ts';
import {
  defaultFormat,
  formatEdits,
  type FormatOptions,
  formatSource,
} from '../../../lang/session/analyse.ts';
import { renderError, syntaxError } from '../../../lang/session/run.ts';
import type { Project } from '../../../base/config/project.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { findFiles, readInput, readSourceFile, reasonOf, writeSourceFile } from '../files.ts';
import { useColour, writeErrorLine, writeLine, writeText } from '../output.ts';
import { leadsOutside } from '../project/folder-bounds.ts';
import { openProject } from '../project/open-project.ts';
import { unifiedDiff } from './unified-diff.ts';
import { onDisk, pathOf } from '../../../base/platform/disk/path-bytes.ts';
import { discard } from '../../../base/platform/disk/files.ts';

type Mode = 'write' | 'check' | 'diff';

type Job = {
  readonly mode: Mode;
  readonly options: FormatOptions;
  /** The paths of the command line. */
  readonly named: readonly string[];
};

/** The result for a file. */
type Outcome = 'unchanged' | 'changed' | 'failed';

export function runFormat(given: Given): ExitStatus {
  const open = openProject();
  if (open === undefined) return exitStatus.failure;
  const mode = given.has('diff') ? 'diff' : given.has('check') ? 'check' : 'write';
  const job: Job = { mode, options: optionsOf(given, open.project), named: given.operands };
  const name = given.value('stdin-name');
  const isInput = given.has('stdin') || name !== undefined || given.operands.includes('-');
  if (!isInput) {
    const paths = open.allPaths(given.operands);
    return paths === undefined ? exitStatus.failure : formatFiles(paths, job);
  }
  if (given.operands.every((operand) => operand === '-')) return formatInput(job, name);
  writeErrorLine(
    "pact: standard input cannot be formatted together with files\nTry 'pact fmt --help'.",
  );
  return exitStatus.misuse;
}

/** Options of the command line take precedence over the project file. */
function optionsOf(given: Given, project: Project | undefined): FormatOptions {
  const { width, indent, closers } = formatOptions(project?.format);
  return {
    width: Number(given.value('width') ?? width),
    indent: Number(given.value('indent') ?? indent),
    closers: closersOf(given.value('closers') ?? closers),
  };
}

function formatFiles(paths: readonly string[], job: Job): ExitStatus {
  const { files, faults } = findFiles(paths);
  for (const fault of faults) writeErrorLine(`pact: ${fault}`);
  const outcomes = files.map((file) => formatFile(file, job));
  const count = (outcome: Outcome): number => outcomes.filter((each) => each === outcome).length;
  const failed = count('failed') + faults.length;
  report(job.mode, { files: files.length, changed: count('changed'), failed });
  const isClean = job.mode === 'write' || count('changed') === 0;
  return failed === 0 && isClean ? exitStatus.success : exitStatus.failure;
}

function formatFile(file: string, job: Job): Outcome {
  const answer = readSourceFile(file);
  if (answer.kind === 'failure') {
    writeErrorLine(`pact: cannot read ${file}: ${answer.reason}`);
    return 'failed';
  }
  const source = new Source(file, answer.text);
  const text = formatted(source, job);
  if (text === undefined) return 'failed';
  if (text === source.text) return 'unchanged';
  const refused = job.mode === 'write' ? leadsOutside(file, job.named) : undefined;
  if (job.mode === 'diff') writeText(diffOf(source, job));
  else if (refused === undefined) writeLine(file);
  if (job.mode !== 'write') return 'changed';
  const fault = refused ?? rewriteFile(file, text);
  if (fault === undefined) return 'changed';
  writeErrorLine(`pact: cannot write ${file}: ${fault}`);
  return 'failed';
}

function formatInput(job: Job, name = '(stdin)'): ExitStatus {
  const answer = readInput();
  if (answer.kind === 'failure') {
    writeErrorLine(`pact: cannot read the input: ${answer.reason}`);
    return exitStatus.failure;
  }
  const source = new Source(name, answer.text);
  const text = formatted(source, job);
  if (text === undefined) return exitStatus.failure;
  if (job.mode === 'write') writeText(text);
  if (job.mode === 'diff') writeText(diffOf(source, job));
  return job.mode === 'write' || text === source.text ? exitStatus.success : exitStatus.failure;
}

/** Returns the formatted text, or shows the fault of the source and returns `undefined`. */
function formatted(source: Source, { options }: Job): string | undefined {
  const refusal = refusalOf(source.text);
  if (refusal !== undefined) {
    writeErrorLine(`pact: ${source.name} was not changed: ${refusal}`);
    return undefined;
  }
  const outcome = formatSource(source, options);
  if (outcome.kind === 'formatted') return outcome.text;
  const [fault] = outcome.diagnostics;
  const colour = useColour(2);
  if (fault !== undefined) writeErrorLine(renderError(syntaxError(fault), { colour, hints: true }));
  writeErrorLine(`pact: ${source.name} was not changed`);
  return undefined;
}

function refusalOf(text: string): string | undefined {
  if (text.length > maxFormattedLength) return 'it is too large to format';
  // The character would be invisible in the source line of an error.
  if (text.startsWith('\ufeff')) return 'it begins with a byte order mark; save it without one';
  return undefined;
}

function diffOf(source: Source, { options }: Job): string {
  return unifiedDiff(source, formatEdits(source, { options }));
}

type Counts = { readonly files: number; readonly changed: number; readonly failed: number };

function report(mode: Mode, { files, changed, failed }: Counts): void {
  const all = `${files} ${files === 1 ? 'file' : 'files'}`;
  const verb = mode === 'write' ? 'Formatted' : 'Would format';
  const rest = failed === 0 ? '' : `, ${failed} failed`;
  writeErrorLine(`${verb} ${changed} of ${all}${rest}`);
}

/** The options of the formatter from pact.yaml. */
export function formatOptions(format: Project['format'] | undefined): FormatOptions {
  const { width, indent, closers } = format ?? {};
  return {
    width: width ?? defaultFormat.width,
    indent: indent ?? defaultFormat.indent,
    closers: closersOf(closers),
  };
}

const closersOf = (name: string | undefined): FormatOptions['closers'] =>
  name === 'own-line' ? name : defaultFormat.closers;

// The size limit of source to format.

/** In characters. The tokens of longer files may not fit into memory. */
export const maxFormattedLength = 4 * 1024 * 1024;

// Replaces the content of a file atomically: an interruption leaves the old content. Links stay links, and the mode
// is kept.

/** Returns the reason if it could not be written. */
function rewriteFile(path: string, text: string): string | undefined {
  try {
    const file = pathOf(realpathSync.native(onDisk(path), 'buffer'));
    // Needed because a file without write permission could still be replaced.
    accessSync(onDisk(file), constants.W_OK);
    return replace(file, text) ? undefined : writeSourceFile(file, text);
  } catch (error) {
    return reasonOf(error);
  }
}

/** Returns `false` if a new file would differ for others (links, owner) or cannot be created in the folder. */
function replace(file: string, text: string): boolean {
  const { mode, nlink, uid } = statSync(onDisk(file));
  if (nlink > 1 || (process.getuid !== undefined && uid !== process.getuid())) return false;
  const part = join(dirname(file), `.${basename(file)}.${process.pid}.part`);
  try {
    writeFileSync(onDisk(part), text, { flag: 'wx', mode: 0o600 });
    chmodSync(onDisk(part), mode & 0o7777);
    renameSync(onDisk(part), onDisk(file));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') discard(part);
    // On a full disk, overwriting the file would lose the old content.
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error;
    return false;
  }
}
