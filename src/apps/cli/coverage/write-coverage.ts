// Writes the coverage reports and compares the coverage with the required one.

import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { makeFolder } from '../../../base/platform/disk/files.ts';
import {
  figuresOf,
  fileCoverage,
  type FileCoverage,
  percentText,
  type SourceCounts,
} from '../../../tools/analysis/coverage/coverage.ts';
import { htmlPages } from '../../../tools/testing/coverage/html.ts';
import { lcovText } from '../../../tools/testing/coverage/reports.ts';
import { identifyFile, readSourceFile, reasonOf } from '../files.ts';
import { leadsOutside } from '../project/folder-bounds.ts';
import { hasWildcards, pathBelow, pathExpression } from '../paths.ts';
import { coverageTable } from '../../../tools/testing/coverage/reports.ts';
import type { CoverageRequest, Threshold } from '../shared-options.ts';
import type { OpenProject } from '../project/open-project.ts';

type CoverageReport = {
  readonly lines: readonly string[];
  /** Errors, and measures below the required coverage. */
  readonly faults: readonly string[];
};

export function writeCoverage(
  all: readonly SourceCounts[],
  {
    folder = 'coverage',
    named,
    thresholds,
    leavesOut,
  }: CoverageRequest & { readonly leavesOut: LeavesOut },
): CoverageReport {
  const faults: string[] = [];
  const covered = all.flatMap((each) => filesOf(each, faults));
  const files = covered.filter(({ path }) => !leavesOut(path)).map(({ coverage }) => coverage);
  const others = covered.filter(({ path }) => leavesOut(path)).map(({ coverage }) => coverage.file);
  try {
    writeAll(folder, files, named);
  } catch (error) {
    faults.push(`cannot write the coverage to ${folder}: ${reasonOf(error)}`);
    return { lines: [...coverageTable(files), ...leftOutText(others)], faults };
  }
  const where = `Coverage is in ${join(folder, 'lcov.info')} and ${join(folder, 'html', 'index.html')}`;
  const table =
    files.length === 0
      ? ['No code ran that coverage counts: code of .pact files, and of modules in scripts']
      : coverageTable(files);
  return {
    lines: [...table, ...leftOutText(others), where],
    faults: [...faults, ...thresholds.flatMap((each) => shortfall(files, each))],
  };
}

function writeAll(folder: string, files: readonly FileCoverage[], named: readonly string[]): void {
  const pages = join(folder, 'html');
  const texts = [
    { path: join(folder, 'lcov.info'), text: lcovText(files) },
    ...htmlPages(files).map(({ path, text }) => ({ path: join(pages, path), text })),
  ];
  for (const { path } of texts) {
    const outside = leadsOutside(path, named);
    if (outside !== undefined) throw new Error(outside);
  }
  makeFolder(pages);
  for (const { path, text } of texts) writeFileSync(path, text);
}

type CoveredFile = { readonly path: string; readonly coverage: FileCoverage };

/** Skips sources that are not files, and scripts without a module. */
function filesOf(counts: SourceCounts, faults: string[]): readonly CoveredFile[] {
  const answer = readSourceFile(counts.file);
  if (answer.kind === 'failure') return [];
  // For files outside the current folder, editors and genhtml need the absolute path.
  const file = pathBelow(counts.file) ?? counts.file;
  if (answer.text.length !== counts.length) {
    faults.push(`${file} changed during the run, so the coverage leaves it out`);
    return [];
  }
  const coverage = fileCoverage(counts, file, answer.text);
  return coverage.lines.size === 0 ? [] : [{ path: counts.file, coverage }];
}

function leftOutText(files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const shown = files.slice(0, shownFiles).join(', ');
  const more = files.length > shownFiles ? `, and ${files.length - shownFiles} more` : '';
  return [`Left out, see coverage.exclude in docs/coverage.md: ${shown}${more}`];
}

const shownFiles = 6;

function shortfall(
  files: readonly FileCoverage[],
  { measure, percent }: Threshold,
): readonly string[] {
  const share = figuresOf(files)[measure];
  if (share.hit * 100 >= percent * share.all) return [];
  return [`${percentText(share)} of the ${measure} are covered, ${percent}% are required`];
}

// Decides which files coverage leaves out: those in coverage.exclude of pact.yaml. Without that setting, code that only
// tests load: everything outside the project's sources, or, if it has no sources, everything in its tests.

/** `file`: the identity of the file. */
export type LeavesOut = (file: string) => boolean;

export function leavesOut({ folder, project }: OpenProject): LeavesOut {
  const { coverage, sources, tests } = project ?? {};
  const root = identifyFile(folder);
  const isAmong = (entries: readonly { readonly text: string }[]): LeavesOut => {
    const covers = entries.map(({ text }) => covering(text));
    return (file) => {
      const path = relative(root, file).replaceAll('\\', '/');
      return covers.some((test) => test(path));
    };
  };
  if (coverage?.exclude !== undefined) return isAmong(coverage.exclude);
  if (sources === undefined) return isAmong(tests ?? []);
  const isSource = isAmong(sources);
  return (file) => !isSource(file);
}

/** Returns a test for paths: equal to a file, in a folder, or matching a pattern. */
function covering(written: string): (path: string) => boolean {
  const text = written.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  if (text === '.' || text === '') return (path) => path.split('/', 1)[0] !== '..';
  if (!hasWildcards(text)) return (path) => path === text || path.startsWith(`${text}/`);
  const expression = pathExpression(text);
  const inside = pathExpression(`${text}/**/*`);
  return (path) => expression.test(path) || inside.test(path);
}
