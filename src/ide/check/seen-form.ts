// A form that a walk met: what it turned out to be, and what can be asked of it later.

import type {
  CheckedModule,
  RedefinedModule,
  Referent,
  ResolvedTopLevel,
  StaticModules,
  SyntaxModule,
  TopLevel,
  TypedTerm,
} from '../../lang/session/analyse.ts';
import { builtinTable, type BuiltinSets } from '../builtins/builtin-sets.ts';
import type { ParsedFile } from './sources.ts';

/** A form on the way, and what it turned out to be. */
export type SeenForm = {
  readonly form: TopLevel;
  readonly file: ParsedFile;
  /** Nothing of a form that decides what later ones mean, and of one that is wrong as a whole. */
  readonly resolved: ResolvedTopLevel | undefined;
  /** Of a module or interface. */
  readonly checked: CheckedModule | undefined;
  /** Where modules are installed; empty at the root. */
  readonly namespace: string;
  /** By which hash later forms know the module. */
  readonly installedAs: string | undefined;
  /** What the names of the form mean, by the offsets at which they begin. */
  readonly referents: ReadonlyMap<number, Referent>;
  /** The types of the terms in one of its definitions, or in the form where it has none. */
  readonly typesWithin: (definition: string | undefined) => readonly TypedTerm[];
  /**
   * The module with one definition (its number in written order) as another form has it. Nothing where only a new walk
   * can tell.
   */
  readonly redefined: (written: SyntaxModule, index: number) => RedefinedModule | undefined;
};

/** Answered by what the walk knows at its end. */
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
