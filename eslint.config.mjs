// Lint rules: typescript-eslint's strict set, and what this project forbids by folder.
// Sizes of functions are held here, those of files by tests/architecture/size.test.ts too.
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';

const source = ['src/**/*.ts', 'grammar/**/*.ts', 'lsp/**/*.ts'];
/** Rooms whose answer every node must agree on: same input, same output, everywhere and always. */
const deterministic = [
  'src/base/**/*.ts',
  'src/base/crypto/**/*.ts',
  'src/lang/**/*.ts',
  'src/tools/analysis/**/*.ts',
  'src/tools/lint/**/*.ts',
  'src/chain/command/**/*.ts',
  'grammar/**/*.ts',
];

const limits = JSON.parse(readFileSync('tests/architecture/size-limits.json', 'utf8'));

const sizeRules = {
  'max-lines': ['error', limits.fileLines],
  'max-lines-per-function': ['error', limits.functionLines],
  // A switch counts once: one case a kind is the plain way to write such functions.
  complexity: ['error', { max: limits.functionComplexity, variant: 'modified' }],
};

const clocksAndChance = [
  'Date',
  'Intl',
  'performance',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'crypto',
  'process',
].map((name) => ({
  name,
  message: 'This room has no clock, no randomness, no locale, no process.',
}));

const everywhere = [
  ban('ExportDefaultDeclaration', 'Named exports only.'),
  ban('TSEnumDeclaration', 'A union of literals instead of an enum.'),
  ban('ForInStatement', 'for-in walks prototypes and reorders keys: use Map or Object.entries.'),
  ban('BinaryExpression[operator="in"]', '`in` answers for prototypes too: use a Map or a `kind`.'),
];

const inDeterministicRooms = [
  ban(
    'CallExpression[callee.property.name=/^(localeCompare|toLocale.*)$/]',
    'Answers depend on the locale: compareText of src/base/text.ts orders by code point.',
  ),
  ban(
    'CallExpression[callee.property.name=/^(toLowerCase|toUpperCase|normalize)$/]',
    'Unicode tables change between releases of V8: spell out the characters that are meant.',
  ),
  // Blanks, controls and surrogates are settled for good.
  ...['Literal[regex.pattern', 'Literal[value', 'TemplateElement[value.raw'].map((start) =>
    ban(
      `${start}=/\\\\p\\{(?!Zs|Cc|Surrogate)/]`,
      'What is a letter changes between releases of V8: see src/lang/values/text/identifier-pattern.ts.',
    ),
  ),
  ban(
    'CallExpression[callee.object.name="Math"][callee.property.name=/^(random|a?sinh?|a?cosh?|a?tanh?|atan2|exp|expm1|log|log10|log1p|log2|pow|sqrt|cbrt|hypot)$/]',
    'Not the same on every machine: src/lang/values computes such functions exactly.',
  ),
  ban(
    'CallExpression[callee.name=/^(parseFloat|eval)$/], NewExpression[callee.name="Function"]',
    'Neither a float nor built code decides a result here.',
  ),
  ban(
    'ThrowStatement > NewExpression[callee.name=/^(Error|TypeError|RangeError|SyntaxError)$/]',
    'The language throws EvalError only; a bug of ours is a BugError (assert, unreachable).',
  ),
];

export default tseslint.config(
  // The program is the README's, letter by letter, and prints what a reader would print.
  { ignores: ['dist/', 'coverage/', 'node_modules/', 'tests/support/readme-program.ts'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      ...sizeRules,
      'no-restricted-syntax': ['error', ...everywhere],
      eqeqeq: 'error',
      'no-implicit-coercion': ['error', { boolean: false }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      // A tenth of the time of all rules: tsc forbids enums (erasableSyntaxOnly), and those of others occur under lsp/ only.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all' },
      ],
    },
  },
  {
    files: deterministic,
    rules: {
      'no-restricted-globals': ['error', ...clocksAndChance],
      'no-restricted-syntax': ['error', ...everywhere, ...inDeterministicRooms],
    },
  },
  {
    // Tests may assert what the types already promise, and reach into what they test.
    files: ['tests/**/*.ts'],
    rules: {
      // A `describe` is as long as its cases.
      'max-lines-per-function': 'off',
      complexity: 'off',
      'no-restricted-syntax': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-type-assertion': 'off',
      // A stand-in for an instance is meant to be one; the rule takes a sixth of the time.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  { files: ['lsp/**/*.ts'], rules: { '@typescript-eslint/no-unsafe-enum-assignment': 'error' } },
  {
    files: ['*.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  { files: source, linterOptions: { reportUnusedDisableDirectives: 'error' } },
);

function ban(selector, message) {
  return { selector, message };
}
