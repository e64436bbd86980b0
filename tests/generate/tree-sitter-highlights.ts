// lsp/tree-sitter-pact/queries/highlights.scm: how syntax trees of the tree-sitter grammar are coloured. The names of
// builtins and special forms come from their definitions. If two patterns match, the later one wins.
import {
  annotations,
  builtinWords,
  definitionWords,
  namedConstants,
  operators,
  scriptWords,
  specialWords,
} from './editor-words.ts';

const quoted = (words: readonly string[]): string =>
  words.map((word) => `    "${word}"`).join('\n');

const anyOf = (capture: string, words: readonly string[]): string =>
  `((identifier) ${capture}\n  (#any-of? ${capture}\n${quoted(words)}))`;

/** The words that are tokens of the tree-sitter grammar; the rest are names. */
const tokens = new Set(['let', 'let*', 'lambda']);

export function treeSitterHighlights(): string {
  return `; Written by \`npm run generate\`: change tests/generate/tree-sitter-highlights.ts, not this file.

(comment) @comment
(string) @string
(symbol) @string.special.symbol
(integer) @number
(decimal) @number.float
(boolean) @boolean

(identifier) @variable
(parameter name: (identifier) @variable.parameter)
(field name: (identifier) @property)
(pair key: (_) @property)
(binding key: (_) @property)
(qualified_name namespace: (identifier) @module)
(dynamic_name reference: (identifier) @variable)
(list head: (identifier) @function.call)
(list head: (qualified_name name: (identifier) @function.call))
(list head: (dynamic_name name: (identifier) @function.call))

((identifier) @constant
  (#match? @constant "^[A-Z][A-Z0-9_-]+$"))
${anyOf('@constant.builtin', namedConstants)}
${anyOf('@function.builtin', builtinWords)}
${anyOf('@function.builtin', scriptWords)}
${anyOf('@operator', operators)}
${anyOf(
  '@keyword',
  specialWords.filter((word) => !tokens.has(word)),
)}

(module name: (identifier) @module)
(interface name: (identifier) @module)
(use module: (identifier) @module)
(implements interface: (identifier) @module)
(defun name: (identifier) @function)
(defcap name: (identifier) @function)
(defpact name: (identifier) @function)
(defconst name: (identifier) @constant)
(defschema name: (identifier) @type.definition)
(deftable name: (identifier) @variable)
(type_name) @type.builtin
(type schema: (_) @type)

[
${quoted([...definitionWords, ...tokens])}
] @keyword
[
${quoted(annotations.filter((word) => word !== '@event'))}
] @attribute
(event) @attribute

":=" @operator
["." "::" ":" ","] @punctuation.delimiter
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
`;
}
