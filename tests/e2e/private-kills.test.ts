// Sealed commands between two entities, with nodes that are killed: a small version of the measurement.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../support/project-files.ts';

test(
  'each command is executed once by each recipient and by nobody else, whatever is killed',
  { timeout: 240_000 },
  async () => {
    const ports = String(30_000 + 400 * Math.floor(Math.random() * 60));
    const words = ['tests/perf/private-two.mjs', '--commands', '12', '--ports', ports];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ what }) => what === 'killed')).toHaveLength(3);
    expect(lines.filter(({ what }) => what === 'rows')).toEqual([
      { what: 'rows', entity: 'alice', rows: 12, isRight: true },
      { what: 'rows', entity: 'bob', rows: 12, isRight: true },
    ]);
    expect(lines.at(-1)).toEqual({ what: 'all', isGood: true, faults: [] });
  },
);
