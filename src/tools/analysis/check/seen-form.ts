// A form visited by a walk: its result, and data that can be queried later.

import type {
  CheckedModule,
  RedefinedModule,
  Referent,
  ResolvedTopLevel,
  StaticModules,
  SyntaxModule,
  TopLevel,
  TypedTerm,
} from '../../../lang/session/analyse.ts';
import { builtinTable, type BuiltinSets } from '../../../script/builtins/builtin-sets.ts';
import type { ParsedFile } from './sources.ts';

/** A form during the walk, and its result. */
export type SeenForm = {
  readonly form: TopLevel;
  readonly file: ParsedFile;
  /** `undefined` for a form that only affects later ones, and for one that is invalid as a whole. */
  readonly resolved: ResolvedTopLevel | undefined;
  /** For a module or interface. */
  readonly checked: CheckedModule | undefined;
  /** The namespace in which modules are installed; empty for the root. */
  readonly namespace: string;
  /** The hash by which later forms know the module. */
  readonly installedAs: string | undefined;
  /** The meaning of the names of the form, by the offsets at which they begin. */
  readonly referents: ReadonlyMap<number, Referent>;
  /** The types of the terms in one of its definitions, or in the form if it has none. */
  readonly typesWithin: (definition: string | undefined) => readonly TypedTerm[];
  /**
   * Returns the module with one definition (by its index in written order) replaced by that of another form. Returns
   * `undefined` if only a new walk can tell.
   */
  readonly redefined: (written: SyntaxModule, index: number) => RedefinedModule | undefined;
};

/** Uses the state at the end of the walk. */
export function questionsAbout(
  { form, file, resolved }: Pick<SeenForm, 'form' | 'file' | 'resolved'>,
  known: StaticModules,
  builtins: BuiltinSets,
): Pick<SeenForm, 'typesWithin' | 'redefined'> {
  return {
    typesWithin: (name) => (resolved === undefined ? [] : known.typesIn(resolved, name)),
    redefined(written, index) {
      if (resolved === undefined) return undefined;
      const table = builtinTable(builtins, { flags: new Set() }, () => file.dialect);
      return known.redefined({ form, resolved }, { written, index }, table);
    },
  };
}
