// lsp/vscode/language-configuration.json: brackets, comments, words and indentation for VS Code, which it uses before the
// server has started.
import { identifierCharacter } from './editor-words.ts';

const brackets = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
];

// An apostrophe is not closed automatically: it begins a symbol, which has no end mark.
const quote = { open: '"', close: '"', notIn: ['string', 'comment'] };

const configuration = {
  comments: { lineComment: ';' },
  brackets,
  colorizedBracketPairs: brackets,
  autoClosingPairs: [...brackets.map(([open, close]) => ({ open, close })), quote],
  surroundingPairs: [...brackets, ['"', '"']],
  autoCloseBefore: ' \n\t)]}',
  // An identifier is one word: `with-read`, `fungible-v2`, `@doc`. The parts of `coin.transfer` are separate words.
  wordPattern: `-?[0-9]+\\.[0-9]+|${identifierCharacter}+`,
  folding: {
    offSide: false,
    markers: { start: '^\\s*;+\\s*#?region\\b', end: '^\\s*;+\\s*#?endregion\\b' },
  },
  indentationRules: {
    increaseIndentPattern: '^\\s*[(\\[{][^)\\]}"]*$',
    decreaseIndentPattern: '^\\s*[)\\]}]',
  },
  onEnterRules: [
    {
      // A line break within a comment continues the comment, with the same number of semicolons.
      beforeText: '^\\s*;;;\\s.*$',
      afterText: '^\\s*\\S.*$',
      action: { indent: 'none', appendText: ';;; ' },
    },
    {
      beforeText: '^\\s*;;\\s.*$',
      afterText: '^\\s*\\S.*$',
      action: { indent: 'none', appendText: ';; ' },
    },
    {
      beforeText: '^\\s*;\\s.*$',
      afterText: '^\\s*\\S.*$',
      action: { indent: 'none', appendText: '; ' },
    },
  ],
};

export function languageConfiguration(): string {
  return `${JSON.stringify(configuration, undefined, 2)}\n`;
}
