// Links to the documentation of modules and members.

import type { IndexedModule } from '../analysis/project-index/shape.ts';
import { code, type Inline } from './content.ts';
import { pageNames, placeName } from './page-names.ts';

export class Links {
  private readonly pages: ReadonlyMap<string, string>;
  private readonly members: ReadonlySet<string>;

  constructor(modules: readonly IndexedModule[]) {
    this.pages = pageNames(modules.map(({ name }) => name));
    this.members = new Set(
      modules.flatMap(({ name, definitions }) => definitions.map((each) => `${name}.${each.name}`)),
    );
  }

  has(module: string): boolean {
    return this.pages.has(module);
  }

  pageOf(module: string): string {
    return this.pages.get(module) ?? '';
  }

  /** Returns a link to a module, or only its name if it is not documented. */
  module(name: string): Inline {
    const page = this.pages.get(name);
    return page === undefined ? code(name) : { kind: 'link', text: name, page };
  }

  /** `member`: as in `ns.m.f`; the link shows the name that code of the module `within` would use. */
  member(member: string, within: string): Inline {
    const dot = member.lastIndexOf('.');
    const module = member.slice(0, dot);
    const name = member.slice(dot + 1);
    const shown = module === within ? name : member;
    const page = this.pages.get(module);
    if (page === undefined || !this.members.has(member)) return code(shown);
    return { kind: 'link', text: shown, page, id: memberId(name) };
  }
}

/** Returns the id of a member on the page of its module, where names are unique. */
export const memberId = (name: string): string => `member-${placeName(name)}`;
