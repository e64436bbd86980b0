// The check that tests/corpus/recovery.mjs runs on each file.
export { Source } from '../../src/base/span.ts';
export { outlineOf } from '../../src/tools/analysis/services/outline.ts';
export { lex } from '../../src/lang/syntax/lex.ts';
export { parseProgram } from '../../src/lang/syntax/parse.ts';
export { faultsOf, judge } from '../support/recovery.ts';
