// Hints about source that cannot be parsed. Messages list the parser's internal names of tokens,
// `[let, letstar, lam, ...]`; hints use the words of the language.

import type { Span } from '../../base/span.ts';
import { headAdvice } from './program-advice.ts';

/** For a parenthesis that closes a module although more definitions follow. */
const surplusAdvice =
  'This `)` closes the module, but more definitions follow: there is one `)` too many here or before, ' +
  'or a `(` is missing.';

/** For a form that cannot be inside the bracket that the span marks. */
export function nestedAdvice(keyword: string, line: number, span: Span): string {
  const written = span.source.lineAt(line);
  const isName = new RegExp(`\\(${keyword}\\s*[:)]`).test(written);
  if (isName) return keywordNameAdvice(keyword);
  const place = line === span.startPosition.line ? '' : ` in line ${line + 1}`;
  return (
    `\`(${keyword}\`${place} cannot be inside another form. Close this \`${span.text}\` before it, ` +
    'or move it out.'
  );
}

type ParseFault = {
  readonly expected: string;
  readonly isUnclosed?: boolean;
  readonly isSurplus?: boolean;
};

/** For `Expected: [...]`; the span marks the bracket that is wrong, or the token that does not fit. */
export function parseAdvice({ expected, isUnclosed, isSurplus }: ParseFault, span: Span): string {
  if (isSurplus === true) return surplusAdvice;
  if (isUnclosed === true) return unclosedAdvice(span.text);
  const found = span.text;
  const labels = labelsIn(expected);
  const before = span.source.text.slice(Math.max(0, span.start - 200), span.start);
  const after = span.source.text.slice(span.end, span.end + 1);
  const known =
    adviceOnItems(labels, found) ??
    keywordAdvice(labels, found, before, after) ??
    adviceOnImport(found, before) ??
    headAdvice(labels, found, before) ??
    adviceOnCommas(labels, found) ??
    adviceOnLiterals(labels, found, before);
  if (known !== undefined) return known;
  const subject = found === '' ? 'The source ends too early' : `${shown(found)} does not fit here`;
  const words = alternatives(labels);
  if (words === '') return `${subject}.`;
  const isClose = labels.size === 1 && labels.has("')'");
  const check = isClose ? ' Often a parenthesis before it is not closed.' : '';
  return `${subject}. Expected ${words}.${check}`;
}

/** Words that the parser knows, so that they cannot be names. */
const keywords: ReadonlySet<string> = new Set([
  'module',
  'interface',
  'use',
  'implements',
  'bless',
  'step',
  'step-with-rollback',
  'defun',
  'defcap',
  'defconst',
  'defschema',
  'deftable',
  'defpact',
  'let',
  'let*',
  'lambda',
  'true',
  'false',
]);

const keywordNameAdvice = (keyword: string): string =>
  `\`${keyword}\` is a word of the language, so it cannot be the name of a definition, parameter, field or variable. ` +
  `Choose another name, such as \`my-${keyword.replace('*', '')}\`.`;

