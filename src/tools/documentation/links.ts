// Links to the documentation of modules and members, and the names of files and ids that they lead to. File systems may ignore
// case or refuse characters, so two names that users chose could collide or be invalid.

import type { IndexedModule } from '../analysis/project-index/shape.ts';
import { code, type Inline } from './content.ts';

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

/** The start page. */
export const indexPage = 'index';
/** The page that lists all members. */
export const membersPage = 'all-members';

/** Returns a name for each text, in order; they differ even on file systems that ignore case. */
export function pageNames(texts: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set([indexPage, membersPage, 'readme', ...reserved]);
  const names = new Map<string, string>();
  for (const text of texts) {
    const plain = text.replace(/[^A-Za-z0-9._-]/gu, inHex);
    let name = plain;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${plain}-${count}`;
    taken.add(name.toLowerCase());
    names.set(text, name);
  }
  return names;
}

/** Names that Windows does not allow for files. */
const reserved = [
  'con',
  'prn',
  'aux',
  'nul',
  'com1',
  'com2',
  'com3',
  'com4',
  'lpt1',
  'lpt2',
  'lpt3',
];

/** Returns an id for links within a page. */
export function placeName(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/gu, inHex);
}

const inHex = (character: string): string => `-x${(character.codePointAt(0) ?? 0).toString(16)}`;
