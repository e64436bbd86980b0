// The check that tests/corpus/classes.mjs runs on each file.
export { Source } from '../../src/base/span.ts';
export { parseProgram } from '../../src/lang/syntax/parse.ts';
export { classesOfLexer, countDifferences } from '../support/lexical-classes.ts';
export { classesOfTextMate, pactGrammar } from '../support/textmate.ts';
export { hasTreeSitter, TreeSitterParser } from '../support/tree-sitter.ts';
