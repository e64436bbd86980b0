// Fixes for unknown names: similar names, names of other modules, imports.

import { similarNames } from '../../../../base/prose.ts';
import { Source } from '../../../../base/span.ts';
import {
  type EvalError,
  type TextEdit,
  typeSignature,
  wordsOf,
} from '../../../../lang/session/analyse.ts';
import { cursorAt } from '../../../../script/brackets/cursor.ts';
import { type Group, headOf } from '../../../../script/brackets/read-brackets.ts';
import type { WrittenDefinition } from '../../../../script/names/written-forms.ts';
import type { TextRange } from '../../workspace/symbols.ts';
import { keysetCalls } from '../completion/context.ts';
import { projectTexts } from '../completion/texts.ts';
import { importEdits, Scope } from '../scope.ts';
import {
  type ActionPlace,
  type CodeAction,
  definitionAt,
  insertAt,
  quickFix,
  refactoring,
  replace,
} from './action.ts';

const maxModules = 5;

export function nameFixes(place: ActionPlace, error: EvalError): readonly CodeAction[] {
  if (error.is('UnboundTermVariable')) {
    return [...meant(place, error, error.data.name), ...elsewhere(place, error, error.data.name)];
  }
  if (error.is('UnboundTypeVariable')) {
    return meant(place, error, error.data.name, [
      ...schemasAt(place, error),
      ...moduleNames(place, error),
    ]);
  }
  if (error.is('NoSuchModuleMember')) {
    const { module, member } = error.data;
    const members = scopeAt(place, error).module(module)?.members.keys() ?? [];
    return meant(place, error, member, members);
  }
  if (error.is('NoSuchModule') || error.is('ModuleDoesNotExist')) {
    return meant(place, error, error.data.module, moduleNames(place, error));
  }
  if (error.is('NoSuchInterface')) {
    return meant(place, error, error.data.interface, moduleNames(place, error));
  }
  if (!error.is('InvalidImports')) return [];
  const { module, names } = error.data;
  const members = [...(scopeAt(place, error).module(module)?.members.keys() ?? [])];
  return names.flatMap((name) => meant(place, error, name, members));
}

const scopeAt = ({ snapshot, document }: ActionPlace, { span }: EvalError): Scope =>
  new Scope(snapshot, document, cursorAt(document.source, span.start + 1));

function schemasAt(place: ActionPlace, error: EvalError): readonly string[] {
  const members = [...(scopeAt(place, error).own?.members.values() ?? [])];
  return members.flatMap(({ kind, name }) => (kind === 'defschema' ? [name] : []));
}

const moduleNames = (place: ActionPlace, error: EvalError): readonly string[] =>
  [...scopeAt(place, error).modules.all].map(({ name }) => name);

function meant(
  place: ActionPlace,
  error: EvalError,
  wrong: string,
  candidates: Iterable<string> = error.namesInScope?.() ?? [],
): readonly CodeAction[] {
  const written = placesOf(wrong, error);
  const [first] = written;
  if (first === undefined) return [];
  return similarNames(wrong, candidates).map((name, i) =>
    quickFix(
      `Change \`${wrong}\` to \`${name}\``,
      written.map((each) => replace(each, name)),
      {
        fixes: error,
        isPreferred: i === 0,
      },
    ),
  );
}

/** Finds a name within the place of an error, which may be the definition around it. */
function placesOf(name: string, { span }: EvalError): readonly TextRange[] {
  const { text, start } = span;
  if (text === name) return [span];
  const parts = name.split('.');
  const words = wordsOf(new Source('', text)).filter(({ kind }) => kind !== 'comment');
  return words.flatMap((word, at) => {
    const dotted = parts.flatMap((part, i) => (i === 0 ? [part] : ['.', part]));
    const isHere = dotted.every((part, i) => words[at + i]?.text === part);
    const last = words[at + dotted.length - 1];
    if (!isHere || last === undefined) return [];
    return [{ start: start + word.start, end: start + last.end }];
  });
}

/** Returns members of other modules with this name. */
function elsewhere(place: ActionPlace, error: EvalError, name: string): readonly CodeAction[] {
  const { document } = place;
  if (document.text.slice(error.span.start, error.span.end) !== name) return [];
  const scope = scopeAt(place, error);
  const modules = [...scope.modules.all].filter(
    ({ form, members }) => form.kind === 'module' && members.has(name),
  );
  return modules.slice(0, maxModules).flatMap((module) => {
    const qualified = `${module.name}.${name}`;
    const edits = importEdits(scope, module.name, name);
    const qualify = quickFix(`Change to \`${qualified}\``, [replace(error.span, qualified)], {
      fixes: error,
      isPreferred: modules.length === 1,
    });
    if (edits === undefined || edits.length === 0) return [qualify];
    return [
      qualify,
      quickFix(`Import \`${name}\` from \`${module.name}\``, edits, { fixes: error }),
    ];
  });
}

// Fixes for keyset names without quotes, or without their namespace.

const maxKeysets = 5;

export function keysetFixes({ snapshot, document, range }: ActionPlace): readonly CodeAction[] {
  const { word, qualifier, path, index } = cursorAt(document.source, range.start);
  if (word === undefined || qualifier !== undefined || !namesKeyset(path.at(-1), index)) return [];
  const { kind, text } = word;
  const isName = kind === 'name';
  if (!isName && kind !== 'string' && kind !== 'symbol') return [];
  const name = isName ? text : text.replace(/^['"]|"$/g, '');
  if (name === '' || name.includes('.')) return [];
  const { keysets } = projectTexts(snapshot);
  const isMeant = (each: string): boolean => each.endsWith(`.${name}`) || (isName && each === name);
  const found = [...keysets].filter(isMeant).slice(0, maxKeysets);
  return found.map((each) => quickFix(`Change to \`"${each}"\``, [replace(word, `"${each}"`)]));
}

/** Returns whether the item is the first argument of `enforce-keyset` or a similar call. */
function namesKeyset(group: Group | undefined, index: number): boolean {
  return index === 1 && keysetCalls.has(headOf(group) ?? '');
}

// Types: numbers that must be decimals, and writing inferred types.

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
