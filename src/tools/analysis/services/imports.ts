// Adds a name to the imports of a module or script: to an existing `use` of its module, otherwise to a new one.

import type { TextEdit, TopLevel } from '../../../lang/session/analyse.ts';
import { writtenModule } from '../../../script/names/static-forms.ts';
import type { Scope } from './scope.ts';

type Use = Extract<TopLevel, { readonly kind: 'use' }>;

/** Returns nothing if no `use` can be written here: outside of modules, only scripts have them. */
export function importEdits(
  { own, document, cursor }: Pick<Scope, 'own' | 'document' | 'cursor'>,
  module: string,
  name: string,
): readonly TextEdit[] | undefined {
  const uses = own === undefined ? scriptUses(document.forms, cursor.offset) : usesOf(own.form);
  const use = uses.find((each) => writtenModule(each.module) === module);
  if (use !== undefined) return extended(use, name);
  const text = `(use ${module} [${name}])`;
  if (own !== undefined) {
    const first = [...usesOf(own.form), ...own.form.definitions].sort(
      (left, right) => left.span.start - right.span.start,
    )[0];
    if (first === undefined) return undefined;
    const { start, startPosition } = first.span;
    const line = document.source.lineAt(startPosition.line);
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    return [{ start, end: start, text: `${text}\n${indent}` }];
  }
  if (document.dialect === 'pact') return undefined;
  const around = document.forms.find(
    ({ span }) => span.start <= cursor.offset && cursor.offset <= span.end,
  );
  const start = around?.span.start ?? cursor.path[0]?.open?.start;
  return start === undefined ? undefined : [{ start, end: start, text: `${text}\n` }];
}

function extended({ imported, span }: Use, name: string): readonly TextEdit[] {
  if (imported === undefined || imported.some(({ text }) => text === name)) return [];
  const end = span.start + span.text.lastIndexOf(']');
  const blank = imported.length === 0 ? '' : ' ';
  return [{ start: end, end, text: `${blank}${name}` }];
}

export function usesOf(form: TopLevel): readonly Use[] {
  if (form.kind === 'module') return form.external.filter((each) => each.kind === 'use');
  return form.kind === 'interface' ? form.imports : [];
}

const scriptUses = (forms: readonly TopLevel[], offset: number): readonly Use[] =>
  forms.flatMap((form) => (form.kind === 'use' && form.span.end <= offset ? [form] : []));
