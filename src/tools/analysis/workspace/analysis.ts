// The results of a walk through a project, by file. A file that several scripts load is visited several times: for each
// form the visit counts in which most names have a meaning.

import { countLeading } from '../../../base/sorted.ts';
import { nameOf } from '../../../script/names/written-forms.ts';
import type { Diagnostic } from '../check/diagnostics.ts';
import type { SeenForm } from '../check/sources.ts';
import type { BuiltinSets } from '../../../script/builtins.ts';
import { FormAnalysis } from './collect-references.ts';
import { WalkMeanings } from './meanings.ts';
import {
  covers,
  type CodeSymbol,
  lastPartOf,
  type Reference,
  sameSymbol,
  type TextRange,
} from './symbols.ts';

/** The analysis of one file. */
export class Analysis {
  /** The diagnostics of `pact check` for the file in its project. */
  readonly diagnostics: readonly Diagnostic[];
  /** In written order. */
  readonly forms: readonly FormAnalysis[];
  private inOrder: readonly Reference[] | undefined;
  /** By the start of the definition, or of the form if it has none. */
  private readonly types = new Map<number, ReadonlyMap<string, () => string>>();

  constructor(forms: readonly FormAnalysis[], diagnostics: readonly Diagnostic[]) {
    this.forms = [...forms].sort(
      (left, right) => left.seen.form.span.start - right.seen.form.span.start,
    );
    this.diagnostics = diagnostics;
  }

  /** In the order of the text, each place once. */
  get references(): readonly Reference[] {
    this.inOrder ??= eachPlaceOnce(this.forms.flatMap(({ references }) => references));
    return this.inOrder;
  }

  /** Returns the name that contains the offset or ends there. */
  referenceAt(offset: number): Reference | undefined {
    const near = this.inOrder ?? eachPlaceOnce(this.formAt(offset)?.referencesAround(offset) ?? []);
    const begun = countLeading(near.length, (at) => (near[at] as Reference).span.start <= offset);
    const before = near[begun - 1];
    return before !== undefined && offset <= before.span.end ? before : undefined;
  }

  /** In the order of the text. */
  referencesTo(symbol: CodeSymbol): readonly Reference[] {
    const { inOrder } = this;
    const name = lastPartOf(symbol);
    const among =
      inOrder ?? eachPlaceOnce(this.forms.flatMap((form) => form.referencesNaming(name)));
    return among.filter((each) => sameSymbol(each.symbol, symbol));
  }

  /** The symbols that the file defines: modules, their members, parameters, variables. */
  get definitions(): readonly CodeSymbol[] {
    return this.references.flatMap(({ access, symbol }) =>
      access === 'definition' ? [symbol] : [],
    );
  }

  formAt(offset: number): FormAnalysis | undefined {
    const { forms } = this;
    const spanAt = (at: number): TextRange | undefined => forms[at]?.seen.form.span;
    // Forms do not overlap: takes the first one that does not end before the offset, if it contains it.
    const at = countLeading(forms.length, (each) => (spanAt(each)?.end ?? 0) < offset);
    const span = spanAt(at);
    return span !== undefined && covers(span, offset) ? forms[at] : undefined;
  }

  /**
   * Returns the type of the expression at exactly this place, as text: type variables are letters, `*` is unknown. It
   * is inferred on request, together with the whole definition around it.
   */
  typeOf({ start, end }: TextRange): string | undefined {
    const around = this.formAt(start);
    if (around === undefined) return undefined;
    const { form } = around.seen;
    const definition =
      form.kind === 'module' ? form.definitions.find(({ span }) => covers(span, start)) : undefined;
    const key = (definition ?? form).span.start;
    let types = this.types.get(key);
    if (types === undefined) {
      types = typesWithin(around.seen, definition === undefined ? undefined : nameOf(definition));
      this.types.set(key, types);
    }
    return types.get(`${start}:${end}`)?.();
  }
}

/** If several terms have the same place, the outermost. */
function typesWithin(
  seen: SeenForm,
  definition: string | undefined,
): ReadonlyMap<string, () => string> {
  return new Map(
    seen
      .typesWithin(definition)
      .map(({ span, text }) => [`${span.start}:${span.end}`, text] as const),
  );
}

function eachPlaceOnce(references: readonly Reference[]): readonly Reference[] {
  const sorted = [...references].sort(
    (left, right) => left.span.start - right.span.start || left.span.end - right.span.end,
  );
  return sorted.filter(({ span }, i) => {
    const before = sorted[i - 1]?.span;
    return before === undefined || before.start !== span.start || before.end !== span.end;
  });
}

/** By path, the forms that a walk visited. */
export type MetForms = ReadonlyMap<string, ReadonlyMap<SeenForm['form'], FormAnalysis>>;

/** Collects the forms that a walk visits; for a file that is loaded twice, the better visit. */
export function gatherForms(builtins: BuiltinSets): {
  readonly met: MetForms;
  readonly observe: (seen: SeenForm) => void;
} {
  const meanings = new WalkMeanings(builtins);
  const met = new Map<string, Map<SeenForm['form'], FormAnalysis>>();
  const observe = (seen: SeenForm): void => {
    const form = new FormAnalysis(seen, meanings.add(seen));
    const forms = met.get(seen.file.path) ?? new Map<SeenForm['form'], FormAnalysis>();
    met.set(seen.file.path, forms);
    if (isBetter(form, forms.get(seen.form))) forms.set(seen.form, form);
  };
  return { met, observe };
}

/** Returns whether more names have a meaning. */
export const isBetter = (form: FormAnalysis, other: FormAnalysis | undefined): boolean =>
  other === undefined || form.seen.referents.size > other.seen.referents.size;
