// The tool `test`: runs scripts as tests. Passes are counted, failures are shown with their cause.

import { counted } from '../../../base/counted.ts';
import { ProgramCache } from '../../../lang/session/run.ts';
import type { Project } from '../../../config/project.ts';
import { runTestsForEditor } from '../../../testing/editor/run-tests.ts';
import type { CoveredFile, TestEvent } from '../../../testing/editor/test-event.ts';
import { isMemoryShort } from '../../memory.ts';
import { plainPath } from '../../plain-path.ts';
import { largeRoom } from '../../stack-size.ts';
import { withoutParts } from '../../test/discover.ts';
import type { ToolTask } from '../messages.ts';
import type { ToolProject } from './tool-project.ts';

export function test(
  { paths, filter, coverage }: Extract<ToolTask, { tool: 'test' }>,
  project: ToolProject,
): void {
  const found = project.sources(paths, ['.repl'], ({ tests }: Project) => [tests]);
  const named = new Set(paths);
  const { files } = withoutParts(found, { named, host: project.files });
  if (files.length === 0) return project.say('There are no test scripts (.repl)');
  const summary = new Summary(project, filter);
  const programs = new ProgramCache();
  for (const file of files) {
    runTestsForEditor(file, {
      host: { ...project.files, plainPath, now: () => performance.now() },
      room: largeRoom,
      isMemoryShort: () => isMemoryShort(() => programs.clear()),
      programs,
      keepGoing: true,
      coverage,
      gasLimit: project.settings?.testing.gasLimit,
      tell: (event) => summary.take(event),
    });
  }
  summary.end();
}

class Summary {
  private readonly project: ToolProject;
  private readonly filter: string | undefined;
  private readonly covered = new Map<string, CoveredFile>();
  private block = '';
  private passed = 0;
  private failed = 0;
  private files = 0;
  private failedFiles = 0;

  constructor(project: ToolProject, filter: string | undefined) {
    this.project = project;
    this.filter = filter;
  }

  take(event: TestEvent): void {
    switch (event.kind) {
      case 'block-began':
        this.block = event.name ?? '';
        return;
      case 'expectation':
        return this.takeExpectation(event);
      case 'error':
        if (!this.isWanted('')) return;
        return this.project.say(`${event.path}: error in ${this.blockText}\n${event.rendered}`);
      case 'print':
        return;
      case 'file-ended':
        this.files++;
        if (event.status === 'failed') this.failedFiles++;
        if (event.problem !== undefined) this.project.say(`${event.path}: ${event.problem}`);
        return;
      case 'coverage':
        return this.cover(event.files);
      case 'file-began':
      case 'block-ended':
      case 'gas':
    }
  }

  end(): void {
    const files = `${counted(this.files, 'file')}, ${this.failedFiles} of them with failures`;
    for (const file of this.covered.values()) this.project.say(coverageLine(file));
    const passed = counted(this.passed, 'expectation');
    this.project.say(`${passed} passed, ${this.failed} failed, in ${files}`);
  }

  private takeExpectation(event: Extract<TestEvent, { kind: 'expectation' }>): void {
    const { name, status, path, message, expected, actual, rendered } = event;
    if (!this.isWanted(name)) return;
    if (status === 'passed') this.passed++;
    if (status !== 'failed') return;
    this.failed++;
    const lines = [
      `${path}: failed: ${name} (in ${this.blockText})`,
      `  ${message ?? ''}`,
      ...(expected === undefined ? [] : [`  expected: ${expected}`]),
      ...(actual === undefined ? [] : [`  actual:   ${actual}`]),
      ...(rendered === undefined ? [] : [rendered.replace(/^/gm, '  ')]),
    ];
    this.project.say(lines.join('\n'));
  }

  private get blockText(): string {
    return this.block === '' ? 'no transaction' : `transaction ${this.block}`;
  }

  private isWanted(name: string): boolean {
    const { filter } = this;
    return filter === undefined || name.includes(filter) || this.block.includes(filter);
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
