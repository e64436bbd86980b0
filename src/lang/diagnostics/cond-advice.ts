// Hints about the last part of `cond`, which is a value without a condition, and about other values in the place of a
// function. These texts are our own, never part of a message.

import { Span } from '../../base/span.ts';
import type { ArgumentKind } from './entry.ts';

export const condUsage =
  '`cond` takes clauses (condition value) and then a default, which has no condition: ' +
  '(cond ((< x 0) "negative") ((> x 0) "positive") "zero").';

/** Words of other languages for a default. */
const defaultWords: ReadonlySet<string> = new Set(['else', 'otherwise', 'default', 't']);

/** For an unknown name such as `else` that begins the last part of a `cond`. */
export function defaultWordAdvice(name: string, { source, start, end }: Span): string | undefined {
  if (!defaultWords.has(name)) return undefined;
  const open = openingBefore(source.text, start);
  const close = closingAfter(source.text, end);
  if (open === undefined || close === undefined) return undefined;
  if (!/^\(\s*$/.test(source.text.slice(open, start))) return undefined;
  const clause = new Span(source, open, close);
  return isLastOfCond(clause) ? lastClauseAdvice(clause) : undefined;
}

/** For a value in the place of a function; `span` is the whole application. */
export function notAFunctionAdvice(
  found: ArgumentKind | undefined,
  span: Span,
): string | undefined {
  if (isLastOfCond(span)) return lastClauseAdvice(span);
  if (found === undefined) return undefined;
  const noun = `${/^[aeiou]/.test(found) ? 'an' : 'a'} ${found.replace('-', ' ')}`;
  const list = /^\(\s*["\d'-]/.test(span.text) ? ' A list is written in brackets: [1 2 3].' : '';
  return `The first item in these parentheses is ${noun}, not a function. Remove the parentheses, or name a function.${list}`;
}

/** For a clause `(condition value)` at the end of a `cond`. */
function lastClauseAdvice({ text }: Span): string {
  const rule = 'The last part of `cond` is the default, which has no condition.';
  const [, head = '', value = ''] = /^\(\s*(\S+?)\s+([\s\S]*\S)\s*\)$/.exec(text) ?? [];
  const isDefault = head === 'true' || defaultWords.has(head);
  if (isDefault && value !== '' && value.length <= longestValue && !value.includes('\n')) {
    return `${rule} Write ${value} in place of (${head} ${value}).`;
  }
  if (isDefault) return `${rule} Remove \`${head}\` and the parentheses around it.`;
  if (text.startsWith('(('))
    return `${rule} Add a default after this clause: a value, without parentheses.`;
  return `${rule} Remove the parentheses around it.`;
}

const longestValue = 60;

/** Returns whether the span is the last part of a `cond`. */
function isLastOfCond({ source, start, end }: Span): boolean {
  const { text } = source;
  if (!/^(\s|;[^\n]*\n)*\)/.test(text.slice(end, end + longestLook))) return false;
  const open = openingBefore(text, start);
  return open !== undefined && /^\(\s*cond[\s(]/.test(text.slice(open, open + 20));
}

/** In UTF-16 units: the distance within which a `cond` is recognised. */
const longestLook = 4000;

/** Returns the parenthesis that is open at this place. */
function openingBefore(text: string, place: number): number | undefined {
  let depth = 0;
  for (let at = place - 1; at >= 0 && at > place - longestLook; at--) {
    const unit = text[at];
    if (unit === '"') {
      do at--;
      while (at >= 0 && (text[at] !== '"' || text[at - 1] === '\\'));
    } else if (unit === ')') depth++;
    else if (unit === '(' && depth-- === 0) return at;
  }
  return undefined;
}

/** Returns the place after the parenthesis that closes what is open at this place. */
function closingAfter(text: string, place: number): number | undefined {
  let depth = 0;
  for (let at = place; at < text.length && at < place + longestLook; at++) {
    const unit = text[at];
    if (unit === '"') {
      do at++;
      while (at < text.length && (text[at] !== '"' || text[at - 1] === '\\'));
    } else if (unit === '(') depth++;
    else if (unit === ')' && depth-- === 0) return at + 1;
  }
  return undefined;
}
