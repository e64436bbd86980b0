// Writes a gas profile: a report to standard output, a flame graph to a file.

import { existsSync, writeFileSync } from 'node:fs';
import { GasProfile } from '../../lang/session/run.ts';
import { flameGraph, type FlameGraphFormat } from '../../tools/testing/gas/flame-graph.ts';
import { gasStacks, joinedStacks, type GasStacks } from '../../tools/testing/gas/gas-stacks.ts';
import {
  type GasReport,
  gasReport,
  gasReportJson,
  sumOfReports,
} from '../../tools/testing/gas/gas-report.ts';
import { gasReportTable } from '../../tools/testing/gas/report-table.ts';
import { reasonOf } from './files.ts';
import type { GasReportFormat } from './shared-options.ts';
import { plainPath } from './paths.ts';
import { keepOutputForResults, writeErrorLine, writeLine, writeResult } from './output.ts';

export type GasRequest = {
  readonly report: GasReportFormat | undefined;
  /** The file for the flame graph. */
  readonly profile: string | undefined;
};

export type GasRecording = {
  readonly profile: GasProfile | undefined;
  /** Returns whether everything could be written. */
  readonly write: () => boolean;
};

export function gasRecording(wanted: GasRequest | undefined): GasRecording {
  if (wanted === undefined) return { profile: undefined, write: () => true };
  if (wanted.report === 'json') keepOutputForResults();
  const profile = new GasProfile();
  return { profile, write: () => writeGas(profile, wanted) };
}

function writeGas(profile: GasProfile, wanted: GasRequest): boolean {
  if (wanted.report !== undefined) writeReport([gasReport(profile)], wanted.report);
  return wanted.profile === undefined || writeFlameGraph([gasStacks(profile)], wanted.profile);
}

/** Writes one report for all runs. */
export function writeReport(
  reports: readonly GasReport[],
  format: GasReportFormat,
  write = writeLine,
): void {
  const report = sumOfReports(reports, shownPath);
  if (format === 'json') writeResult(gasReportJson(report));
  else write(gasReportTable(report));
}

/** Returns the name unchanged if it is not a file, such as standard input. */
const shownPath = (file: string): string => (existsSync(file) ? plainPath(file) : file);

/** Writes one flame graph for all runs. Returns whether it could be written. */
export function writeFlameGraph(all: readonly GasStacks[], file: string): boolean {
  try {
    writeFileSync(file, flameGraph(joinedStacks(all), formatOf(file)));
    return true;
  } catch (error) {
    writeErrorLine(`pact: cannot write ${file}: ${reasonOfWriting(error)}`);
    return false;
  }
}

function formatOf(file: string): FlameGraphFormat {
  if (/\.(txt|folded)$/i.test(file)) return 'collapsed';
  return /\.svg$/i.test(file) ? 'svg' : 'speedscope';
}

function reasonOfWriting(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return reasons.get(code ?? '') ?? reasonOf(error);
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such folder'],
  ['EACCES', 'it may not be written'],
  ['EPERM', 'it may not be written'],
  ['EROFS', 'it may not be written'],
]);
