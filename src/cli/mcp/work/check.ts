// The tool `check`: finds errors in files without running them.

import { counted } from '../../../base/counted.ts';
import { checkProject } from '../../../ide/check/check-project.ts';
import { builtinSets } from '../../../repl/builtins/index.ts';
import { foundOf, type Found } from '../../check/found.ts';
import { filesDefining } from '../../project/find-module.ts';
import { largeRoom } from '../../stack-size.ts';
import { mcpLimits } from '../limits.ts';
import type { ToolTask } from '../messages.ts';
import type { ToolProject } from './tool-project.ts';

export function check({ paths }: Extract<ToolTask, { tool: 'check' }>, project: ToolProject): void {
  const files = project.sources(paths, sourceEndings, ({ sources, tests }) => [sources, tests]);
  let all: readonly string[] | undefined;
  const elsewhere = (name: string): readonly string[] => {
    all ??= project.sources(['.'], sourceEndings, () => []);
    const { readFile } = project.files;
    return filesDefining(name, { files: all, readFile }).map(({ path }) => path);
  };
  const checked = checkProject(files, {
    host: project.files,
    builtins: builtinSets,
    limits: largeRoom,
    elsewhere,
  });
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
}

export const sourceEndings = ['.pact', '.repl'];

function linesOf({ severity, code, message, place, related, hints }: Found): string {
  const { file, line, column } = place;
  return [
    `${file}:${line}:${column}: ${severity} ${code}: ${message}`,
    ...related.map((each) => `  ${each.place.file}:${each.place.line}: ${each.message}`),
    ...hints.map((hint) => `  ${hint}`),
  ].join('\n');
}
