// Fixes for unknown names: similar names, names of other modules, imports.

import { similarNames } from '../../../../base/prose.ts';
import { wordsOf, type EvalError } from '../../../../lang/session/analyse.ts';
import { Source } from '../../../../base/span.ts';
import { cursorAt } from '../../../../script/brackets/cursor.ts';
import { importEdits } from '../imports.ts';
import { Scope } from '../scope.ts';
import type { TextRange } from '../../workspace/symbols.ts';
import { quickFix, replace, type ActionPlace, type CodeAction } from './action.ts';

const mostModules = 5;

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
  return modules.slice(0, mostModules).flatMap((module) => {
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
