// The tool `describe`: explains a builtin or a special form, with types and examples.

import { similarNames } from '../../../../base/prose.ts';
import { pageOf } from '../../../../script/pages/pages.ts';
import { definitionForms, specialForms } from '../../../../lang/session/analyse.ts';
import { ReplEngine } from '../../../../tools/repl/engine.ts';
import { silentHost } from '../../../../tools/repl/host.ts';
import { builtinSets } from '../../../../tools/repl/builtins/index.ts';
import { largeRoom } from '../../stack-size.ts';
import type { ToolTask } from '../messages.ts';
import { ToolFault, type ToolProject } from './tool-project.ts';

export function describe(
  { name }: Extract<ToolTask, { tool: 'describe' }>,
  project: ToolProject,
): void {
  const { machine, documents } = new ReplEngine({ host: silentHost, ...largeRoom });
  const page = pageOf({ machine, sets: builtinSets, documents }, name);
  if (page !== undefined) return project.say(page);
  const { core, repl } = builtinSets;
  const known = [...core.all, ...repl.all, ...specialForms, ...definitionForms];
  const near = similarNames(
    name,
    known.map((each) => each.name),
  );
  const like = near.length === 0 ? '' : `. Similar names: ${near.join(', ')}`;
  throw new ToolFault(
    `${name} is not a builtin or special form${like}. For names in the project, use find_symbol`,
  );
}
