// Converts values to strings for `show` and `format`: no escapes, no line breaks.
// Source: pactValueToText in pact/Pact/Core/PactValue.hs, section 3.4.

import { showDecimal } from '../number/decimal.ts';
import { writeNested, type NestedText } from './nested-text.ts';
import { formatDefaultTime } from '../time/time-format.ts';
import type { Decimal, Guard, KeySetPredicate, PactValue } from '../value.ts';

/** Throws `ValueTooLarge` if the string would be longer than `limit` characters. */
export function showValue(value: PactValue, limit?: number): string {
  return writeNested(value, describe, limit);
}

/** Returns the value as `format` inserts it: a string without quotes. */
export function showInserted(value: PactValue, limit?: number): string {
  return typeof value === 'string' ? value : showValue(value, limit);
}

/** All places; `.0` if there are none. */
export function showDecimalValue(value: Decimal): string {
  const text = showDecimal(value);
  return value.places === 0 ? `${text}.0` : text;
}

export function predicateText(predicate: KeySetPredicate): string {
  switch (predicate.kind) {
    case 'qualified':
      return predicate.name.text;
    case 'bare':
      return predicate.name;
    default:
      return predicate.kind;
  }
}

function describe(value: PactValue): string | NestedText {
  switch (typeof value) {
    case 'string':
      return `"${value}"`;
    case 'bigint':
      return value.toString();
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return describeInstance(value);
  }
}

function describeInstance(
  value: Exclude<PactValue, string | bigint | boolean>,
): string | NestedText {
  switch (value.kind) {
    case 'decimal':
      return showDecimalValue(value);
    case 'unit':
      return '()';
    case 'time':
      return `"${formatDefaultTime(value)}"`;
    case 'list':
      return { open: '[', parts: value.items, separator: ', ', close: ']' };
    case 'object':
      return {
        open: '{',
        parts: [...value.fields.values()],
        labels: [...value.fields.keys()].map((field) => `"${field}": `),
        separator: ',',
        close: '}',
      };
    case 'guard':
      return describeGuard(value);
    case 'modref':
      return value.module.text;
    case 'captoken': {
      const blank = value.args.length === 0 ? '' : ' ';
      const open = `CapToken(${value.name.qualified}${blank}`;
      return { open, parts: value.args, separator: ' ', close: ')' };
    }
    case 'table':
      return value.name.text;
  }
}

function describeGuard(guard: Guard): string | NestedText {
  switch (guard.guard) {
    case 'keyset':
      return `KeySet {keys: [${guard.keys.join(', ')}],pred: ${predicateText(guard.predicate)}}`;
    case 'keyset-ref':
      return `'${guard.name.text}`;
    case 'user': {
      const open = `UserGuard {fun: ${guard.fun.text},args: [`;
      return { open, parts: guard.args, separator: ', ', close: ']}' };
    }
    case 'capability': {
      const open = `CapabilityGuard {name: ${guard.name.text},args: [`;
      const close = `],pactId: ${guard.pactId ?? ''}}`;
      return { open, parts: guard.args, separator: ', ', close };
    }
    case 'module':
      return `ModuleGuard {module: ${guard.module.text},name: ${guard.name}}`;
    case 'pact':
      return `PactGuard {pactId: ${guard.pactId},name: ${guard.name}}`;
  }
}
