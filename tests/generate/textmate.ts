// lsp/vscode/syntaxes/pact.tmLanguage.json: the grammar by which VS Code, Sublime Text and others colour Pact without a
// server. Every rule matches a whole token, as the lexer does, so that no rule can begin within a word: `trueish` is not
// `true` and `coin-v5` contains no number.
import {
  annotations,
  builtinWords,
  definitionWords,
  identifier,
  identifierCharacter,
  namedConstants,
  operators,
  scriptWords,
  specialWords,
  symbol,
  typeWords,
} from './editor-words.ts';

type Captures = Readonly<Record<string, { readonly name: string }>>;

type Rule = {
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly patterns?: readonly Rule[];
  readonly include?: string;
};

const notWithinWord = `(?!${identifierCharacter})`;

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Longest first: the first alternative that matches is taken. */
const anyOf = (words: readonly string[]): string =>
  `(?:${words
    .toSorted((left, right) => right.length - left.length || (left < right ? -1 : 1))
    .map(escaped)
    .join('|')})`;

const word = (words: readonly string[]): string => `${anyOf(words)}${notWithinWord}`;

const scoped = (...names: readonly string[]): Captures =>
  Object.fromEntries(names.map((name, index) => [`${index + 1}`, { name: `${name}.pact` }]));

const match = (name: string, pattern: string): Rule => ({ name: `${name}.pact`, match: pattern });

const comment: Rule = {
  name: 'comment.line.semicolon.pact',
  match: '(;).*$',
  captures: scoped('punctuation.definition.comment'),
};

// A string ends at its quote or, if that is missing, at the end of its line. A gap is a rule of its own, in which the end of
// a line does not end the string.
const text: Rule = {
  name: 'string.quoted.double.pact',
  begin: '"',
  end: '"|$',
  beginCaptures: { '0': { name: 'punctuation.definition.string.begin.pact' } },
  endCaptures: { '0': { name: 'punctuation.definition.string.end.pact' } },
  patterns: [
    match('constant.character.escape', String.raw`\\[nt\\"']`),
    {
      name: 'constant.character.escape.gap.pact',
      begin: String.raw`\\(?=[\s\p{Zs}]|$)`,
      end: String.raw`\\|(?=[^\s\p{Zs}\\])`,
    },
    match('invalid.illegal.escape', String.raw`\\.`),
  ],
};

const tick: Rule = {
  name: 'string.quoted.other.symbol.pact',
  match: symbol.replace("'", "(')"),
  captures: scoped('punctuation.definition.string.begin'),
};

const schemaName = `${identifierCharacter.slice(0, -1)}.,\\s]*`;

const types: readonly Rule[] = [
  {
    match: `(:)(\\s*\\[*\\s*)(object|table|module)?(\\{)(${schemaName})(\\})`,
    captures: scoped(
      'punctuation.separator.type',
      'punctuation.section.brackets',
      'storage.type.builtin',
      'punctuation.section.braces',
      'entity.name.type',
      'punctuation.section.braces',
    ),
  },
  {
    match: `(:)(?!=|:)(\\s*\\[*\\s*)(${word(typeWords)})`,
    captures: scoped(
      'punctuation.separator.type',
      'punctuation.section.brackets',
      'storage.type.builtin',
    ),
  },
];

const nameScopes = new Map([
  ['module', 'entity.name.namespace'],
  ['interface', 'entity.name.type.interface'],
  ['defun', 'entity.name.function'],
  ['defcap', 'entity.name.function.capability'],
  ['defpact', 'entity.name.function.defpact'],
  ['defconst', 'variable.other.constant'],
  ['defschema', 'entity.name.type.schema'],
  ['deftable', 'variable.other.table'],
]);

const definitions = definitionWords.flatMap((definition) => {
  const name = nameScopes.get(definition);
  if (name === undefined) return [];
  return {
    match: `(${escaped(definition)})\\s+(${identifier})`,
    captures: scoped(`storage.type.${definition}`, name),
  };
});

const names: readonly Rule[] = [
  {
    match: `(?<=\\()(${identifier}(?:\\.${identifier})?)(\\.|::)(${identifier})`,
    captures: scoped('entity.name.namespace', 'punctuation.accessor', 'entity.name.function.call'),
  },
  {
    match: `(${identifier}(?:\\.${identifier})?)(\\.|::)(${identifier})`,
    captures: scoped('entity.name.namespace', 'punctuation.accessor', 'variable.other.member'),
  },
  match('storage.type', word(definitionWords)),
  match('keyword.control', word(specialWords)),
  match('storage.modifier.annotation', word(annotations)),
  match('constant.language.boolean', word(['true', 'false'])),
  match('constant.language', word(namedConstants)),
  match('support.function.builtin', word(builtinWords)),
  match('support.function.script', word(scriptWords)),
  match('keyword.operator', word(operators)),
  match('variable.other.constant', `[A-Z][A-Z0-9_\\-]+${notWithinWord}`),
  match('entity.name.function.call', `(?<=\\()${identifier}`),
  match('variable.other', identifier),
];

const punctuation: readonly Rule[] = [
  match('keyword.operator.binding', ':='),
  match('punctuation.accessor', '::|\\.'),
  match('punctuation.separator', '[:,]'),
  match('punctuation.section.parens', '[()]'),
  match('punctuation.section.brackets', '[\\[\\]]'),
  match('punctuation.section.braces', '[{}]'),
  match('invalid.illegal', "['`\\\\]"),
];

const grammar = {
  $schema: 'https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json',
  information_for_contributors: [
    'Written by `npm run generate`: change tests/generate/textmate.ts, not this file.',
  ],
  name: 'Pact',
  scopeName: 'source.pact',
  fileTypes: ['pact', 'repl'],
  patterns: [
    comment,
    text,
    tick,
    ...types,
    ...definitions,
    // Must come before names: `-5` is a number, `-5a` a name.
    match('constant.numeric', `(?:-[0-9]+${notWithinWord}|[0-9]+)(?:\\s*\\.\\s*[0-9]+)?`),
    ...names,
    ...punctuation,
  ],
};

export function textMateGrammar(): string {
  return `${JSON.stringify(grammar, undefined, 2)}\n`;
}
