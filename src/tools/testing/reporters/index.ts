// All reporters, by name.

import type { ReporterName } from './names.ts';
import { type Reporter, type ReporterOptions, jsonReporter } from './reporter.ts';
import { dotReporter, prettyReporter } from './pretty.ts';
import { junitReporter } from './junit.ts';
import { tapReporter } from './test-points.ts';

export const reporters = {
  pretty: prettyReporter,
  dot: dotReporter,
  tap: tapReporter,
  junit: junitReporter,
  json: jsonReporter,
} satisfies Record<ReporterName, (options: ReporterOptions) => Reporter>;
