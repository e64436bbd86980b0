// Measures how the gas of a file grows with a parameter, and the largest value within a limit.

import { Source } from '../../../base/span.ts';
import { errorText, renderError } from '../../../lang/session/run.ts';
import type { MeasuredScript, Outcome } from '../../../tools/testing/gas/measure-script.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { identifyFile, readSourceFile } from '../files.ts';
import { clearLine, isWatched, writeErrorLine, writeLine, writeProgress } from '../output.ts';
import type { Stage } from '../stage.ts';
import {
  growthOf,
  largestWithin,
  inExpression,
  withConstant,
} from '../../../tools/testing/gas/growth.ts';
import { openScript, type OpenScript } from './measure.ts';
import { sweepJson, sweepText, type MeasuredPoint, type SweepReport, gasOf } from './report.ts';
import { type Sweep, valuesOf } from './sweep-range.ts';

export type SweepOptions = {
  readonly sweep: Sweep;
  readonly expression: string | undefined;
  readonly transaction: string | undefined;
  readonly limit: number | undefined;
  readonly asJson: boolean;
  readonly stage: Stage;
};

/** Measures a value; returns a sentence if no value can be measured. */
type Measure = (value: number) => MeasuredPoint | string;

export function reportSweep(file: string, options: SweepOptions): ExitStatus {
  const answer = readSourceFile(file);
  if (answer.kind === 'failure') return fail(`pact: cannot read ${file}: ${answer.reason}`);
  const measure = measureOf(new Source(file, answer.text), options);
  if (typeof measure === 'string') return fail(measure);
  const known = new Map<number, MeasuredPoint>();
  const measured = (value: number): MeasuredPoint => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const point = measure(value);
    if (typeof point === 'string') throw new Unmeasurable(point);
    known.set(value, point);
    return point;
  };
  try {
    return report(file, options, measured);
  } catch (error) {
    if (error instanceof Unmeasurable) return fail(`pact: ${error.message}`);
    throw error;
  }
}

class Unmeasurable extends Error {
  override readonly name = 'Unmeasurable';
}

function report(
  file: string,
  { sweep, limit, asJson }: SweepOptions,
  measured: (value: number) => MeasuredPoint,
): ExitStatus {
  const points = measuredAll(valuesOf(sweep), measured);
  const sound = points.flatMap((point) =>
    point.kind === 'done' ? [{ at: point.value, gas: point.milliGas / 1000 }] : [],
  );
  const isWithin = (point: MeasuredPoint): boolean =>
    limit !== undefined && point.kind === 'done' && gasOf(point.milliGas) <= limit;
  const largest =
    limit === undefined
      ? undefined
      : largestWithin(
          points.map((point) => ({ at: point.value, within: isWithin(point) })),
          (at) => isWithin(measured(at)),
        );
  const result: SweepReport = {
    file,
    sweep,
    points,
    growth: growthOf(sound, sweep.name),
    limit:
      limit === undefined || largest === undefined
        ? undefined
        : { gas: limit, largest, at: measured(largest.at), next: nextOf(largest, measured) },
  };
  writeLine(asJson ? sweepJson(result) : sweepText(result));
  const isBeyond = largest?.kind === 'none';
  return sound.length === 0 || isBeyond ? exitStatus.failure : exitStatus.success;
}

/** Measures all values, with a progress line on a terminal. */
function measuredAll(
  values: readonly number[],
  measured: (value: number) => MeasuredPoint,
): readonly MeasuredPoint[] {
  if (!isWatched()) return values.map(measured);
  let shownAt = performance.now();
  const points = values.map((value, i) => {
    if (performance.now() - shownAt > millisecondsBetween) {
      shownAt = performance.now();
      writeProgress(`${clearLine}  ${i} of ${values.length} values`);
    }
    return measured(value);
  });
  writeProgress(clearLine);
  return points;
}

const millisecondsBetween = 200;

/** Returns the measurement that shows that the next value is too large. */
function nextOf(
  { kind, at }: NonNullable<SweepReport['limit']>['largest'],
  measured: (value: number) => MeasuredPoint,
): MeasuredPoint | undefined {
  return kind === 'found' ? measured(at + 1) : undefined;
}

function measureOf(source: Source, options: SweepOptions): Measure | string {
  const { expression, stage, sweep } = options;
  if (expression !== undefined) return measureExpression(source.name, expression, options);
  const template = withConstant(source, sweep.name, stage.room.nestingLimit);
  switch (template.kind) {
    case 'unsound':
      return renderError(template.error, { hints: true });
    case 'missing':
      return `pact: ${source.name} has no (defconst ${sweep.name} ...) at top level. To measure an expression with {${sweep.name}}, use --expr`;
    case 'template':
      return (value) => {
        const replaced = { identity: identifyFile(source.name), text: template.with(value) };
        const open = openScript(source.name, stage, replaced);
        return typeof open === 'string'
          ? open
          : pointOf(value, transactionOf(open.script, options));
      };
  }
}

/** Runs the setup once if each expression can be rolled back, else for each expression. */
function measureExpression(
  file: string,
  expression: string,
  { sweep, stage }: SweepOptions,
): Measure | string {
  const expressionWith = (value: number): string => inExpression(expression, sweep.name, value);
  const first = openScript(file, stage);
  if (typeof first === 'string') return `pact: ${first}`;
  const { script, within } = first;
  if (script.outcome.kind === 'failed') {
    return renderError(script.outcome.error, { hints: true });
  }
  if (script.canTry) {
    return (value) =>
      pointOf(
        value,
        within(() => script.try(expressionWith(value))),
      );
  }
  const appended = ({ script: again, within: inTime }: OpenScript, value: number) =>
    inTime(() => again.append(expressionWith(value)));
  return (value) => {
    const open = openScript(file, stage);
    return typeof open === 'string' ? open : pointOf(value, appended(open, value));
  };
}

function pointOf(value: number, outcome: Outcome | string): MeasuredPoint | string {
  if (typeof outcome === 'string') return outcome;
  if (outcome.kind === 'done') return { kind: 'done', value, milliGas: outcome.milliGas };
  const [message = ''] = errorText(outcome.error).split('\n', 1);
  return { kind: 'failed', value, message };
}

/** Returns the part of the script that is measured: a transaction, or all of it if it has none. */
function transactionOf(
  { transactions, outcome }: MeasuredScript,
  { transaction }: SweepOptions,
): Outcome | string {
  if (outcome.kind === 'failed') return outcome;
  if (transaction === undefined) {
    const last = transactions.at(-1);
    return last === undefined ? outcome : { kind: 'done', milliGas: last.milliGas };
  }
  const found = transactions.find(({ name }) => name === transaction);
  if (found !== undefined) return { kind: 'done', milliGas: found.milliGas };
  const names = transactions.flatMap(({ name }) => name ?? []);
  const known = names.length === 0 ? 'the script names none' : `use one of ${names.join(', ')}`;
  return `there is no transaction named ${transaction}: ${known}`;
}

function fail(text: string): ExitStatus {
  writeErrorLine(text);
  return exitStatus.failure;
}
