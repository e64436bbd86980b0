// `pact fmt`: formats files in place, or shows what it would change. A file that cannot be read or formatted does not
// stop the others.

import { Source } from '../../../base/span.ts';
import { formatEdits, formatSource, type FormatOptions } from '../../../lang/session/analyse.ts';
import { renderError, syntaxError } from '../../../lang/session/run.ts';
import type { Project } from '../../../base/config/project.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { readInput, readSourceFile } from '../files.ts';
import { findFiles } from '../find-files.ts';
import { useColour, writeErrorLine, writeLine, writeText } from '../output.ts';
import { leadsOutside } from '../project/leads-outside.ts';
import { openProject } from '../project/open-project.ts';
import { closersOf, formatOptions } from './format-options.ts';
import { longestFormatted } from './limits.ts';
import { rewriteFile } from './rewrite-file.ts';
import { unifiedDiff } from './unified-diff.ts';

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
  const { isatty } = process.getBuiltinModule('node:tty');
  const colour = useColour(isatty(2), process.env);
  if (fault !== undefined) writeErrorLine(renderError(syntaxError(fault), { colour, hints: true }));
  writeErrorLine(`pact: ${source.name} was not changed`);
  return undefined;
}

function refusalOf(text: string): string | undefined {
  if (text.length > longestFormatted) return 'it is too large to format';
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
