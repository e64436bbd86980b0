// Reports for people. Pretty: a line for each file, with its failures below it, by transaction. Dot: a letter for each
// expectation, and the failures and untestable properties at the end.

import {
  type BlockReport,
  type ErrorReport,
  type ExpectationReport,
  type FileReport,
  failuresOf,
  hasFailed,
  skippedOf,
} from '../runner/test-report.ts';
import { callLines } from './call-lines.ts';
import { failureLines } from './failure-lines.ts';
import {
  type Paint,
  counts,
  duration,
  foldedSource,
  gasText,
  paintOf,
  placeText,
} from './paint.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';
import { summaryLines } from './summary.ts';

const foldedPrints = 3;

export function prettyReporter({ write, colour, verbose, width }: ReporterOptions): Reporter {
  const paint = paintOf(colour);
  return {
    fileEnded(report) {
      write(headline(report, paint));
      for (const line of detailLines(report, { paint, verbose, width })) write(line);
    },
    runEnded(reports, summary) {
      for (const line of summaryLines(reports, summary, paint)) write(line);
    },
  };
}

function headline(report: FileReport, paint: Paint): string {
  const expectations = report.blocks
    .flatMap((block) => block.expectations)
    .filter(({ skipped }) => skipped === undefined);
  const failed = expectations.filter(({ failure }) => failure !== undefined).length;
  const mark = hasFailed(report) ? paint.bad('✗') : paint.good('✓');
  const some = counts(expectations.length, 'expectation');
  const counted = expectations.length === 0 ? 'no expectations' : some;
  const result = failed > 0 ? paint.bad(`${failed} of ${counted} failed`) : counted;
  const costs = `${duration(report.durationMs)}  ${gasText(report.milliGas)}`;
  return `${mark} ${report.file}  ${result}  ${paint.faint(costs)}`;
}

type Detail = {
  readonly paint: Paint;
  readonly verbose: boolean;
  /** The width of the terminal. */
  readonly width?: number | undefined;
};

/** Returns the failures, and the prints of transactions with failures. */
export function detailLines(report: FileReport, detail: Detail): string[] {
  const { paint, verbose } = detail;
  const problem = report.problem?.split('\n') ?? [];
  const lines = problem.map((line) => `    ${paint.bad(line)}`);
  for (const block of report.blocks) {
    const isBad = block.error !== undefined || failuresOf(block).length > 0;
    if (isBad || verbose) lines.push(...blockLines(block, detail).map((line) => `  ${line}`));
  }
  lines.push(
    ...report.notices.map(
      ({ place, text }) => `  ${paint.warn('!')} ${paint.faint(placeText(place))} ${text}`,
    ),
  );
  return lines;
}

function blockLines(block: BlockReport, detail: Detail): string[] {
  const { paint, verbose } = detail;
  const { name = 'outside of transactions', place, expectations, error, calls = [] } = block;
  const shown = verbose ? expectations : failuresOf(block);
  return [
    `${paint.strong(name)}  ${paint.faint(placeText(place))}`,
    ...printLines(block, detail),
    ...shown.flatMap((expectation) => expectationLines(expectation, paint)),
    ...(error === undefined ? [] : errorLines(error, paint)),
    ...calls.flatMap((form) => callLines(form, detail).map((line) => `  ${line}`)),
  ];
}

/** Prints of a contract are shown with their place: the block has only the place in the script. */
function printLines({ prints, place: block }: BlockReport, { paint, verbose }: Detail): string[] {
  const shown = verbose ? prints : prints.slice(-foldedPrints);
  const folded = prints.length - shown.length;
  return [
    ...(folded === 0 ? [] : [`  ... ${counts(folded, 'print')} more, see --verbose`]),
    ...shown.flatMap(({ text, place }) => {
      const from = place.file === block.file ? '' : `${placeText(place)}: `;
      return `${from}${text}`.split('\n').map((line) => `  | ${line}`);
    }),
  ].map(paint.faint);
}

function expectationLines(expectation: ExpectationReport, paint: Paint): string[] {
  const { name, place, failure, skipped } = expectation;
  if (skipped !== undefined) return [`  ${paint.warn('-')} ${name}  not tried: ${skipped}`];
  if (failure === undefined) return [`  ${paint.good('✓')} ${name}`];
  return [
    `  ${paint.bad('✗')} ${name}  ${paint.faint(placeText(place))}`,
    ...failureLines(failure, paint).map((line) => `      ${line}`.trimEnd()),
  ];
}

function errorLines({ rendered, skipped, resumesAt }: ErrorReport, paint: Paint): string[] {
  const lines = foldedSource(rendered.trimEnd().split('\n'));
  if (resumesAt !== undefined || skipped > 0) {
    const where = resumesAt === undefined ? 'the end of the file' : placeText(resumesAt);
    lines.push(paint.warn(`${counts(skipped, 'form')} skipped, continued at ${where}`));
  }
  return [
    `  ${paint.bad('✗')} ${lines[0] ?? ''}`,
    ...lines.slice(1).map((line) => `      ${line}`.trimEnd()),
  ];
}

const width = 80;

export function dotReporter({ write, colour, verbose }: ReporterOptions): Reporter {
  const paint = paintOf(colour);
  let row: string[] = [];
  const flush = (): void => {
    if (row.length > 0) write(row.join(''));
    row = [];
  };
  return {
    fileEnded(report) {
      for (const mark of marksOf(report)) {
        row.push(paintOfMark(mark, paint)(mark));
        if (row.length === width) flush();
      }
    },
    runEnded(reports, summary) {
      flush();
      for (const report of reports.filter((each) => hasFailed(each) || wasLeftOut(each))) {
        write('');
        write(hasFailed(report) ? paint.bad(report.file) : report.file);
        for (const line of detailLines(report, { paint, verbose })) write(line);
      }
      for (const line of summaryLines(reports, summary, paint)) write(line);
    },
  };
}

const paintOfMark = (mark: string, paint: Paint): Paint[keyof Paint] =>
  mark === '.' ? paint.good : mark === 'S' ? paint.warn : paint.bad;

const wasLeftOut = ({ blocks }: FileReport): boolean =>
  blocks.some((block) => skippedOf(block).length > 0);

/** `F` failed, `E` ended with an error, `S` could not be tried. */
function* marksOf({ problem, blocks }: FileReport): Generator<string> {
  for (const { expectations, error } of blocks) {
    for (const { failure, skipped } of expectations) {
      yield failure !== undefined ? 'F' : skipped !== undefined ? 'S' : '.';
    }
    if (error !== undefined) yield 'E';
  }
  if (problem !== undefined) yield 'E';
}
