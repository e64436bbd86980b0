// The check that tests/corpus/lint.mjs runs on each file.
export { Source } from '../../src/base/span.ts';
export { lintSource } from '../../src/tools/lint/lint.ts';
