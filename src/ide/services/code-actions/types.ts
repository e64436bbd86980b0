// Types: numbers that must be decimals, and types that are found out but not written.

import { typeSignature, type EvalError } from '../../../lang/session/analyse.ts';
import { parametersOf, specOf } from '../../workspace/define-symbols.ts';
import {
  contains,
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

/** Types that a program can write; others have variables or parts that are not known. */
export const writable = (type: string | undefined): type is string =>
  /^\[*(?:integer|decimal|bool|string|time|guard|keyset)\]*$/.test(type ?? '');

/** Writes the types of a definition that inference has found out. */
export function missingTypes({ snapshot, document, range }: ActionPlace): readonly CodeAction[] {
  const around = snapshot.analysis(document.path).formAt(range.start)?.seen;
  const form = around?.form;
  if (around === undefined || form?.kind !== 'module') return [];
  const definition = form.definitions.find(({ span }) => contains(span, range));
  const spec = definition === undefined ? undefined : specOf(definition);
  const isCallable = definition?.kind === 'defun' || definition?.kind === 'defcap';
  if (definition === undefined || spec === undefined || !isCallable) return [];
  const [body] = definition.body;
  if (body !== undefined && range.start >= body.span.start) return [];
  const known = around.checked?.definitions.get(spec.name);
  const signature = known === undefined ? undefined : typeSignature(known);
  if (signature === undefined) return [];
  const parameters = parametersOf(definition).flatMap((parameter, i) => {
    const type = signature.parameters[i];
    if (parameter.type !== undefined || !writable(type)) return [];
    return [insertAt(parameter.span.end, `:${type}`)];
  });
  const { result } = signature;
  const isResultKnown = definition.kind === 'defun' && spec.type === undefined && writable(result);
  const edits = [...(isResultKnown ? [insertAt(spec.span.end, `:${result}`)] : []), ...parameters];
  if (edits.length === 0) return [];
  return [refactoring('refactor.rewrite', `Write the types of \`${spec.name}\``, edits)];
}
