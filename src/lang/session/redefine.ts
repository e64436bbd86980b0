// Analyses one changed definition of a module that was analysed before, without analysing all of it.

import { OwnHash } from '../core/encoding/own-hash.ts';
import { defName, type Def, type Module } from '../core/model/definition.ts';
import type { BuiltinTable, Referent } from '../resolve/environment.ts';
import { resolveChangedDefinition } from '../resolve/changed-definition.ts';
import type { KnownResolution } from '../resolve/known-resolutions.ts';
import type * as syntax from '../syntax/ast.ts';
import type { CheckedModule } from '../types/check-module.ts';
import type { KnownDefinition } from '../types/context.ts';
import { exportsText } from './exports-text.ts';
import type { TypedTerm } from '../types/signature.ts';

export type FormerModule = {
  readonly written: syntax.Module;
  readonly module: Module;
  readonly checked: CheckedModule;
  readonly resolution: KnownResolution;
};

export type Rewritten = {
  readonly written: syntax.Module;
  /** The definitions of both modules, in written order. */
  readonly index: number;
};

/** With the hash of the former module. */
export type RedefinedModule = {
  readonly module: Module;
  readonly checked: CheckedModule;
  /** The meanings of the names in the definition, by their start offsets. */
  readonly referents: ReadonlyMap<number, Referent>;
  readonly types: readonly TypedTerm[];
};

type Infer = (
  module: Module,
  name: string,
) => { readonly known: KnownDefinition | undefined; readonly types: readonly TypedTerm[] };

/**
 * Returns `undefined` if the definition has errors, refers to anything it did not refer to before, or looks different from
 * outside, because then the meaning of other definitions may change too.
 */
export function redefine(
  former: FormerModule,
  { written, index }: Rewritten,
  { builtins, infer }: { readonly builtins: BuiltinTable; readonly infer: Infer },
): RedefinedModule | undefined {
  const before = former.written.definitions[index];
  const after = written.definitions[index];
  if (before === undefined || after === undefined) return undefined;
  const referents = new Map<number, Referent>();
  const raw = resolveChangedDefinition({ module: written, before, after }, former.resolution, {
    builtins,
    refer: ({ start }, referent) => void referents.set(start, referent),
  });
  if (raw === undefined) return undefined;
  const { name, hash, defs } = former.module;
  const def = new OwnHash(name, hash).inDef(raw);
  const named = defs.filter((each) => defName(each) === defName(def));
  // Of two definitions with one name, it is unknown which one this is.
  if (named.length !== 1) return undefined;
  const at = defs.findIndex((each) => each === named[0] && each.kind === def.kind);
  if (at === -1) return undefined;
  const module: Module = { ...former.module, defs: defs.with(at, def), span: written.span };
  const { known, types } = infer(module, defName(def));
  const definitions = new Map(former.checked.definitions);
  if (known !== undefined) definitions.set(defName(def), known);
  const exported = (each: Def | undefined, of: CheckedModule['definitions']) =>
    each && exportsText({ ...module, defs: [each] }, { definitions: of });
  const text = exported(def, definitions);
  if (text === undefined || text !== exported(defs[at], former.checked.definitions)) {
    return undefined;
  }
  return { module, checked: { ...former.checked, definitions }, referents, types };
}
