// The tool `check`: finds errors in files without running them.

import { counted } from '../../../../base/prose.ts';
import { checkProject } from '../../../../tools/analysis/check/check-project.ts';
import { foundOf, type Found } from '../../check/found.ts';
import { mcpLimits } from '../limits.ts';
import type { ToolOutcome, ToolTask } from '../messages.ts';
import { sourceEndings, type ToolProject } from './tool-project.ts';

export function check(
  { paths }: Extract<ToolTask, { tool: 'check' }>,
  project: ToolProject,
): ToolOutcome {
  const files = project.sources(paths, sourceEndings, ({ sources, tests }) => [sources, tests]);
  const checked = checkProject(files, project.view());
  for (const { path, reason } of checked.unreadable) project.say(`${path}: error: ${reason}`);
  const found = checked.diagnostics.map(foundOf);
  for (const each of found.slice(0, mcpLimits.findings)) project.say(linesOf(each));
  const left = found.length - mcpLimits.findings;
  if (left > 0) project.say(`... and ${left} more`);
  const warnings = found.filter(({ severity }) => severity === 'warning').length;
  const errors = found.length - warnings + checked.unreadable.length;
  const summary = errors === 0 ? 'no errors' : counted(errors, 'error');
  project.say(
    `Checked ${counted(checked.files.length, 'file')}: ${summary}, ${counted(warnings, 'warning')}`,
  );
  return errors === 0 ? 'good' : 'bad';
}

function linesOf({ severity, code, message, place, related, hints }: Found): string {
  const { file, line, column } = place;
  return [
    `${file}:${line}:${column}: ${severity} ${code}: ${message}`,
    ...related.map((each) => `  ${each.place.file}:${each.place.line}: ${each.message}`),
    ...hints.map((hint) => `  ${hint}`),
  ].join('\n');
}
