// Errors that are kept while another file is edited may refer to places in an old version of it: parameters and results
// of its definitions. These are found again by name.

import type { Span } from '../../../base/span.ts';
import { EvalError, type Argument } from '../../../lang/session/analyse.ts';
import type { Diagnostic } from '../check/diagnostics.ts';
import {
  nameOf,
  type WrittenDefinition,
  type WrittenModule,
} from '../../../script/names/written-forms.ts';
import { parametersOf, specOf } from './symbols.ts';
import { type Document, documentOf } from './document.ts';

type Find = (path: string) => Document | undefined;

/** Returns the same object if nothing has moved. */
export function withCurrentPlaces(diagnostic: Diagnostic, find: Find): Diagnostic {
  const { error } = diagnostic;
  const related = error.related.map((each) => ({ ...each, span: currentSpan(each.span, find) }));
  if (related.every(({ span }, i) => span === error.related[i]?.span)) return diagnostic;
  const copy = Object.assign(Object.create(EvalError.prototype) as typeof error, error);
  return { ...diagnostic, error: copy.withRelated(related) };
}

function currentSpan(span: Span, find: Find): Span {
  const before = documentOf(span.source);
  const now = before === undefined ? undefined : find(before.path);
  if (before === undefined || now === undefined || now === before) return span;
  if (now.source === span.source) return span;
  for (const module of modulesIn(before)) {
    for (const definition of module.definitions) {
      const index = argumentsOf(definition).findIndex((each) => each.span.start === span.start);
      if (index === -1) continue;
      const same = definitionNamed(now, module, definition);
      return (same && argumentsOf(same)[index]?.span) ?? span;
    }
  }
  return span;
}

function definitionNamed(
  document: Document,
  module: WrittenModule,
  definition: WrittenDefinition,
): WrittenDefinition | undefined {
  const same = modulesIn(document).find((each) => each.name.text === module.name.text);
  const definitions: readonly WrittenDefinition[] = same?.definitions ?? [];
  return definitions.find((each) => nameOf(each) === nameOf(definition));
}

const modulesIn = ({ forms }: Document): readonly WrittenModule[] =>
  forms.filter((form) => form.kind === 'module' || form.kind === 'interface');

function argumentsOf(definition: WrittenDefinition): readonly Argument[] {
  const spec = specOf(definition);
  return [...(spec === undefined ? [] : [spec]), ...parametersOf(definition)];
}
