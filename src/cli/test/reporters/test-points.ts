// A run as a flat list, for formats that know tests and no transactions: every expectation is one,
// and so is every error; a block without any still says that it ran.

import type { BlockReport, FileReport, Place } from '../../../repl/testing/test-report.ts';

export type TestPoint = {
  readonly name: string;
  readonly place: Place;
  readonly failure:
    | { readonly kind: 'failure' | 'error'; readonly message: string; readonly text: string }
    | undefined;
};

export function pointsOf({ file, blocks, problem }: FileReport): readonly TestPoint[] {
  const points = blocks.flatMap(pointsOfBlock);
  if (problem === undefined) return points;
  const failure = { kind: 'error', message: problem, text: problem } as const;
  return [...points, { name: file, place: { file, line: 1, column: 1 }, failure }];
}

function pointsOfBlock({ name, place, expectations, error }: BlockReport): readonly TestPoint[] {
  const title = name ?? 'outside of transactions';
  const points: TestPoint[] = expectations.map((each) => ({
    name: `${title}: ${each.name}`,
    place: each.place,
    failure:
      each.failure === undefined
        ? undefined
        : {
            kind: 'failure',
            message: each.failure.message.split('\n', 1)[0] ?? '',
            text: each.failure.message,
          },
  }));
  if (error !== undefined) {
    const failure = { kind: 'error', message: error.message, text: error.rendered } as const;
    points.push({ name: title, place: error.place, failure });
  }
  if (points.length === 0 && name !== undefined) {
    points.push({ name: title, place, failure: undefined });
  }
  return points;
}
