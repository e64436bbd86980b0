// What was asked of `pact test`, from its options.

import { availableParallelism } from 'node:os';
import type { Given } from '../commands/define.ts';
import { reporterNames, type ReporterName } from './reporter-names.ts';

export type RunSettings = {
  readonly paths: readonly string[];
  readonly filter: string | undefined;
  readonly jobs: number;
  readonly timeoutMs: number;
  readonly reporter: ReporterName;
  readonly bail: boolean;
  readonly keepGoing: boolean;
  readonly watch: boolean;
  readonly verbose: boolean;
  readonly all: boolean;
  readonly gasSnapshot: 'compare' | 'update' | undefined;
};

const usualTimeoutSeconds = 300;

/** The definition of the command has checked what the options may be. */
export function settingsOf(given: Given): RunSettings {
  return {
    paths: given.operands.length === 0 ? ['.'] : given.operands,
    filter: given.value('filter'),
    jobs: Number(given.value('jobs') ?? availableParallelism()),
    timeoutMs: Number(given.value('timeout') ?? usualTimeoutSeconds) * 1000,
    reporter: reporterNames.find((name) => name === given.value('reporter')) ?? 'pretty',
    bail: given.has('bail'),
    keepGoing: given.has('keep-going'),
    watch: given.has('watch'),
    verbose: given.has('verbose'),
    all: given.has('all'),
    gasSnapshot: snapshotWish(given),
  };
}

function snapshotWish(given: Given): RunSettings['gasSnapshot'] {
  if (given.has('update')) return 'update';
  return given.has('gas-snapshot') ? 'compare' : undefined;
}
