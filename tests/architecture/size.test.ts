// Limits the size of files and functions: ESLint measures those of TypeScript (eslint.config.mjs), this file those of
// programs without types. Code that was too large when the rule was introduced is listed with its size in
// size-offenders.json; a figure there may only fall, and is removed when the file complies.
import { Linter } from 'eslint';
import { expect, test } from 'vitest';
import { filesUnder, read } from '../support/project-files.ts';

type Limits = {
  readonly fileLines: number;
  readonly functionLines: number;
  readonly functionComplexity: number;
};

type Excess = {
  readonly lines?: number;
  /** The linter's message for each function, with its size. */
  readonly functions?: readonly string[];
};

const limits = JSON.parse(read('tests/architecture/size-limits.json')) as Limits;
const files = filesUnder(['src', 'grammar', 'lsp', 'tests'], /\.(ts|mjs)$/);

test('no file or function is larger than allowed, or than listed', () => {
  const text = read('tests/architecture/size-offenders.json');
  const all = files.map((path) => [path, measure(path)] as const);
  expect(Object.fromEntries(all.filter(([, excess]) => Object.keys(excess).length > 0))).toEqual(
    JSON.parse(text) as Record<string, Excess>,
  );
});

test('no comment disables a rule', () => {
  const off = /(^|[^'"`])(\/\/|\/\*)\s*eslint/m;
  expect(files.filter((path) => off.test(read(path)))).toEqual([]);
});

function measure(path: string): Excess {
  const text = read(path);
  const lines = text.split('\n').length - 1;
  // Functions of tests have no limit: a `describe` is as long as its cases.
  const isMeasured = path.endsWith('.mjs') && !path.startsWith('tests/');
  const functions = isMeasured ? excessiveFunctions(text) : [];
  return {
    ...(lines > limits.fileLines && { lines }),
    ...(functions.length > 0 && { functions }),
  };
}

const linter = new Linter();

function excessiveFunctions(text: string): readonly string[] {
  const messages = linter.verify(text, {
    files: ['**'],
    linterOptions: { noInlineConfig: true },
    rules: {
      'max-lines-per-function': ['error', { max: limits.functionLines }],
      complexity: ['error', { max: limits.functionComplexity, variant: 'modified' }],
    },
  });
  return messages.map(({ message }) => message.replace(/\. Maximum allowed.*$/s, ''));
}
