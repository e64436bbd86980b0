// The names that a definition refers to: members of modules (`ns.m.f`, also of its own module) and
// modules, as strings. For display and tools; hashes and gas have their own searches.

import { defName, type Def, type InterfaceDef, stepTerms } from './definition.ts';
import { forEachTermUpwards } from './term-walk.ts';
import type { Arg, Term } from './term.ts';
import type { Type } from '../../values/type.ts';

export type References = {
  /** `ns.m.f` */
  readonly members: ReadonlySet<string>;
  /** `ns.m`: from module references and their types. The modules of `members` are not repeated. */
  readonly modules: ReadonlySet<string>;
};

export function referencesOf(def: Def | InterfaceDef, module: string): References {
  const found = new Found();
  switch (def.kind) {
    case 'defschema':
      for (const type of def.fields.values()) found.type(type);
      break;
    case 'deftable':
      found.members.add(def.schema.name.text);
      break;
    case 'defconst':
      found.args([def.spec]);
      if (def.value.kind === 'term') found.term(def.value.term);
      break;
    default:
      found.args([def.spec, ...def.params]);
      if (def.kind === 'defcap' && def.meta.kind === 'managed') {
        found.members.add(def.meta.manager.qualified);
      }
      if (def.kind === 'defun' || def.kind === 'defcap') found.term(def.term);
      if (def.kind === 'defpact') def.steps.flatMap(stepTerms).forEach((term) => found.term(term));
  }
  // A lambda repeats the parameters; a definition that calls itself is rejected.
  found.members.delete(`${module}.${defName(def)}`);
  return found;
}

export function referencesOfTerm(term: Term): References {
  const found = new Found();
  found.term(term);
  return found;
}

class Found implements References {
  readonly members = new Set<string>();
  readonly modules = new Set<string>();

  term(root: Term): void {
    forEachTermUpwards(root, (term) => {
      if (term.kind === 'lambda') this.args(term.params);
      else if (term.kind === 'let') this.args([term.arg]);
      else if (term.kind === 'var') {
        const { name } = term;
        if (name.kind === 'top') this.members.add(`${name.module.text}.${name.text}`);
        if (name.kind === 'modref') this.modules.add(name.module.text);
      }
    });
  }

  args(args: readonly Arg[]): void {
    for (const { type } of args) if (type !== undefined) this.type(type);
  }

  type(written: Type): void {
    let type = written;
    while (type.kind === 'list') type = type.element;
    if (type.kind === 'object' || type.kind === 'table') this.members.add(type.schema.name.text);
    if (type.kind === 'modref') for (const { text } of type.interfaces) this.modules.add(text);
  }
}
