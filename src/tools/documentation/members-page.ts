// Lists all members of a project by name on one page.

import { compareText } from '../../base/text.ts';
import type { IndexedModule } from '../analysis/project-index/shape.ts';
import { code, type Inline, type Page } from './content.ts';
import { memberId, type Links } from './links.ts';
import { membersPage as name } from './page-names.ts';

export function membersPage(modules: readonly IndexedModule[], links: Links): Page {
  const rows = modules
    .flatMap((module) => module.definitions.map((definition) => ({ module, definition })))
    .sort((left, right) => compareText(left.definition.name, right.definition.name))
    .map(({ module, definition }): readonly (readonly Inline[])[] => [
      [
        {
          kind: 'link',
          text: definition.name,
          page: links.pageOf(module.name),
          id: memberId(definition.name),
        },
      ],
      [code(definition.kind)],
      [links.module(module.name)],
    ]);
  const head = ['Name', 'Kind', 'Module'];
  return { name, title: 'All members', blocks: [{ kind: 'table', head, rows }] };
}
