// What the walks through a project say of its files. A file that several scripts load is met several
// times: for each form the visit counts in which most names have a meaning.

import { nameOf } from '../pages/written-definition.ts';
import type { Diagnostic } from '../check/diagnostic.ts';
import type { SeenForm } from '../check/walk.ts';
import type { NativeSets } from '../natives/native-sets.ts';
import { collectReferences } from './collect-references.ts';
import type { DefinedSymbol, ModuleSymbols } from './define-symbols.ts';
import { Meanings } from './meanings.ts';
import type { CodeSymbol, Reference, TextRange } from './symbols.ts';

export type FormAnalysis = {
  readonly seen: SeenForm;
  readonly defined: ModuleSymbols | DefinedSymbol | undefined;
  readonly references: readonly Reference[];
};

/** What is known of one file. */
export class Analysis {
  /** What `pact check` says of the file in its project. */
  readonly diagnostics: readonly Diagnostic[];
  /** In written order. */
  readonly forms: readonly FormAnalysis[];
  /** In the order of the text, each place once. */
  readonly references: readonly Reference[];
  /** By the beginning of the definition, or of the form where it has none. */
  private readonly types = new Map<number, ReadonlyMap<string, () => string>>();

  constructor(forms: readonly FormAnalysis[], diagnostics: readonly Diagnostic[]) {
    this.forms = [...forms].sort(
      (left, right) => left.seen.form.span.start - right.seen.form.span.start,
    );
    this.diagnostics = diagnostics;
    this.references = eachPlaceOnce(this.forms.flatMap(({ references }) => references));
  }

  /** What the file defines: modules, their members, parameters, variables. */
  get definitions(): readonly CodeSymbol[] {
    return this.references.flatMap(({ access, symbol }) =>
      access === 'definition' ? [symbol] : [],
    );
  }

  formAt(offset: number): FormAnalysis | undefined {
    return this.forms.find(({ seen: { form } }) => covers(form.span, offset));
  }

  /**
   * The type of the expression at exactly this place, as text: variables are letters, `*` is not known.
   * Inferred when it is asked for, with the whole definition around.
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

const covers = ({ start, end }: TextRange, offset: number): boolean =>
  start <= offset && offset <= end;

/** Of terms with the same place the outermost. */
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

export class FileAnalyses {
  private readonly natives: NativeSets;
  private readonly files = new Map<string, Map<SeenForm['form'], FormAnalysis>>();

  constructor(natives: NativeSets) {
    this.natives = natives;
  }

  /** What a walk tells of its forms. */
  startWalk(): (seen: SeenForm) => void {
    const meanings = new Meanings(this.natives);
    return (seen) => {
      const defined = meanings.add(seen);
      const references = collectReferences(seen, meanings, defined);
      const forms = this.files.get(seen.file.path) ?? new Map<SeenForm['form'], FormAnalysis>();
      this.files.set(seen.file.path, forms);
      const before = forms.get(seen.form);
      if (before === undefined || before.references.length < references.length) {
        forms.set(seen.form, { seen, defined, references });
      }
    };
  }

  formsOf(path: string): readonly FormAnalysis[] {
    return [...(this.files.get(path)?.values() ?? [])];
  }
}
