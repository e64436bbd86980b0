// The generated project of tests/perf, small enough for a test.
import { generateProject as generate } from '../perf/generate-project.mjs';

export type GeneratedProject = {
  /** Runs everything. */
  readonly driver: string;
  /** What the driver loads last. */
  readonly last: string;
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly lines: number;
};

export const smallProject = (seed: number): GeneratedProject =>
  generate({ lines: 4000, files: 12, seed });
