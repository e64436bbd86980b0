// Types: numbers that must be decimals, and writing inferred types.

import { typeSignature, type EvalError, type TextEdit } from '../../../../lang/session/analyse.ts';
import type { WrittenDefinition } from '../../../../script/pages/written-definition.ts';
import { definitionAt } from './expressions.ts';
import {
  insertAt,
  quickFix,
  refactoring,
  replace,
  type ActionPlace,
  type CodeAction,
} from './action.ts';

export function typeFixes(_: ActionPlace, error: EvalError): readonly CodeAction[] {
  if (!error.is('UnificationFailure') && !error.is('TypecheckingFailure')) return [];
  const { text } = error.span;
  const isWanted = error.related.some(({ label }) => label === 'Expected: decimal');
  if (!/^-?\d+$/.test(text) || !isWanted) return [];
  return [
    quickFix(`Change \`${text}\` to \`${text}.0\``, [replace(error.span, `${text}.0`)], {
      fixes: error,
      isPreferred: true,
    }),
  ];
}

/** Types that a program can write; others contain type variables or unknown parts. */
export const writable = (type: string | undefined): type is string =>
  /^\[*(?:integer|decimal|bool|string|time|guard|keyset)\]*$/.test(type ?? '');

/** Writes the inferred types of a definition. */
export function missingTypes(place: ActionPlace): readonly CodeAction[] {
  const definition = definitionAt(place);
  if (definition?.kind !== 'defun' && definition?.kind !== 'defcap') return [];
  const [body] = definition.body;
  if (body !== undefined && place.range.start >= body.span.start) return [];
  const { name } = definition.spec;
  const edits = typesOf(place, definition);
  if (edits.length === 0) return [];
  return [refactoring('refactor.rewrite', `Add the types of \`${name}\``, edits)];
}

type Callable = Extract<WrittenDefinition, { readonly kind: 'defun' | 'defcap' }>;

function typesOf(
  { snapshot, document, range }: ActionPlace,
  { kind, spec, parameters }: Callable,
): readonly TextEdit[] {
  const around = snapshot.analysis(document.path).formAt(range.start)?.seen;
  const known = around?.checked?.definitions.get(spec.name);
  const signature = known === undefined ? undefined : typeSignature(known);
  if (signature === undefined) return [];
  // The result of a capability is its token, whose type is never written.
  const result = kind === 'defun' ? written(spec, signature.result) : [];
  return [...result, ...parameters.flatMap((each, i) => written(each, signature.parameters[i]))];
}

const written = ({ type, span }: Callable['spec'], found: string | undefined): TextEdit[] =>
  type === undefined && writable(found) ? [insertAt(span.end, `:${found}`)] : [];
