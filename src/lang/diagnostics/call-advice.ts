// Hints about a failed call: how many arguments it takes and got, which argument has the wrong type, and what to write
// instead. These texts are our own, never part of a message.

import { counted } from '../../base/prose.ts';
import { render } from '../../base/doc.ts';
import type { Span } from '../../base/span.ts';
import { condUsage } from './cond-advice.ts';
import type { ArgumentKind, DescribedCall, ErrorFields, Shown, TypedPlace } from './entry.ts';

/** "`f` takes 2 arguments (a, b) but got 1: `b` is missing." */
export function countAdvice({ callee, parameters, given }: DescribedCall): string {
  const takes =
    parameters.length === 0
      ? 'no arguments'
      : `${counted(parameters.length, 'argument')} (${parameters.join(', ')})`;
  const missing = parameters.slice(given).map((name) => `\`${name}\``);
  const verb = missing.length === 1 ? 'is' : 'are';
  const end = missing.length === 0 ? '' : `: ${missing.join(', ')} ${verb} missing`;
  const remedy = removal(given - parameters.length, parameters.length);
  return `${subject(callee)} takes ${takes} but got ${given}${end}.${remedy}`;
}

/** Advice for extra arguments. */
function removal(extra: number, taken: number): string {
  if (extra <= 0) return '';
  if (taken === 0) return ` Remove ${extra === 1 ? 'it' : 'them'}.`;
  return ` Remove the last ${extra === 1 ? 'one' : extra}.`;
}

/** For a function given where a value is needed: it was called with too few arguments, or not at all. */
export function notAValueAdvice(call: DescribedCall, span: Span): string {
  const special = specialNameAdvice(call.callee ?? '', span);
  if (special !== undefined) return special;
  if (call.parameters.some((name) => name.startsWith('#'))) return formAdvice(call, span);
  if (call.given > 0) return countAdvice(call);
  const { callee, parameters } = call;
  if (callee === undefined) return 'This is a function, not a value. Call it with its arguments.';
  if (span.text.startsWith('(') && parameters.length > 0) return countAdvice(call);
  const written = [callee, ...parameters].join(' ');
  return `\`${callee}\` is a function, not a value. Call it: (${written}).`;
}

/** For a function given to a builtin that takes a value there. */
export function givenFunctionAdvice(call: DescribedCall, builtin: string): string {
  const { callee, parameters, given } = call;
  if (parameters.some((name) => name.startsWith('#'))) {
    return `\`${builtin}\` got a call that lacks arguments in place of a value. Give it all its arguments.`;
  }
  if (callee === undefined && given === 0) {
    return `\`${builtin}\` got a lambda in place of a value. Call it with its arguments.`;
  }
  if (given > 0 || parameters.length > 0) return countAdvice(call);
  return `\`${callee}\` is a function, not a value. Call it: (${callee}).`;
}

/** For a call with some of its arguments that is called with others. */
export function partialAdvice(call: DescribedCall): string | undefined {
  const { callee, parameters, given } = call;
  if (callee === undefined) return undefined;
  const written = [callee, ...parameters].join(' ');
  return (
    `\`${callee}\` got ${given} of its ${counted(parameters.length, 'argument')}. Only builtins such as \`map\` can add ` +
    `the others later; here give all in one call: (${written}).`
  );
}

/** Builtins whose last part only a written call can have, so that their names are useless as values. */
const specialBuiltins: ReadonlyMap<string, string> = new Map([
  ['bind', '(bind object { "field" := name } body ...)'],
  ['resume', '(resume { "field" := name } body ...)'],
  [
    'with-default-read',
    '(with-default-read table key default-object { "field" := name } body ...)',
  ],
  ['with-read', '(with-read table key { "field" := name } body ...)'],
]);

/** For the name of a special form in the place of a function that is passed on, as in `(map bind rows)`. */
export function specialNameAdvice(name: string, { text }: Span): string | undefined {
  const usage = name === 'cond' ? condUsage : specialBuiltins.get(name);
  if (usage === undefined || isCalledIn(text, name)) return undefined;
  const written = name === 'cond' ? usage : `Write it with its parts: ${usage}.`;
  return (
    `\`${name}\` is a special form, not a function, so its name alone is not a value. ${written} ` +
    `To pass it on, wrap it in a function: (lambda (x) (${name} ...)).`
  );
}

/** Returns whether the text has `(name ...)`. */
const isCalledIn = (text: string, name: string): boolean =>
  new RegExp(`\\(\\s*${name}[\\s)]`).test(text);

/** For a special form that lacks arguments, which is a function of the missing ones. */
function formAdvice({ parameters, given }: DescribedCall, { text }: Span): string {
  const form = /^\(\s*([^\s()]+)/.exec(text)?.[1];
  const subject = form === undefined ? 'This special form' : `\`${form}\``;
  return `${subject} takes ${counted(parameters.length, 'argument')} but got ${given}.`;
}

const subject = (callee: string | undefined): string =>
  callee === undefined ? 'The lambda' : `\`${callee}\``;

type Mistyped = ErrorFields & {
  readonly argument: ArgumentKind;
  readonly expected: Shown;
  readonly written?: Shown | undefined;
  readonly expectedKind: ArgumentKind;
  readonly value?: Shown | undefined;
  readonly where?: TypedPlace | undefined;
};

/** "In (f 1), the argument `x` must be a decimal but is the integer 1. Write 1.0." */
export function typeAdvice(data: Mistyped): string | undefined {
  const { argument, expected, expectedKind, where } = data;
  if (where === undefined) return undefined;
  const value = data.value === undefined ? '' : inOneLine(data.value);
  const type = inOneLine(data.written ?? expected);
  const found = value === '' ? nounOf(argument) : `the ${wordOf(argument)} ${value}`;
  const needed = type.startsWith('[') ? `a list of type ${type}` : articled(type);
  const must = `must be ${needed} but is ${found}.`;
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
      return 'Create a guard with `read-keyset` or `keyset-ref-guard`.';
    case 'string to time':
      return 'Create a time with `time`.';
    case 'object to object':
      return 'It must have exactly the fields of the schema, each of its type.';
    default:
      return '';
  }
}

