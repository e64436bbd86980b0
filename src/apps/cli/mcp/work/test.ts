// The tool `test`: runs scripts as tests. Passes are counted, failures are shown with their cause.

import { counted } from '../../../../base/prose.ts';
import { withoutHalfAtEnd } from '../../../../base/text.ts';
import { ProgramCache } from '../../../../lang/session/run.ts';
import type { Project } from '../../../../base/config/project.ts';
import { runTestsForEditor } from '../../../../tools/testing/editor/run-tests.ts';
import type { CoveredFile, TestEvent } from '../../../../tools/testing/editor/test-event.ts';
import { isMemoryShort } from '../../memory.ts';
import { plainPath } from '../../paths.ts';
import { scriptHost } from '../../script-host.ts';
import { largeRoom } from '../../stack-size.ts';
import { withoutParts } from '../../test/discover.ts';
import { mcpLimits } from '../limits.ts';
import type { ToolOutcome, ToolTask } from '../calls.ts';
import { ToolFault, type ToolProject } from './tool-project.ts';

export function test(
  { paths, filter, coverage }: Extract<ToolTask, { tool: 'test' }>,
  project: ToolProject,
): ToolOutcome {
  const found = project.sources(paths, ['.repl'], ({ tests }: Project) => [tests]);
  const named = new Set(paths);
  const { files } = withoutParts(found, { named, host: project.files });
  if (files.length === 0) throw new ToolFault('there are no test scripts (.repl)');
  const summary = new Summary(project, filter);
  const programs = new ProgramCache();
  for (const file of files) {
    runTestsForEditor(file, {
      host: { ...scriptHost(project.files), plainPath },
      room: largeRoom,
      isMemoryShort: () => isMemoryShort(() => programs.clear()),
      programs,
      keepGoing: true,
      coverage,
      pact4: project.settings?.pact4 === true,
      gasLimit: project.settings?.testing.gasLimit,
      tell: (event) => summary.take(event),
    });
  }
  return summary.end({ mayBeEmpty: coverage });
}

/** Characters of an answer that are left for the lines after the list of failures. */
const reserve = 2_000;

/** Fewer characters do not explain a failure. */
const fewest = 400;

class Summary {
  private readonly project: ToolProject;
  private readonly filter: string | undefined;
  private readonly covered = new Map<string, CoveredFile>();
  /** The script that runs, which can load the files in which expectations are. */
  private script = '';
  private block = '';
  private passed = 0;
  private failed = 0;
  /** Errors outside of expectations, and files that could not be run to their end. */
  private errors = 0;
  /** The files with results that the filter selects, and those of them with failures. */
  private readonly files = new Set<string>();
  private readonly failedFiles = new Set<string>();
  private room = mcpLimits.answerCharacters - reserve;
  private unlisted = 0;

  constructor(project: ToolProject, filter: string | undefined) {
    this.project = project;
    this.filter = filter;
  }

  take(event: TestEvent): void {
    switch (event.kind) {
      case 'file-began':
        this.script = event.path;
        return;
      case 'block-began':
        this.block = event.name ?? '';
        return;
      case 'expectation':
        return this.takeExpectation(event);
      // It ends a transaction or the file, so it counts wherever it is.
      case 'error':
        this.errors++;
        return this.fail(event.path, `error in ${this.blockText}\n${event.rendered}`);
      case 'file-ended':
        if (this.filter === undefined || event.path.includes(this.filter)) {
          this.files.add(event.path);
        }
        if (event.problem === undefined) return;
        this.errors++;
        return this.fail(event.path, event.problem);
      case 'coverage':
        return this.cover(event.files);
      case 'print':
      case 'block-ended':
      case 'gas':
    }
  }

  /** Shows the coverage and the sums. Throws if the filter selects nothing. */
  end({ mayBeEmpty }: { readonly mayBeEmpty: boolean }): ToolOutcome {
    const { project, filter, passed, failed, errors, unlisted } = this;
    if (unlisted > 0) project.say(`... and ${unlisted} more failures`);
    if (this.files.size === 0) throw new ToolFault(`nothing matches '${filter}'`);
    for (const file of this.covered.values()) this.list(coverageLine(file));
    const sums = [`${counted(passed, 'expectation')} passed`, `${failed} failed`];
    if (errors > 0) sums.push(counted(errors, 'error'));
    const files = counted(this.files.size, 'file');
    project.say(`${sums.join(', ')}, in ${files}, ${this.failedFiles.size} of them with failures`);
    if (failed + errors > 0) return 'bad';
    if (passed > 0 || mayBeEmpty) return 'good';
    project.say('the scripts check nothing with expect, expect-failure or expect-that');
    return 'bad';
  }

  private takeExpectation(event: Extract<TestEvent, { kind: 'expectation' }>): void {
    const { name, status, path, message, expected, actual, rendered } = event;
    if (!this.isWanted(name)) return;
    this.files.add(this.script);
    if (status === 'passed') this.passed++;
    if (status !== 'failed') return;
    this.failed++;
    const lines = [
      `failed: ${name} (in ${this.blockText})`,
      `  ${message ?? ''}`,
      ...(expected === undefined ? [] : [`  expected: ${expected}`]),
      ...(actual === undefined ? [] : [`  actual:   ${actual}`]),
      ...(rendered === undefined ? [] : [rendered.replace(/^/gm, '  ')]),
    ];
    this.fail(path, lines.join('\n'));
  }

  private fail(path: string, text: string): void {
    this.files.add(this.script);
    this.failedFiles.add(this.script);
    if (!this.list(`${path}: ${text}`)) this.unlisted++;
  }

  /** Returns `false` if the answer has no room for the text. A text that is too long is cut. */
  private list(text: string): boolean {
    if (this.room < fewest) return false;
    const isWhole = text.length <= this.room;
    this.project.say(isWhole ? text : `${withoutHalfAtEnd(text.slice(0, this.room))}...`);
    this.room -= text.length + 1;
    return true;
  }

  private get blockText(): string {
    return this.block === '' ? 'no transaction' : `transaction ${this.block}`;
  }

  private isWanted(name: string): boolean {
    const { filter, block, script } = this;
    return filter === undefined || [name, block, script].some((text) => text.includes(filter));
  }

  private cover(files: readonly CoveredFile[]): void {
    for (const file of files) {
      const before = this.covered.get(file.path);
      this.covered.set(file.path, before === undefined ? file : sumOf(before, file));
    }
  }
}

/** Returns the sum of two runs of the same text. */
function sumOf(one: CoveredFile, other: CoveredFile): CoveredFile {
  const counts = new Map(other.lines.map(({ line, count }) => [line, count]));
  const lines = one.lines.map(({ line, count }) => ({
    line,
    count: count + (counts.get(line) ?? 0),
  }));
  return { ...one, lines };
}

function coverageLine({ path, lines }: CoveredFile): string {
  const missed = lines.filter(({ count }) => count === 0).map(({ line }) => line);
  const percent = Math.floor(((lines.length - missed.length) * 100) / lines.length);
  const left = missed.length === 0 ? '' : `; never ran: lines ${missed.slice(0, 50).join(', ')}`;
  return `${path}: ${percent} % of lines covered${left}`;
}
