// Shortens values to a few characters, for arguments in call stacks.
// Source: the instances of AbbrevPretty in PactValue.hs, Literal.hs and Pretty.hs.

import { commaBraces, concat, list, render, text, type Doc, type Part } from '../../../base/doc.ts';
import { codePointLength, sliceCodePoints } from '../../../base/text.ts';
import { prettyDecimalText, prettyValue, prettyValueText } from './pretty.ts';
import { predicateText } from './show.ts';
import { formatTime } from '../time/time-format.ts';
import type { Guard, PactValue } from '../value.ts';

export function prettyAbbreviated(value: PactValue): Doc {
  return abbreviated(value, 0, { guards: shownGuards, keys: shownKeys });
}

/** The maximum number of guards shown: arguments of guards may be guards with shared arguments, so their number can explode. */
const shownGuards = 256;

/** The maximum number of keyset keys shown, far more than real keysets have. */
const shownKeys = 4096;

/** What may still be shown. */
type Room = { guards: number; keys: number };

function abbreviated(value: PactValue, depth: number, room: Room): Doc {
  return typeof value === 'object' && value.kind === 'guard'
    ? abbreviatedGuard(value, depth, room)
    : text(abbreviatedText(value, depth, room));
}

/** Returns the first `limit` - 3 code points and three dots, unless the string fits. */
function cut(limit: number, content: string): string {
  const kept = limit - 3;
  if (content.length <= kept || codePointLength(content) <= kept) return content;
  return `${sliceCodePoints(content.slice(0, 2 * kept + 1), 0, kept)}...`;
}

// Every level of a list or token opens with a character of its own, and at most twelve are kept.
const visibleDepth = 16;

function abbreviatedText(value: PactValue, depth: number, room: Room): string {
  switch (typeof value) {
    case 'string':
      return abbreviatedString(value);
    case 'bigint':
      return cut(15, value.toString());
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return abbreviatedInstance(value, depth, room);
  }
}

function abbreviatedInstance(
  value: Exclude<PactValue, string | bigint | boolean>,
  depth: number,
  room: Room,
): string {
  switch (value.kind) {
    case 'decimal': {
      const shown = prettyDecimalText(value);
      return shown.endsWith('.0') ? shown : cut(15, shown);
    }
    case 'unit':
      return '()';
    case 'time':
      return formatTime('%Y-%m-%d %H:%M:%S%Q %Z', value);
    case 'list':
      return `[${cut(15, abbreviatedParts(value.items.slice(0, 10), depth + 1, 15, room))}]`;
    case 'object': {
      // Only the start is shown, so the rest of the value is not printed.
      const printed = prettyValueText(value, { limit: 64 });
      return `{${cut(15, printed.slice(1, -1))}}`;
    }
    case 'guard':
      return render(abbreviatedGuard(value, depth, room));
    case 'modref':
      return value.module.text;
    case 'captoken': {
      const args = abbreviatedParts(value.args, depth + 1, Infinity, room);
      return `(${value.name.key}${args === '' ? '' : ` ${args}`})`;
    }
    case 'table':
      return cut(20, value.name.text);
  }
}

function abbreviatedString(content: string): string {
  if (content.length < 15 || codePointLength(content) < 15) return `"${content}"`;
  return `"${sliceCodePoints(content.slice(0, 25), 0, 12)}..."`;
}

/** Joins parts with spaces, at least as many as `needed` characters show. */
function abbreviatedParts(
  parts: readonly PactValue[],
  depth: number,
  needed: number,
  room: Room,
): string {
  let result = '';
  if (depth > visibleDepth) return result;
  for (const part of parts) {
    if (result !== '') result += ' ';
    result += abbreviatedText(part, depth, room);
    if (result.length > 2 * needed) break;
  }
  return result;
}

function abbreviatedGuard(guard: Guard, depth: number, room: Room): Doc {
  if (depth > visibleDepth || --room.guards < 0) return prettyValue(guard, { limit: 64 });
  switch (guard.guard) {
    case 'user':
      return braced('UserGuard ', [
        `fun: ${guard.fun.text}`,
        abbreviatedArgs(guard.args, depth + 1, room),
      ]);
    case 'capability':
      return braced('CapabilityGuard ', [
        `name: ${guard.name.text}`,
        abbreviatedArgs(guard.args, depth + 1, room),
        `pactId: ${guard.pactId ?? ''}`,
      ]);
    case 'keyset':
      return braced('KeySet ', [
        concat('keys: ', list(abbreviatedKeys(guard.keys, room))),
        `pred: ${predicateText(guard.predicate)}`,
      ]);
    default:
      return prettyValue(guard);
  }
}

function abbreviatedKeys(keys: readonly string[], room: Room): readonly string[] {
  const shown = Math.max(0, room.keys);
  room.keys -= keys.length;
  return keys.length <= shown ? keys : [...keys.slice(0, shown), '...'];
}

function abbreviatedArgs(args: readonly PactValue[], depth: number, room: Room): Doc {
  return concat('args: ', list(args.map((arg) => abbreviated(arg, depth, room))));
}

function braced(name: string, parts: readonly Part[]): Doc {
  return concat(name, commaBraces(parts));
}
