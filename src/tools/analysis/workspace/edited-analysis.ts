// The analysis of a file right after an edit within one definition, derived from the previous one: everything else only
// moves. It has no diagnostics, which the next check of the project finds.

import { Span } from '../../../base/span.ts';
import type { SyntaxModule, TopLevel, TypedTerm } from '../../../lang/session/analyse.ts';
import type { SeenForm } from '../check/sources.ts';
import { nameOf } from '../../../script/names/written-forms.ts';
import { Analysis } from './analysis.ts';
import { FormAnalysis } from './collect-references.ts';
import { type ModuleSymbols, symbolsOfModule, type TextRange } from './symbols.ts';
import type { Document } from './document.ts';
import { differenceOf, type Difference } from '../../../base/text.ts';

/** Returns nothing if more than one definition changed, or its change may affect others. */
export function editedAnalysis(
  before: { readonly document: Document; readonly analysis: Analysis },
  document: Document,
): Analysis | undefined {
  // In a script, definitions take effect from their position on.
  if (document.dialect !== 'pact') return undefined;
  const difference = differenceOf(before.document.text, document.text);
  const changed = changedPlace(before.document.forms, document.forms, difference);
  if (changed === undefined) return undefined;
  const forms = new Map(before.document.forms.map((form, i) => [form, document.forms[i]]));
  const renewed = new Map<ModuleSymbols, ModuleSymbols>();
  for (const { seen, defined } of before.analysis.forms) {
    const form = forms.get(seen.form);
    if (defined?.kind !== 'module' || (form?.kind !== 'module' && form?.kind !== 'interface')) {
      continue;
    }
    renewed.set(defined, symbolsOfModule(form, document.path, seen.namespace));
  }
  const found: FormAnalysis[] = [];
  for (const { seen, meanings } of before.analysis.forms) {
    const form = forms.get(seen.form);
    if (form === undefined) return undefined;
    const edit = { form, document, difference };
    const renewedForm = form === changed.form ? redefined(seen, edit, changed) : moved(seen, edit);
    if (renewedForm === undefined) return undefined;
    found.push(new FormAnalysis(renewedForm, meanings.renewing(renewed)));
  }
  return new Analysis(found, []);
}

type Edit = {
  readonly form: TopLevel;
  readonly document: Document;
  readonly difference: Difference;
};

type Changed = {
  readonly form: SyntaxModule;
  /** The index of the definition, in both versions of the module. */
  readonly index: number;
  /** Its previous place. */
  readonly was: TextRange;
};

/** Returns the definition that contains all differences, if everything else is unchanged. */
function changedPlace(
  before: readonly TopLevel[],
  now: readonly TopLevel[],
  difference: Difference,
): Changed | undefined {
  const { start, end } = difference;
  if (before.length !== now.length) return undefined;
  const isWithin = ({ span }: { readonly span: Span }) => span.start < start && end < span.end;
  const at = before.findIndex(isWithin);
  const was = before[at];
  const form = now[at];
  if (was?.kind !== 'module' || form?.kind !== 'module') return undefined;
  const index = was.definitions.findIndex(isWithin);
  const one = was.definitions[index];
  const other = form.definitions[index];
  if (one === undefined || other === undefined) return undefined;
  const isSame =
    one.kind === other.kind &&
    nameOf(one) === nameOf(other) &&
    was.external.length === form.external.length &&
    samePlaces(before, now, difference) &&
    samePlaces(was.definitions, form.definitions, difference);
  return isSame ? { form, index, was: one.span } : undefined;
}

type Placed = { readonly kind: string; readonly span: TextRange };

function samePlaces(
  before: readonly Placed[],
  now: readonly Placed[],
  difference: Difference,
): boolean {
  if (before.length !== now.length) return false;
  return before.every(({ kind, span }, i) => {
    const other = now[i];
    const { start, end } = movedRange(span, difference);
    return other?.kind === kind && other.span.start === start && other.span.end === end;
  });
}

/** Offsets before the difference stay; those from its end on move with the text. */
const movedOffset = (offset: number, { start, added }: Difference): number =>
  offset <= start ? offset : offset + added;

const movedRange = (range: TextRange, difference: Difference): TextRange => ({
  start: movedOffset(range.start, difference),
  end: movedOffset(range.end, difference),
});

function moved(seen: SeenForm, { form, document, difference }: Edit): SeenForm {
  return {
    ...seen,
    form,
    file: document,
    referents: movedReferents(seen, difference),
    typesWithin: (name) => movedTypes(seen.typesWithin(name), document, difference),
  };
}

function redefined(
  seen: SeenForm,
  edit: Edit,
  { form, index, was }: Changed,
): SeenForm | undefined {
  const found = seen.resolved?.kind === 'module' ? seen.redefined(form, index) : undefined;
  if (found === undefined || seen.resolved?.kind !== 'module') return undefined;
  const { module, checked, types } = found;
  const own = form.definitions[index];
  const referents = movedReferents(seen, edit.difference, was);
  for (const [at, referent] of found.referents) referents.set(at, referent);
  const resolved = { ...seen.resolved, module };
  const others = moved(seen, edit);
  return {
    ...others,
    resolved,
    checked,
    referents,
    typesWithin: (name) =>
      own !== undefined && name === nameOf(own) ? types : others.typesWithin(name),
  };
}

/** `without`: the range whose references are left out. */
function movedReferents(
  { referents }: SeenForm,
  difference: Difference,
  without?: TextRange,
): Map<number, SeenForm['referents'] extends ReadonlyMap<number, infer R> ? R : never> {
  const result: ReturnType<typeof movedReferents> = new Map();
  for (const [at, referent] of referents) {
    if (without !== undefined && without.start <= at && at < without.end) continue;
    result.set(movedOffset(at, difference), referent);
  }
  return result;
}

function movedTypes(
  types: readonly TypedTerm[],
  { source }: Document,
  difference: Difference,
): readonly TypedTerm[] {
  return types.map(({ span, text }) => {
    const { start, end } = movedRange(span, difference);
    return { span: new Span(source, start, end), text };
  });
}
