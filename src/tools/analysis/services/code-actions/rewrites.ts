// Rewrites of one expression: to a shorter one, or to forms of newer releases.

import type { Expression, TopLevel } from '../../../../lang/session/analyse.ts';
import {
  type ActionPlace,
  type Call,
  calledName,
  type CodeAction,
  definitionAt,
  expressionsAt,
  formAt,
  indentAt,
  quickFix,
  refactoring,
  replace,
} from './action.ts';

type Rewrite = {
  readonly title: string;
  readonly text: string;
  readonly isFix: boolean;
};

export function rewrites(place: ActionPlace): readonly CodeAction[] {
  return expressionsAt(place).flatMap((expression) => {
    if (expression.kind === 'let' && expression.form === 'let*') {
      const start = expression.span.start + expression.span.text.indexOf('let*');
      const edit = replace({ start, end: start + 'let*'.length }, 'let');
      return [refactoring('refactor.rewrite', 'Change `let*` to `let`', [edit])];
    }
    const found = expression.kind === 'application' ? rewrite(expression, place) : undefined;
    if (found === undefined) return [];
    const edits = [replace(expression.span, found.text)];
    return found.isFix
      ? [quickFix(found.title, edits)]
      : [refactoring('refactor.rewrite', found.title, edits)];
  });
}

function rewrite(call: Call, place: ActionPlace): Rewrite | undefined {
  switch (calledName(call)) {
    case '=':
    case '!=':
      return comparison(call);
    case 'if':
      return boolean(call) ?? chain(call, place);
    case 'list':
      return {
        title: 'Write the list in square brackets',
        text: `[${call.args.map(({ span }) => span.text).join(' ')}]`,
        isFix: true,
      };
    case 'enforce-keyset':
      return keysetByName(call);
    default:
      return undefined;
  }
}

/** Rewrites `(= x true)` to `x`. */
function comparison({ args, head }: Call): Rewrite | undefined {
  const [left, right] = args;
  if (left === undefined || right === undefined || args.length !== 2) return undefined;
  const value = truth(right) ?? truth(left);
  const other = truth(right) === undefined ? right : left;
  if (value === undefined || truth(other) !== undefined) return undefined;
  const isPlain = value === (head.span.text === '=');
  return shorter(other, isPlain);
}

/** Rewrites `(if x true false)` to `x`. */
function boolean({ args }: Call): Rewrite | undefined {
  const [condition, yes, no] = args;
  if (condition === undefined || args.length !== 3) return undefined;
  const [first, second] = [truth(yes), truth(no)];
  if (first === undefined || second === undefined || first === second) return undefined;
  return shorter(condition, first);
}

function shorter({ span }: Expression, isPlain: boolean): Rewrite {
  const text = isPlain ? span.text : `(not ${span.text})`;
  const shown = text.length > maxShownLength ? 'the condition itself' : `\`${text}\``;
  return { title: `Change to ${shown}`, text, isFix: true };
}

const maxShownLength = 40;

/** Rewrites `(if a 1 (if b 2 3))` to `(cond (a 1) (b 2) 3)`. */
function chain(call: Call, { document }: ActionPlace): Rewrite | undefined {
  const branches: string[] = [];
  let last: Expression = call;
  while (last.kind === 'application' && calledName(last) === 'if' && last.args.length === 3) {
    const [condition, value, otherwise] = last.args as [Expression, Expression, Expression];
    branches.push(`(${condition.span.text} ${value.span.text})`);
    last = otherwise;
  }
  // A comment between the branches would be lost.
  if (branches.length < 2 || /;/.test(withoutStrings(call.span.text))) return undefined;
  const indent = `\n${indentAt(document.text, call.span.start)}  `;
  const text = `(cond${indent}${[...branches, last.span.text].join(indent)})`;
  return { title: 'Change nested `if` to `cond`', text, isFix: false };
}

/** Rewrites a lookup of a keyset by a string with `keyset-ref-guard`. */
function keysetByName({ args }: Call): Rewrite | undefined {
  const [name] = args;
  if (name?.kind !== 'constant' || name.literal.kind !== 'string' || args.length !== 1) {
    return undefined;
  }
  const text = `(enforce-guard (keyset-ref-guard ${name.span.text}))`;
  return { title: 'Change to `enforce-guard`', text, isFix: false };
}

const withoutStrings = (text: string): string => text.replace(/"(?:\\[^]|[^"\\])*"/g, '');

function truth(expression: Expression | undefined): boolean | undefined {
  if (expression?.kind !== 'constant' || expression.literal.kind !== 'bool') return undefined;
  return expression.literal.value;
}

// Acquires the capability that a function requires, around a call of it that has not been granted the capability.

type Module = Extract<TopLevel, { readonly kind: 'module' }>;
type Function = Extract<Module['definitions'][number], { readonly kind: 'defun' }>;

export function acquisitions(place: ActionPlace): readonly CodeAction[] {
  const module = formAt(place);
  const around = definitionAt(place);
  if (module?.kind !== 'module' || around?.kind !== 'defun') return [];
  const path = expressionsAt(place);
  const call = path.findLast((each) => each.kind === 'application' && calls(each, module));
  if (call?.kind !== 'application') return [];
  const callee = functionNamed(module, calledName(call));
  const held = new Set([...path.flatMap(granted), ...around.body.flatMap(required)]);
  return (callee?.body ?? []).flatMap((each) => {
    const token = requiredToken(each);
    const name = token === undefined ? undefined : calledName(token);
    if (token === undefined || name === undefined || held.has(name)) return [];
    const values = token.args.map((arg) => valueIn(arg, callee, call));
    if (!values.every((value) => value !== undefined)) return [];
    const capability = `(${[name, ...values].join(' ')})`;
    const text = `(with-capability ${capability} ${call.span.text})`;
    return [
      refactoring('refactor.rewrite', `Acquire \`${name}\` around the call`, [
        replace(call.span, text),
      ]),
    ];
  });
}

const functionNamed = (module: Module, name: string | undefined): Function | undefined =>
  module.definitions.find((each) => each.kind === 'defun' && each.spec.name === name) as
    | Function
    | undefined;

const calls = (call: Call, module: Module): boolean =>
  functionNamed(module, calledName(call))?.body.some((each) => required(each).length > 0) ?? false;

/** Returns `(PAY from)` of `(require-capability (PAY from))`. */
function requiredToken(expression: Expression): Call | undefined {
  if (expression.kind !== 'application' || calledName(expression) !== 'require-capability') {
    return undefined;
  }
  const [token] = expression.args;
  return token?.kind === 'application' ? token : undefined;
}

function required(expression: Expression): readonly string[] {
  const token = requiredToken(expression);
  const name = token === undefined ? undefined : calledName(token);
  return name === undefined ? [] : [name];
}

function granted(expression: Expression): readonly string[] {
  if (expression.kind !== 'application' || calledName(expression) !== 'with-capability') return [];
  const [token] = expression.args;
  const name = token?.kind === 'application' ? calledName(token) : undefined;
  return name === undefined ? [] : [name];
}

/** Rewrites an argument of the capability for the call: a parameter is replaced by the passed argument. */
function valueIn(arg: Expression, callee: Function | undefined, call: Call): string | undefined {
  if (arg.kind === 'constant') return arg.span.text;
  if (arg.kind !== 'variable' || arg.name.kind !== 'bare') return undefined;
  const { name } = arg.name;
  const at = callee?.parameters.findIndex((each) => each.name === name) ?? -1;
  return call.args[at]?.span.text;
}
