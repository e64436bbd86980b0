// The tools `check` and `format`.

import { counted } from '../../../../base/prose.ts';
import { checkProject } from '../../../../tools/analysis/check/check-project.ts';
import { type Found, foundOf } from '../../check/run-check.ts';
import { mcpLimits } from '../limits.ts';
import type { ToolOutcome, ToolTask } from '../calls.ts';
import { sourceEndings, ToolFault, type ToolProject } from './tool-project.ts';
import { Source } from '../../../../base/span.ts';
import { formatSource } from '../../../../lang/session/analyse.ts';
import { renderError, syntaxError } from '../../../../lang/session/run.ts';
import { formatOptions, maxFormattedLength } from '../../format/run-format.ts';

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

/** The tool `format`: returns formatted text. It writes no file. */
export function format(
  { program }: Extract<ToolTask, { tool: 'format' }>,
  project: ToolProject,
): void {
  const { path, text } =
    program.kind === 'file'
      ? project.read(program.path)
      : { path: 'code.repl', text: program.code };
  if (text.length > maxFormattedLength) throw new ToolFault(`${path} is too large to format`);
  const outcome = formatSource(new Source(path, text), formatOptions(project.settings?.format));
  if (outcome.kind === 'formatted') return project.say(outcome.text);
  const [fault] = outcome.diagnostics;
  const reason = fault === undefined ? '' : `\n${renderError(syntaxError(fault), { hints: true })}`;
  throw new ToolFault(`${path} cannot be formatted${reason}`);
}
