// A text that is only a word of the language, such as `let` or `defun`, asks for the page of that word. The words that the
// parser knows are no expressions, so such a text cannot be parsed; here it becomes a form like any other name alone.

import { Span, type Source } from '../../base/span.ts';
import {
  definitionForms,
  parseProgram,
  specialForms,
  type FormDescription,
  type ParseOptions,
  type SyntaxDiagnostic,
  type TopLevel,
} from '../../lang/session/analyse.ts';

/** A special form or a keyword of definitions. */
export function formNamed(name: string): FormDescription | undefined {
  return [...specialForms, ...definitionForms].find((each) => each.name === name);
}

/** Parses a text that people wrote for a session, not for a chain. */
export function parseTyped(source: Source, options: ParseOptions): TypedProgram {
  return withWordAlone(source, parseProgram(source, options));
}

type TypedProgram = {
  readonly value: readonly TopLevel[];
  readonly diagnostics: readonly SyntaxDiagnostic[];
  readonly isIncomplete: boolean;
};

function withWordAlone(source: Source, program: TypedProgram): TypedProgram {
  const form = program.diagnostics.length === 0 ? undefined : wordAlone(source);
  return form === undefined ? program : { value: [form], diagnostics: [], isIncomplete: false };
}

/** Returns the form for a text that is only such a word, besides comments. */
export function wordAlone(source: Source): TopLevel | undefined {
  const [, before = '', name = ''] =
    /^((?:\s|;[^\n]*(?:\n|$))*)([^\s;]+)(?:\s|;[^\n]*(?:\n|$))*$/.exec(source.text) ?? [];
  if (formNamed(name) === undefined) return undefined;
  const span = new Span(source, before.length, before.length + name.length);
  const expression = { kind: 'variable', name: { kind: 'bare', name, span }, span } as const;
  return { kind: 'term', expression, span };
}