/** For a word of the language in the place of a name or value. */
function keywordAdvice(
  labels: ReadonlySet<string>,
  found: string,
  before: string,
  after: string,
): string | undefined {
  if (!keywords.has(found)) return undefined;
  const isField = /\(defschema\s+[^()]*$/.test(before);
  const isParameter = /\((defun|defcap|defpact)\s+\S+\s*\([^()]*$|\(lambda\s*\([^()]*$/.test(
    before,
  );
  const isName = labels.has('IDENT') && !isExpression(labels);
  if (isName || isField || isParameter || after === ':') return keywordNameAdvice(found);
  if (!isExpression(labels) && !(labels.size === 1 && labels.has("')'"))) return undefined;
  return keywordUse(found);
}

function keywordUse(found: string): string {
  return (
    `\`${found}\` is a word of the language that begins a form, not a function or value. ` +
    `Write it first in parentheses, with its parts: (${found} ...).`
  );
}

/** For an import whose hash is after its names. */
function adviceOnImport(found: string, before: string): string | undefined {
  const [, module, names] = /\(use\s+([^\s()[\]]+)\s*(\[[^[\]]*\])\s*$/.exec(before) ?? [];
  if (module === undefined || !/^["']/.test(found)) return undefined;
  return `The hash comes before the names: (use ${module} ${found} ${names}).`;
}

const closing: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

function unclosedAdvice(found: string): string {
  const open = found.slice(0, 1);
  const close = closing.get(open);
  if (close === undefined) return 'The source ends too early. Often a parenthesis is missing.';
  return `This \`${open}\` is never closed. Add the missing \`${close}\`.`;
}

/** Keywords that can begin only an item of a module; some of them also one of an interface. */
const ofModules = /^(defcap|defschema|deftable|defpact|bless|implements)$/;
const notOfInterfaces = /^(deftable|bless|implements)$/;

/** For items of modules, interfaces and defpacts. */
function adviceOnItems(labels: ReadonlySet<string>, found: string): string | undefined {
  if (labels.has('module') && labels.has('defconst') && ofModules.test(found)) {
    const around = notOfInterfaces.test(found) ? 'a module' : 'a module or interface';
    return `\`${found}\` is allowed only directly inside ${around}.`;
  }
  if (labels.has('step') && labels.has('steprb')) {
    return `${shown(found)} does not fit here. A defpact contains only \`step\` and \`step-with-rollback\`.`;
  }
  if (labels.has('implements') && labels.has('deftable')) {
    return (
      `\`${found}\` is not allowed directly inside a module, which contains only definitions ` +
      '(use, defun, defcap, defconst, defschema, deftable, defpact, bless, implements). ' +
      'Put calls such as `create-table` after the closing parenthesis of the module.'
    );
  }
  if (labels.has('import') && labels.has('defschema') && !labels.has('deftable')) {
    return (
      `\`${found}\` is not allowed in an interface, which contains only use, defconst, defschema and ` +
      'the heads of defun, defcap and defpact.'
    );
  }
  return undefined;
}

function adviceOnLiterals(
  labels: ReadonlySet<string>,
  found: string,
  before: string,
): string | undefined {
  const isName = /^[A-Za-z]/.test(found);
  if (labels.has("'}'") && isName && /\{\s*$/.test(before)) {
    return `The keys of an object are strings: {"${found}": ...}.`;
  }
  if (labels.size === 1 && labels.has('NUM')) {
    return 'A decimal needs digits after the point, as in 1.0.';
  }
  if (labels.has("':'") && labels.has("':='")) {
    return 'A key is followed by `:` and a value, or by `:=` and the variable to bind.';
  }
  if (labels.size === 1 && labels.has("':'")) return 'A key is followed by `:` and its value.';
  if (isExpression(labels) && found === ')') {
    return 'An expression is missing before this `)`, such as the body of a definition.';
  }
  return undefined;
}

function adviceOnCommas(labels: ReadonlySet<string>, found: string): string | undefined {
  if (labels.size > 1 || /^[)\]}]?$/.test(found)) return undefined;
  if (labels.has("'}'") && /^["']/.test(found)) {
    return 'Between the fields of an object are commas: {"a": 1, "b": 2}.';
  }
  if (labels.has("']'")) {
    return 'Between the items of a list are commas everywhere or nowhere: [1, 2, 3] or [1 2 3].';
  }
  return undefined;
}

/** The labels in the list of a message; a comma can be a label itself. */
function labelsIn(expected: string): ReadonlySet<string> {
  return new Set(expected.slice(1, -1).match(/'[^']*'|[^,\s]+/g) ?? []);
}

const isExpression = (labels: ReadonlySet<string>): boolean =>
  labels.has('true') && labels.has('false');

/** Labels that differ from the token as programs write it. */
const words: ReadonlyMap<string, string> = new Map([
  ['letstar', '`let*`'],
  ['lam', '`lambda`'],
  ['import', '`use`'],
  ['docAnn', '`@doc`'],
  ['modelAnn', '`@model`'],
  ['eventAnn', '`@event`'],
  ['managedAnn', '`@managed`'],
  ['steprb', '`step-with-rollback`'],
  ['IDENT', 'a name'],
  ['NUM', 'a number'],
  ['STR', 'a string'],
  ['TICK', "a symbol such as 'name"],
]);

const ofExpressions = new Set([
  'true',
  'false',
  "'{'",
  "'('",
  "'['",
  'IDENT',
  'NUM',
  'STR',
  'TICK',
]);

function alternatives(labels: ReadonlySet<string>): string {
  const isAny = isExpression(labels);
  const others = [...labels].filter((label) => !(isAny && ofExpressions.has(label)));
  const named = others.map((label) =>
    label === '...' ? 'another form' : (words.get(label) ?? `\`${label.replace(/'/g, '')}\``),
  );
  const all = [...named, ...(isAny ? ['an expression'] : [])];
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} or ${last}`;
}

const shown = (found: string): string =>
  found.length > 30 || found.includes('\n') ? 'This' : `\`${found}\``;

/** For a character that begins no token. */
export function characterAdvice(found: string, last: string): string | undefined {
  if (last === "'") {
    return (
      "A single quote begins a symbol, such as 'name, which ends without a quote and cannot " +
      'contain spaces. Write strings in double quotes.'
    );
  }
  if (/[\u2018-\u201f\u00ab\u00bb]/.test(found)) {
    return 'This is a typographic quote. Write strings in straight double quotes.';
  }
  if (found === '`') return 'Write strings in double quotes.';
  if (found === '\ufeff') return 'The file begins with a byte order mark. Save it without one.';
  if (found === '\u00a0') return 'This is a no-break space. Replace it with an ordinary one.';
  return undefined;
}

/** For a string literal. */
export function stringAdvice(cause: string): string | undefined {
  if (cause.startsWith('newline')) {
    return (
      'A string must end on the line where it begins. Close it with a double quote. To go on in ' +
      'the next line, end this one with a backslash and begin the next one with a backslash.'
    );
  }
  if (cause.startsWith('Invalid escape')) {
    return (
      'A backslash may be followed only by n, t, a backslash or a quote: ' +
      '\\n \\t \\\\ \\" \\\'. For a backslash itself, write \\\\.'
    );
  }
  if (cause.startsWith('did not close')) return 'The string is never closed. Add a double quote.';
  return undefined;
}

/** For tokens that cannot begin an expression. */
export function remainingAdvice(span: Span): string | undefined {
  if (span.text === '.') return 'A decimal needs digits before the point, as in 0.5.';
  return keywords.has(span.text) ? keywordUse(span.text) : undefined;
}
