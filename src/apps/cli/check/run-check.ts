// `pact check`: shows every error in the files, then a line with the counts.

import { counted } from '../../../base/prose.ts';
import { noSpan, Source, Span } from '../../../base/span.ts';
import {
  didYouMean,
  errorAdvice,
  errorExplanation,
  evalError,
  renderError,
} from '../../../lang/session/run.ts';
import { checkProject } from '../../../tools/analysis/check/check-project.ts';
import {
  type Diagnostic,
  type PlaceRange,
  placeOf,
} from '../../../tools/analysis/check/diagnostics.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { findFiles } from '../files.ts';
import { useColour, writeErrorLine, writeLine } from '../output.ts';
import { openProject } from '../project/open-project.ts';
import { projectView } from '../project/project-view.ts';
import type { Stage } from '../stage.ts';
import { machineFormats } from './formats.ts';

export function runCheck(given: Given, stage: Stage): ExitStatus {
  const open = openProject();
  const paths = open?.allPaths(given.operands);
  if (paths === undefined) return exitStatus.failure;
  const pact4 = given.has('pact4') || open?.project?.pact4 === true;
  const { files, faults } = findFiles(paths);
  const project = checkProject(files, projectView(files, stage, { pact4 }));
  const unreadable = project.unreadable.map(({ path, reason }) => unreadableFile(path, reason));
  const diagnostics = [...unreadable, ...project.diagnostics];
  for (const fault of faults) writeErrorLine(`pact: ${fault}`);
  const format = machineFormats[given.value('format') ?? 'pretty'];
  if (format === undefined) reportPretty(diagnostics, project.files.length, faults.length);
  else writeLine(format({ files: project.files, found: diagnostics.map(foundOf) }));
  const isSound = faults.length === 0 && diagnostics.every(({ severity }) => severity !== 'error');
  return isSound ? exitStatus.success : exitStatus.failure;
}

function unreadableFile(path: string, cause: string): Diagnostic {
  const span = new Span(new Source(path, ''), noSpan.start, noSpan.end);
  return { severity: 'error', error: evalError('LoadFailure', { file: path, cause }, span) };
}

function reportPretty(
  diagnostics: readonly Diagnostic[],
  fileCount: number,
  faultCount: number,
): void {
  const colour = useColour(2);
  for (const { severity, error } of diagnostics) {
    const isWarning = severity === 'warning';
    writeErrorLine(renderError(error, { colour, hints: true, isWarning }));
  }
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
  const errors = diagnostics.length - warnings + faultCount;
  const counts = [
    errors === 0 ? 'no errors' : counted(errors, 'error'),
    ...(warnings === 0 ? [] : [counted(warnings, 'warning')]),
  ];
  const summary = `Checked ${counted(fileCount, 'file')}: ${counts.join(', ')}`;
  if (errors === 0) writeLine(summary);
  else writeErrorLine(summary);
}

// Findings as plain data for other programs. Lines and columns count from 1, columns in code points.

export type Found = {
  readonly severity: Diagnostic['severity'] | 'note';
  /** A stable code: `E1201`, or the name of a rule. */
  readonly code: string;
  readonly message: string;
  readonly place: PlaceRange;
  readonly related: readonly { readonly message: string; readonly place: PlaceRange }[];
  readonly explanation: string;
  readonly hints: readonly string[];
};

export function foundOf({ severity, error }: Diagnostic): Found {
  return {
    severity,
    code: error.code,
    message: error.message.replace(/\s*\n\s*/g, ' '),
    place: placeOf(error.span),
    related: error.related.map(({ label, note, span }) => ({
      message: `${label}${note}`,
      place: placeOf(span),
    })),
    explanation: errorExplanation(error),
    hints: [errorAdvice(error), error.hint, didYouMean(error)].filter((hint) => hint !== undefined),
  };
}
