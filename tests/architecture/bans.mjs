// Bans of syntax for the linter (.oxlintrc.json): each is a selector of ESLint and the reason that is shown.

const everywhere = {
  ExportDefaultDeclaration: 'Named exports only.',
  TSEnumDeclaration: 'A union of literals instead of an enum.',
  ForInStatement: 'for-in walks prototypes and reorders keys: use Map or Object.entries.',
  'BinaryExpression[operator="in"]': '`in` answers for prototypes too: use a Map or a `kind`.',
};

/** For rooms whose answer every node must agree on: same input, same output, everywhere and always. */
const deterministic = {
  'CallExpression[callee.property.name=/^(localeCompare|toLocale.*)$/]':
    'Answers depend on the locale: compareText of src/base/text.ts orders by code point.',
  'CallExpression[callee.property.name=/^(toLowerCase|toUpperCase|normalize)$/]':
    'Unicode tables change between releases of V8: spell out the characters that are meant.',
  // Blanks, controls and surrogates are settled for good.
  ...Object.fromEntries(
    ['Literal[regex.pattern', 'Literal[value', 'TemplateElement[value.raw'].map((start) => [
      `${start}=/\\\\p\\{(?!Zs|Cc|Surrogate)/]`,
      'What is a letter changes between releases of V8: see src/lang/values/text/identifier-pattern.ts.',
    ]),
  ),
  'CallExpression[callee.object.name="Math"][callee.property.name=/^(random|a?sinh?|a?cosh?|a?tanh?|atan2|exp|expm1|log|log10|log1p|log2|pow|sqrt|cbrt|hypot)$/]':
    'Not the same on every machine: src/lang/values computes such functions exactly.',
  'CallExpression[callee.name=/^(parseFloat|eval)$/], NewExpression[callee.name="Function"]':
    'Neither a float nor built code decides a result here.',
  'ThrowStatement > NewExpression[callee.name=/^(Error|TypeError|RangeError|SyntaxError)$/]':
    'The language throws EvalError only; a bug of ours is a BugError (assert, unreachable).',
};

const rule = (bans) => ({
  create: (context) =>
    Object.fromEntries(
      Object.entries(bans).map(([selector, message]) => [
        selector,
        (node) => context.report({ node, message }),
      ]),
    ),
});

// The linter takes a plugin as the default export.
export default {
  meta: { name: 'bans' },
  rules: { everywhere: rule(everywhere), deterministic: rule(deterministic) },
};
