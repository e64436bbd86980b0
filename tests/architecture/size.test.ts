// Files and functions stay small. What was too large when the rule came is listed with its size in
// size-offenders.json; a figure there may only fall, and goes when the file complies.
import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import { expect, test } from 'vitest';
import { filesUnder, read } from '../support/project-files.ts';

type Limits = {
  readonly fileLines: number;
  readonly functionLines: number;
  readonly functionComplexity: number;
};

type Excess = {
  readonly lines?: number;
  /** What the linter says of each function, with its size. */
  readonly functions?: readonly string[];
};

const limits = JSON.parse(read('tests/architecture/size-limits.json')) as Limits;

test('no file or function is larger than allowed, or than listed', () => {
  const text = read('tests/architecture/size-offenders.json');
  expect(measureAll()).toEqual(JSON.parse(text) as Record<string, Excess>);
});

function measureAll(): Record<string, Excess> {
  const files = filesUnder(['src', 'grammar', 'lsp', 'tests'], /\.(ts|mjs)$/);
  const all = files.map((path) => [path, measure(path)] as const);
  return Object.fromEntries(all.filter(([, excess]) => Object.keys(excess).length > 0));
}

function measure(path: string): Excess {
  const text = read(path);
  const lines = text.split('\n').length - 1;
  // Functions of tests have no limit: a `describe` is as long as its cases.
  const functions = path.startsWith('tests/') ? [] : excessiveFunctions(text);
  return {
    ...(lines > limits.fileLines && { lines }),
    ...(functions.length > 0 && { functions }),
  };
}

const linter = new Linter();

function excessiveFunctions(text: string): readonly string[] {
  const messages = linter.verify(text, {
    files: ['**'],
    languageOptions: { parser: parser },
    linterOptions: { noInlineConfig: true },
    rules: {
      'max-lines-per-function': ['error', { max: limits.functionLines }],
      // A switch counts once: one case a kind is the plain way to write such functions.
      complexity: ['error', { max: limits.functionComplexity, variant: 'modified' }],
    },
  });
  return messages.map(({ message }) => message.replace(/\. Maximum allowed.*$/s, ''));
}
