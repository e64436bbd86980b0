// Rewrites of one expression: to a shorter one, or to forms of newer releases.

import type { Expression } from '../../../../lang/session/analyse.ts';
import {
  refactoring,
  quickFix,
  replace,
  indentAt,
  type ActionPlace,
  type CodeAction,
} from './action.ts';
import { calledName, expressionsAt, type Call } from './expressions.ts';

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
  const shown = text.length > longestShown ? 'the condition itself' : `\`${text}\``;
  return { title: `Change to ${shown}`, text, isFix: true };
}

const longestShown = 40;

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
