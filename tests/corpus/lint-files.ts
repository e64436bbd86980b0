// What tests/corpus/lint.mjs runs over each file.
export { Source } from '../../src/base/span.ts';
export { lintSource } from '../../src/lint/lint.ts';
