import { expect, test } from 'vitest';
import { matchingBlocks } from '../../../../../src/apps/cli/test/discover.ts';
import type {
  BlockReport,
  FileReport,
} from '../../../../../src/tools/testing/runner/test-report.ts';

const place = { line: 1, column: 1 } as BlockReport['place'];

const block = (name: string | undefined, error?: string): BlockReport => ({
  name,
  place,
  expectations: [],
  prints: [],
  error: error === undefined ? undefined : ({ message: error } as BlockReport['error']),
  durationMs: 0,
  milliGas: 0n,
});

const report = {
  file: 'coin.repl',
  blocks: [
    block(undefined),
    block('transfer'),
    block('mint'),
    block('burn', 'fails'),
    block(undefined, 'fails too'),
  ],
} as unknown as FileReport;

const shown = (text: string): readonly (string | undefined)[] =>
  matchingBlocks(report, text).blocks.map(({ name, error }) => name ?? error?.message);

test('transactions whose names contain the text are shown, and all with an error', () => {
  expect(shown('mint')).toEqual(['mint', 'burn', 'fails too']);
  expect(shown('nothing')).toEqual(['burn', 'fails too']);
});

test('if the path of a file contains the text, all its transactions are shown', () => {
  expect(matchingBlocks(report, 'coin')).toBe(report);
});