/** "This call passes a string and an integer, but `+` can be called only as ..." */
export function usageAdvice(
  builtin: string,
  types: readonly ArgumentKind[],
  takes: Shown | undefined,
): string {
  const passed =
    types.length === 0 || types.length > maxTypes
      ? 'The builtin does not take arguments of these types.'
      : `This call passes ${joined(types.map(nounOf))}, which the builtin does not take.`;
  if (builtin === 'env-gasmodel') {
    return 'Write (env-gasmodel "table"), or (env-gasmodel "fixed" 1) with the gas of every operation.';
  }
  const usage = takes === undefined ? '' : `It can be called as ${inOneLine(takes)}.`;
  const closure = types.includes('closure')
    ? 'A closure is a function, or a call that lacks arguments.'
    : '';
  const isText = builtin === '+' && types.includes('string') && types.some(isNumber);
  const remedy = isText ? 'To build a string from both, write (format "{} {}" [a b]).' : '';
  return [passed, usage, closure, remedy].filter(Boolean).join(' ');
}

/** The maximum number of types listed in a sentence. */
const maxTypes = 6;

const isNumber = (kind: ArgumentKind): boolean => kind === 'integer' || kind === 'decimal';

const joined = (nouns: readonly string[]): string =>
  nouns.length < 2 ? nouns.join('') : `${nouns.slice(0, -1).join(', ')} and ${nouns.at(-1) ?? ''}`;

/** For a value that should be true or false. */
export function conditionAdvice(kind: ArgumentKind, { text }: Span): string | undefined {
  if (kind === 'string' && /^\(\s*enforce\s+"[^"]*"\s+\(/.test(text)) {
    return '`enforce` takes the condition first, then the message: (enforce (> x 0) "message").';
  }
  const comparison = comparisons.get(kind);
  if (comparison === undefined) return undefined;
  return `A condition must be true or false, but this is ${nounOf(kind)}. Compare it, as in \`${comparison}\`.`;
}

const comparisons: ReadonlyMap<ArgumentKind, string> = new Map([
  ['string', '(!= name "")'],
  ['integer', '(> x 0)'],
  ['decimal', '(> x 0.0)'],
  ['list', '(!= items [])'],
  ['time', '(> t other-time)'],
  ['object', '(= (at "status" row) "open")'],
]);

/** The parts of special forms with a fixed number of them. */
const formParts: ReadonlyMap<string, readonly string[]> = new Map([
  ['if', ['a condition', 'the value if it is true', 'the value if it is false']],
  ['try', ['the value to use if the second part fails', 'the expression to try']],
  ['enforce-one', ['a message', 'a list of conditions']],
  ['with-capability', ['a capability', 'at least one expression that runs while it is held']],
  ['create-user-guard', ['the call of a function that the guard runs']],
  ['error', ['a message']],
  ['pure', ['an expression']],
  ['suspend', ['an expression']],
]);

const numbers = ['no', 'one', 'two', 'three'];

/** For a special form with too few or too many parts; the message begins with its name. */
export function formPartsAdvice(
  cause: string,
  given: number | undefined,
  { text }: Span,
): string | undefined {
  const form = cause.slice(0, cause.indexOf(' '));
  if (form === 'cond:') return condUsage;
  const word = form === 'if' ? /[\s)]\s*(then|else)[\s(]/.exec(text)?.[1] : undefined;
  if (word !== undefined) {
    return `\`if\` has no word \`${word}\`: write (if condition value other-value). Remove \`${word}\`.`;
  }
  const parts = formParts.get(form);
  if (parts === undefined || given === undefined) return undefined;
  const count = `${numbers[parts.length] ?? ''} part${parts.length === 1 ? '' : 's'}`;
  const list = parts.length < 2 ? parts.join('') : joined(parts).replace(/ and /, ', and ');
  return `\`${form}\` takes ${count}: ${list}. ${difference(given - parts.length, given)}`.trimEnd();
}

function difference(extra: number, given: number): string {
  if (extra === 1) return 'Remove the last one.';
  if (extra > 1) return `Remove the last ${extra}.`;
  if (extra === 0) return '';
  if (given === 0) return extra === -1 ? 'It is missing.' : 'They are missing.';
  return extra === -1
    ? 'The last one is missing.'
    : `The last ${numbers[-extra] ?? ''} are missing.`;
}

/** For `format` with more `{}` in its template than values in its list. */
export function formatAdvice(wanted: number, given: number): string {
  const values = given === 0 ? 'no values' : `only ${counted(given, 'value')}`;
  return `The template has ${wanted} \`{}\` but the list has ${values}. Give at least one value for each \`{}\`.`;
}

/** A value on one line, for use within a sentence. */
export const inOneLine = (shown: Shown): string => render(shown()).replace(/\s*\n\s*/g, ' ');

const wordOf = (kind: ArgumentKind): string => kind.replace('-', ' ');

export const nounOf = (kind: ArgumentKind): string => articled(wordOf(kind));

export const articled = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
