// All reporters, by name.

import type { ReporterName } from './names.ts';
import type { Reporter, ReporterOptions } from './reporter.ts';
import { dotReporter } from './dot.ts';
import { jsonReporter } from './json.ts';
import { junitReporter } from './junit.ts';
import { prettyReporter } from './pretty.ts';
import { tapReporter } from './tap.ts';

export const reporters = {
  pretty: prettyReporter,
  dot: dotReporter,
  tap: tapReporter,
  junit: junitReporter,
  json: jsonReporter,
} satisfies Record<ReporterName, (options: ReporterOptions) => Reporter>;
