// The generated project of tests/perf, small enough for a test.
import { generateProject as generate } from '../perf/generate-project.mjs';

export type GeneratedProject = {
  /** The script that runs everything. */
  readonly driver: string;
  /** The script that the driver loads last. */
  readonly last: string;
  /** Source texts by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly lines: number;
};

export const smallProject = (seed: number): GeneratedProject =>
  generate({ lines: 4000, files: 12, seed });
