// Extracts an expression: to a variable, a function, or a constant.

import { walkExpressions, type Expression } from '../../../../lang/session/analyse.ts';
import { cursorAt } from '../../../../script/brackets/cursor.ts';
import type { WrittenDefinition } from '../../../../script/names/written-forms.ts';
import { Scope } from '../scope.ts';
import { typeOfSymbol } from '../describe-symbol.ts';
import type { Reference } from '../../workspace/symbols.ts';
import {
  type ActionPlace,
  calledName,
  type CodeAction,
  contains,
  definitionAt,
  expressionsAt,
  formAt,
  indentAt,
  insertBefore,
  refactoring,
  replace,
} from './action.ts';
import { writable } from './names.ts';

export function extractions(place: ActionPlace): readonly CodeAction[] {
  const path = expressionsAt(place);
  const chosen = chosenIn(path, place);
  const definition = definitionAt(place);
  if (chosen === undefined || definition === undefined) return [];
  const at = path.indexOf(chosen);
  const scope = new Scope(
    place.snapshot,
    place.document,
    cursorAt(place.document.source, chosen.span.start + 1),
  );
  return [
    ...toLet(place, path.slice(0, at + 1), scope),
    ...outside(place, chosen, definition, scope),
  ];
}

/** Returns the selected expression without surrounding blanks; without a selection, only a literal. */
function chosenIn(path: readonly Expression[], { range }: ActionPlace): Expression | undefined {
  if (range.start === range.end) {
    const last = path.at(-1);
    return last?.kind === 'constant' ? last : undefined;
  }
  return path.find(({ span, kind }) => {
    return kind !== 'binding' && span.start === range.start && span.end === range.end;
  });
}

function toLet(
  place: ActionPlace,
  path: readonly Expression[],
  scope: Scope,
): readonly CodeAction[] {
  const chosen = path.at(-1);
  const statement = statementOf(path);
  if (chosen === undefined || statement === undefined) return [];
  // The variables of a let are not in scope before that let.
  const bound = path.slice(path.indexOf(statement)).some(({ kind }) => kind === 'let');
  if (bound && localsOf(place, chosen).length > 0) return [];
  const name = freshName('value', scope);
  const { document } = place;
  const { start, end, text } = statement.span;
  const before = text.slice(0, chosen.span.start - start);
  const body = `${before}${name}${text.slice(chosen.span.end - start)}`;
  const indent = `\n${indentAt(document.text, start)}  `;
  const whole = `(let ((${name} ${chosen.span.text}))${indent}${body})`;
  return [
    refactoring('refactor.extract', `Extract to a variable \`${name}\``, [
      replace({ start, end }, whole),
    ]),
  ];
}

const lazyCalls = new Set(['if', 'and', 'or', 'cond', 'enforce', 'enforce-one', 'try', 'do']);

/** Returns the expression before which a variable can be bound: one of a body, or a branch. */
function statementOf(path: readonly Expression[]): Expression | undefined {
  for (let at = path.length - 1; at >= 0; at--) {
    const expression = path[at] as Expression;
    const outer = path[at - 1];
    if (outer === undefined) return expression;
    if (outer.kind === 'lambda' || outer.kind === 'binding') return expression;
    if (outer.kind === 'let' && outer.body.includes(expression)) return expression;
    if (outer.kind !== 'application') continue;
    const head = calledName(outer) ?? '';
    if (head === 'with-capability' && outer.args[0] !== expression) return expression;
    // A branch of `cond` is not an expression of its own.
    if (head === 'cond') return undefined;
    if (lazyCalls.has(head) && outer.args[0] !== expression) return expression;
  }
  return undefined;
}

/** Extracts to a function of the module, or to a constant if no variables are used. */
function outside(
  place: ActionPlace,
  chosen: Expression,
  definition: WrittenDefinition,
  scope: Scope,
): readonly CodeAction[] {
  const { document } = place;
  const isModule = formAt(place)?.kind === 'module' || document.dialect === 'repl';
  const locals = localsOf(place, chosen);
  const { start } = definition.span;
  const { text } = chosen.span;
  const add = (title: string, added: string, used: string): CodeAction =>
    refactoring('refactor.extract', title, [
      insertBefore(document, start, added),
      replace(chosen.span, used),
    ]);
  if (!isModule) return [];
  const type = writtenType(place, chosen);
  if (chosen.kind === 'constant') {
    if (definition.kind === 'defconst') return [];
    const name = freshName('CONSTANT', scope);
    const added = `(defconst ${name}${type} ${text})`;
    return [add(`Extract to a constant \`${name}\``, added, name)];
  }
  // A capability must be passed as its call, and constants cannot call functions of later modules.
  if (definition.kind === 'defconst' || namesCapability(chosen, scope)) return [];
  const name = freshName('extracted', scope);
  const parameters = locals.map((each) => `${each.symbol.name}${typeOf(place, each)}`).join(' ');
  const added = `(defun ${name}${type} (${parameters})\n  ${text})`;
  const used = `(${[name, ...locals.map(({ symbol }) => symbol.name)].join(' ')})`;
  return [add(`Extract to a function \`${name}\``, added, used)];
}

/** Returns the variables that it uses from the forms around it, each once. */
function localsOf({ snapshot, document }: ActionPlace, chosen: Expression): readonly Reference[] {
  const seen = new Set<string>();
  return snapshot.analysis(document.path).references.filter(({ span, symbol, access }) => {
    const isLocal = symbol.kind === 'parameter' || symbol.kind === 'local';
    if (!isLocal || access === 'definition' || !contains(chosen.span, span)) return false;
    const { place } = symbol;
    if (place === undefined || contains(chosen.span, place.nameSpan)) return false;
    const isFirst = !seen.has(symbol.name);
    seen.add(symbol.name);
    return isFirst;
  });
}

function typeOf({ snapshot }: ActionPlace, { symbol }: Reference): string {
  const type = typeOfSymbol(snapshot, symbol);
  return type !== undefined && (type.isWritten || writable(type.text)) ? `:${type.text}` : '';
}

function writtenType({ snapshot, document }: ActionPlace, chosen: Expression): string {
  const isLiteral = chosen.kind === 'constant' && chosen.literal.kind !== 'unit';
  const type = isLiteral
    ? chosen.literal.kind
    : snapshot.analysis(document.path).typeOf(chosen.span);
  return writable(type) ? `:${type}` : '';
}

function namesCapability(chosen: Expression, scope: Scope): boolean {
  let isNamed = false;
  walkExpressions([chosen], (each) => {
    if (each.kind === 'variable' && scope.member(each.name.span.text)?.kind === 'defcap') {
      isNamed = true;
    }
  });
  return isNamed;
}

/** Returns an unused name. */
function freshName(wanted: string, scope: Scope): string {
  const { core, repl } = scope.view.builtins;
  const isTaken = (name: string): boolean =>
    scope.document.source.text.includes(name) ||
    core.named(name) !== undefined ||
    repl.named(name) !== undefined;
  let name = wanted;
  for (let number = 2; isTaken(name); number++) name = `${wanted}-${number}`;
  return name;
}
