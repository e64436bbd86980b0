// Acquires the capability that a function requires, around a call of it that has not been granted the capability.

import type { Expression, TopLevel } from '../../../../lang/session/analyse.ts';
import { refactoring, replace, type ActionPlace, type CodeAction } from './action.ts';
import { calledName, definitionAt, expressionsAt, formAt, type Call } from './expressions.ts';

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
    Function | undefined;

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
