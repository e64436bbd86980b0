// The words of the language by kind, for syntax highlighting: from the tokens of the grammar and the definitions of special
// forms and builtins. The TextMate grammar and the tree-sitter grammar and queries are written from this one list.
import type { TokenType } from 'chevrotain';
import * as tokens from '../../grammar/tokens.ts';
import { definitionForms } from '../../src/lang/resolve/definition-forms.ts';
import { nameForms, specialForms } from '../../src/lang/resolve/forms/index.ts';
import { namedTypes } from '../../src/lang/syntax/build-expressions.ts';
import { builtinSets } from '../../src/tools/repl/builtins/index.ts';

/** Returns the source of a token's pattern: tokens are strings or regular expressions. */
function patternOf({ PATTERN }: TokenType): string {
  if (!(PATTERN instanceof RegExp)) throw new Error('this token has no regular expression');
  return PATTERN.source;
}

export const identifier = patternOf(tokens.Identifier);
export const symbol = patternOf(tokens.SymbolToken);

/** A character that can continue an identifier: the last class of its pattern. */
export const identifierCharacter = identifier.slice(identifier.lastIndexOf('['), -1);

const isWord = (name: string): boolean => /^[a-zA-Z@]/.test(name);

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

const formNames = definitionForms.map(({ name }) => name);

/** `@doc` and the other annotations. */
export const annotations = unique(formNames.filter((name) => name.startsWith('@')));

/** The words that begin definitions: `defun`, `module`, `step` and the like. */
export const definitionWords = unique(formNames.filter((name) => !name.startsWith('@')));

const constantForms = nameForms.map(({ name }) => name).filter((name) => /^[A-Z]/.test(name));

/** Names of constants: `CHARSET_ASCII`. */
export const namedConstants = unique(constantForms);

/** The words of special forms: `let`, `if`, `with-capability` and the like. */
export const specialWords = unique(
  specialForms.map(({ name }) => name).filter((name) => isWord(name) && !/^[A-Z]/.test(name)),
);

const taken = new Set([...definitionWords, ...specialWords]);

const namesOf = (set: 'core' | 'repl'): readonly string[] =>
  builtinSets[set].all.map(({ name }) => name).filter((name) => !taken.has(name));

export const builtinWords = unique(namesOf('core').filter(isWord));
export const operators = unique(namesOf('core').filter((name) => !isWord(name)));
export const scriptWords = unique(
  namesOf('repl').filter((name) => isWord(name) && builtinSets.core.named(name) === undefined),
);

export const typeWords: readonly string[] = unique([...namedTypes.keys(), 'table', 'module']);
