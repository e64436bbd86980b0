// What an error says about the very call that failed: how many arguments it takes and got, which
// argument has the wrong type, and what to write instead. Texts of our own, never part of a message.

import { render } from '../../base/doc.ts';
import type { Span } from '../../base/span.ts';
import { abbreviate, type ArgumentKind, type DescribedCall, type ErrorFields } from './entry.ts';
import type { Shown, TypedPlace } from './entry.ts';

/** "`f` takes 2 arguments (a, b) but got 1: `b` is missing." */
export function countAdvice({ callee, parameters, given }: DescribedCall): string {
  const takes =
    parameters.length === 0
      ? 'no arguments'
      : `${counted(parameters.length, 'argument')} (${parameters.join(', ')})`;
  const missing = parameters.slice(given).map((name) => `\`${name}\``);
  const verb = missing.length === 1 ? 'is' : 'are';
  const end = missing.length === 0 ? '' : `: ${missing.join(', ')} ${verb} missing`;
  return `${subject(callee)} takes ${takes} but got ${given}${end}.`;
}

/** A function was given where a value is needed: it was called with too few arguments, or not at all. */
export function notAValueAdvice(call: DescribedCall, span: Span): string {
  if (call.parameters.some((name) => name.startsWith('#'))) return formAdvice(call, span);
  if (call.given > 0) return countAdvice(call);
  const { callee, parameters } = call;
  if (callee === undefined) return 'This is a function, not a value. Call it with its arguments.';
  const written = [callee, ...parameters].join(' ');
  return `\`${callee}\` is a function, not a value. Call it: (${written}).`;
}

/** A special form that lacks arguments has become a function of what is missing. */
function formAdvice({ parameters, given }: DescribedCall, { text }: Span): string {
  const form = /^\(\s*([^\s()]+)/.exec(text)?.[1];
  const subject = form === undefined ? 'This special form' : `\`${form}\``;
  return `${subject} takes ${counted(parameters.length, 'argument')} but got ${given}.`;
}

const subject = (callee: string | undefined): string =>
  callee === undefined ? 'The lambda' : `\`${callee}\``;

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;

type Mistyped = ErrorFields & {
  readonly argument: ArgumentKind;
  readonly expected: Shown;
  readonly expectedKind: ArgumentKind;
  readonly value?: Shown | undefined;
  readonly where?: TypedPlace | undefined;
};

/** "In (f 1), the argument `x` must be a decimal but is the integer 1. Write 1.0." */
export function typeAdvice(data: Mistyped): string | undefined {
  const { argument, expected, expectedKind, where } = data;
  if (where === undefined) return undefined;
  const value = data.value === undefined ? '' : inOneLine(data.value);
  const type = inOneLine(expected);
  const found = value === '' ? nounOf(argument) : `the ${wordOf(argument)} ${value}`;
  const must = `must be ${articled(type)} but is ${found}.`;
  const remedy = conversion(argument, expectedKind, value);
  return [`${placeText(where)} ${must}`, remedy].filter(Boolean).join(' ');
}

function placeText(where: TypedPlace): string {
  switch (where.kind) {
    case 'argument':
      return `In ${inOneLine(where.call)}, the argument \`${where.name}\``;
    case 'result':
      return `The result of \`${where.name}\``;
    case 'variable':
      return `\`${where.name}\``;
  }
}

function conversion(found: ArgumentKind, expected: ArgumentKind, value: string): string {
  switch (`${found} to ${expected}`) {
    case 'integer to decimal':
      return `Write ${value}.0, or convert a computed integer with \`dec\`.`;
    case 'decimal to integer':
      return 'Write it without a decimal point, or use `floor`, `ceiling` or `round`.';
    case 'string to integer':
    case 'string to decimal':
    case 'string to bool':
      return 'Write it without quotes.';
    case 'integer to string':
      return `Write "${value}", or use \`int-to-str\`.`;
    case 'string to guard':
      return 'Make a guard with `read-keyset` or `keyset-ref-guard`.';
    case 'string to time':
      return 'Make a time with `time`.';
    case 'object to object':
      return 'It must have exactly the fields of the schema, each of its type.';
    default:
      return '';
  }
}

/** "Its arguments must fit (at index:integer list:list)." */
export function usageAdvice(types: readonly ArgumentKind[], takes: Shown | undefined): string {
  const usage = takes === undefined ? '' : `It can be called as ${inOneLine(takes)}. `;
  const closure = types.includes('closure')
    ? 'A closure is a function, or a call that lacks arguments. '
    : '';
  return `The builtin does not take arguments of these types. ${usage}${closure}`.trimEnd();
}

/** Of a builtin that reads the data of the transaction. */
export function dataAdvice(native: string, key: string, found: ArgumentKind | undefined): string {
  const shown = `"${abbreviate(40, key)}"`;
  if (found === undefined) {
    return (
      `The data of the transaction has no key ${shown}. ` +
      `In a script, set it with (env-data {${shown}: ...}).`
    );
  }
  const value = `The value of ${shown} in the data of the transaction is ${nounOf(found)}`;
  return `${value}, which \`${native}\` cannot read.`;
}

/** Between the words of a sentence. */
const inOneLine = (shown: Shown): string => render(shown()).replace(/\s*\n\s*/g, ' ');

const wordOf = (kind: ArgumentKind): string => kind.replace('-', ' ');

const nounOf = (kind: ArgumentKind): string => articled(wordOf(kind));

const articled = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
