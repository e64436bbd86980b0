// Classifies each character of a text: part of a comment, of a string, or neither. The lexer, the TextMate grammar and the
// tree-sitter grammar must agree; this file has the lexer's answer, and the cases for all three.
import { FaultyString, StringToken, SymbolToken } from '../../grammar/tokens.ts';
import { Source } from '../../src/base/span.ts';
import { lex } from '../../src/lang/syntax/lex.ts';

/** One letter for each UTF-16 unit: `c` for a comment, `s` for a string or symbol, a dot for the rest. */
export type Classes = string;

export function classesOfLexer(text: string): Classes {
  const { tokens, comments, faults } = lex(new Source('classes.repl', text));
  const classes = new ClassMap(text);
  for (const { startOffset, image } of comments) classes.mark('c', startOffset, image.length);
  for (const { startOffset, image, tokenType } of [...tokens, ...faults]) {
    if ([StringToken, SymbolToken, FaultyString].includes(tokenType)) {
      classes.mark('s', startOffset, image.length);
    }
  }
  return classes.toString();
}

export class ClassMap {
  private readonly classes: string[];
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.classes = new Array<string>(text.length).fill('.');
  }

  mark(letter: 'c' | 's', start: number, length: number): void {
    this.classes.fill(letter, start, start + length);
  }

  /** Line breaks have no class: grammars may or may not include them in a comment. */
  toString(): Classes {
    return this.classes
      .map((letter, at) => (/[\r\n]/.test(this.text.charAt(at)) ? '.' : letter))
      .join('');
  }
}

/** Returns the number of characters on which two answers differ. */
export function countDifferences(left: Classes, right: Classes): number {
  let count = Math.abs(left.length - right.length);
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    if (left[at] !== right[at]) count++;
  }
  return count;
}

type LexicalCase = {
  readonly about: string;
  readonly text: string;
  readonly classes: Classes;
  /** Set if the text is not a valid program: strict parsers may give up and colour it differently. */
  readonly isFaulty?: true;
};

/** Line breaks are `.` in the answers. */
export const lexicalCases: readonly LexicalCase[] = [
  { about: 'a comment to the end of the line', text: '1 ; a "b\n2', classes: '..cccccc..' },
  { about: 'a semicolon within a string', text: '("a;b" 1)', classes: '.sssss...' },
  { about: 'an escaped quote', text: String.raw`("a\"b" 1)`, classes: '.ssssss...' },
  {
    about: 'an escaped backslash before the quote',
    text: String.raw`("a\\" 1)`,
    classes: '.sssss...',
  },
  { about: 'an apostrophe within a string', text: `("it's" 1)`, classes: '.ssssss...' },
  { about: 'an apostrophe within a comment', text: "; it's\n1", classes: 'cccccc..' },
  { about: 'a gap', text: '("a\\\n  \\b" 1)', classes: '.sss.sssss...' },
  {
    about: 'a gap with blanks before the line break',
    text: '("a\\ \n\\b" 1)',
    classes: '.ssss.sss...',
  },
  { about: 'a gap over an empty line', text: '("a\\\n\n\\;" 1)', classes: '.sss..sss...' },
  { about: 'a gap with a semicolon after it', text: '("a\\\n\\; b" 1)', classes: '.sss.sssss...' },
  { about: 'a symbol', text: "(at 'a-b_c 1)", classes: '....ssssss...' },
  { about: 'a symbol ends before a dot', text: "(f 'a.b)", classes: '...ss...', isFaulty: true },
  {
    about: 'a keyword at the start of a name',
    text: '(trueish lets defunct)',
    classes: '......................',
  },
  { about: 'digits within a name', text: '(coin-v5.f 5 -5 -5a)', classes: '....................' },
  { about: 'an empty string', text: '(+ "" "")', classes: '...ss.ss.' },
  { about: 'an emoji within a string', text: '("\u{1f600}x" 1)', classes: '.sssss...' },
  { about: 'a comment at the end of the file', text: '1;x', classes: '.cc' },
  { about: 'carriage returns', text: '1 ;x\r\n"y"\r\n', classes: '..cc..sss..' },
  { about: 'a string without its quote', text: '"a\n1 "b"', classes: 'ss...sss', isFaulty: true },
  { about: 'a wrong escape', text: String.raw`("a\qb" 1)`, classes: '.ssssss...', isFaulty: true },
  {
    about: 'a gap that is not closed',
    text: '("a\\\nb" 1)',
    classes: '.sss.ss...',
    isFaulty: true,
  },
  { about: 'a lone apostrophe', text: "(f ' 1)", classes: '.......', isFaulty: true },
];
