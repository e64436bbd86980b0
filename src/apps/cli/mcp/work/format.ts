// The tool `format`: returns formatted text. It writes no file.

import { Source } from '../../../../base/span.ts';
import { formatSource } from '../../../../lang/session/analyse.ts';
import { renderError, syntaxError } from '../../../../lang/session/run.ts';
import { formatOptions } from '../../format/format-options.ts';
import { longestFormatted } from '../../format/limits.ts';
import type { ToolTask } from '../messages.ts';
import { ToolFault, type ToolProject } from './tool-project.ts';

export function format(
  { program }: Extract<ToolTask, { tool: 'format' }>,
  project: ToolProject,
): void {
  const { path, text } =
    program.kind === 'file'
      ? project.read(program.path)
      : { path: 'code.repl', text: program.code };
  if (text.length > longestFormatted) throw new ToolFault(`${path} is too large to format`);
  const outcome = formatSource(new Source(path, text), formatOptions(project.settings?.format));
  if (outcome.kind === 'formatted') return project.say(outcome.text);
  const [fault] = outcome.diagnostics;
  const reason = fault === undefined ? '' : `\n${renderError(syntaxError(fault), { hints: true })}`;
  throw new ToolFault(`${path} cannot be formatted${reason}`);
}
