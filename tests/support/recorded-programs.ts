// Random programs with everything that the reference printed for them, if `../shared` has them. A program is compared line
// by line, up to the error that ended it.

import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Source } from '../../src/base/span.ts';
import { smallRoom } from '../../src/apps/cli/stack-size.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { renderError, spanText } from '../../src/lang/diagnostics/render.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import { silentHost } from '../../src/tools/repl/options.ts';

const folder = new URL('../../../shared/vectors/differential/', import.meta.url);

export type RecordedProgram = {
  readonly name: string;
  readonly text: string;
  /** What the reference printed, without blank lines. */
  readonly lines: readonly string[];
};

export type Difference = {
  readonly line: number;
  readonly reference: string;
  readonly ours: string;
};

export const recordedKinds = ['natives', 'programs', 'wide'] as const;

export type RecordedKind = (typeof recordedKinds)[number];

/** Returns the programs of a file; none if there are no recordings. */
export function recordedPrograms(kind: RecordedKind): readonly RecordedProgram[] {
  const file = new URL(`${kind}.jsonl.gz`, folder);
  if (!existsSync(file)) return [];
  const letter = kind === 'natives' ? 'd' : 'p';
  const records = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  return records.map((record) => {
    const { seed, program, lines } = JSON.parse(record) as Recording;
    return { name: `${letter}${seed}`, text: program, lines };
  });
}

type Recording = {
  readonly seed: number;
  readonly program: string;
  readonly lines: readonly string[];
};

export function answersOf({ lines }: RecordedProgram): number {
  return lines.filter((line) => line.includes(':Trace: ')).length;
}

/** Returns the first line that differs; `undefined` if all are equal. */
export function firstDifference(program: RecordedProgram): Difference | undefined {
  const { lines, isCut } = comparable(program.lines);
  const all = run(program);
  const ours = isCut ? all.slice(0, lines.length) : all;
  const length = Math.max(lines.length, ours.length);
  for (let i = 0; i < length; i++) {
    const [reference, own] = [lines[i], ours[i]];
    if (reference === own) continue;
    return { line: i + 1, reference: reference ?? '(nothing)', ours: own ?? '(nothing)' };
  }
  return undefined;
}

const errorLine = /^\S+\.repl:\d+:\d+: /;
const firstLineOfEnd = /^\S+\.repl:\d+:\d+-\d+:\d+:FAILURE: |^Load /;

/**
 * Returns values and messages, then the first line of the error that ended the program. The reference's process crashed on
 * some programs: its output then ends anywhere, perhaps within a line.
 */
function comparable(lines: readonly string[]): { lines: readonly string[]; isCut: boolean } {
  const isCut = !(lines.at(-1) ?? '').startsWith('Load ');
  if (isCut) return { lines: lines.slice(0, lines.findLastIndex(isAnswer)).map(decided), isCut };
  const end = lines.findIndex((line) => errorLine.test(line) || firstLineOfEnd.test(line));
  const error = lines.filter((line) => errorLine.test(line)).slice(0, 1);
  return { lines: [...lines.slice(0, end), ...error].map(decided), isCut };
}

const isAnswer = (line: string): boolean => /^\S+\.repl:[\d:-]+:(Trace|Print): /.test(line);

/** Replaces texts where ours differ on purpose (decision 0004). */
function decided(line: string): string {
  return line
    .replace('Expect: success ', 'Expect: success: ')
    .replace(/Trace: "((?:Begin|Commit|Rollback) Tx \d+) /, 'Trace: "$1: ')
    .replace(/"TOTAL: (\d+)mG"/, (_, milligas) => `"TOTAL: ${Math.ceil(Number(milligas) / 1000)}"`);
}

function run({ name, text }: RecordedProgram): readonly string[] {
  const lines: string[] = [];
  const add = (shown: string): void => {
    lines.push(...shown.split('\n').filter((line) => line.trim() !== ''));
  };
  const engine = new ReplEngine({
    ...smallRoom,
    linesFrom: 0,
    host: {
      ...silentHost,
      trace: (span, value) => add(`${spanText(span, 0)}:Trace: ${value}`),
      print: (span, value) => add(`${spanText(span, 0)}:Print: ${value}`),
    },
  });
  try {
    engine.run(new Source(`${name}.repl`, text));
  } catch (error) {
    if (!isEvalError(error)) throw error;
    lines.push(renderError(error).split('\n', 1)[0] ?? '');
  }
  return lines;
}
