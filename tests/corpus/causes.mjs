// Classifies why modules of the archive are refused. Each cause names the place where the reference refuses the same code.

/** The first entry that matches a refusal is its cause. */
export const causes = [
  {
    id: 'lexer',
    what: 'a character that no word begins with, or a character of a comment that is cut to a line feed',
    where: 'Syntax/Lexer.x, and alexGetByte of Syntax/LexUtils.hs',
    fits: ({ message }) => message.startsWith('Lexical Error'),
  },
  {
    id: 'type',
    what: 'a type as Pact 4 took it: `object:{schema}`, `{schema}`, `object[schema]`, no colon',
    where: 'Syntax/Parser.y, Type and MArg',
    fits: ({ code, before }) => isSyntax(code) && /(?:[:[]|\bobject)\s*$/.test(before),
  },
  {
    id: 'comma',
    what: 'no comma between the pairs of an object or of a binding',
    where: 'Syntax/Parser.y, BindPairs and FieldPairs',
    fits: ({ code, message }) => isSyntax(code) && /^Expected: \['}', ','\]/.test(message),
  },
  {
    id: 'field',
    what: 'a name without quotes as the field of an object',
    where: 'Syntax/Parser.y, FieldPair',
    fits: ({ code, message }) => isSyntax(code) && /^Expected: \['}'\]/.test(message),
  },
  {
    id: 'binder',
    what: 'a variable of `let` with more than one expression',
    where: 'Syntax/Parser.y, Binders',
    // The same error message after the end of the module has empty lines before it.
    fits: ({ code, message, before }) =>
      isSyntax(code) &&
      message === "Expected: [')']" &&
      before !== '' &&
      !/\n\s*\n$|^\(module/.test(before),
  },
  {
    id: 'list',
    what: 'commas between some items of a list, not between others',
    where: 'Syntax/Parser.y, ListExprs',
    fits: ({ code, message }) => isSyntax(code) && /^Expected: \['\]'\]/.test(message),
  },
  {
    id: 'text',
    what: 'any other text that is no module: a word before its definitions, or its end cut off',
    where: 'Syntax/Parser.y, Module',
    fits: ({ code }) => isSyntax(code),
  },
  {
    id: 'entity',
    what: 'a step of a defpact with an entity',
    where: 'IR/Desugar.hs, EntityNotAllowedInDefPact',
    fits: ({ code }) => code === 'E0477',
  },
  {
    id: 'form',
    what: '`if`, `cond`, `try` or `create-user-guard` with other arguments',
    where: 'IR/Desugar.hs, InvalidSyntax',
    fits: ({ code }) => code === 'E0321',
  },
  {
    id: 'no-value',
    what: 'a schema or interface where a value belongs, a table where a schema does, a module where an interface does',
    where:
      'IR/Desugar.hs, InvalidDefInTermVariable, InvalidDefInSchemaPosition and InvalidModuleReference; ' +
      'Persistence/Utils.hs, ExpectedModule',
    fits: ({ code }) => /^E0(313|314|322|437)$/.test(code),
  },
  {
    id: 'builtin',
    what: 'a builtin that Pact 5 does not have (`txlog`, `list`), or a name that nothing has',
    where: 'Persistence/Utils.hs, ModuleDoesNotExist',
    fits: ({ code, isOfArchive }) => code === 'E0436' && !isOfArchive,
  },
  {
    id: 'refused-before',
    what: 'a module, or a member of one, whose own text is refused',
    where:
      'IR/Desugar.hs, NoSuchModule and NoSuchModuleMember; Persistence/Utils.hs, ModuleDoesNotExist',
    fits: ({ code, wasRefused }) => isOfNames(code) && wasRefused,
  },
  {
    id: 'other-import',
    what: 'a module or member that the archive has not, or only later, on this chain',
    where:
      'IR/Desugar.hs, NoSuchModule and NoSuchModuleMember; Persistence/Utils.hs, ModuleDoesNotExist',
    fits: ({ code }) => isOfNames(code),
  },
  {
    id: 'data',
    what: 'a constant that reads what the transaction carried',
    where: 'IR/Eval/CEK/CoreBuiltin.hs, EnvReadFunctionFailure and NoSuchKeySet',
    fits: ({ code, line }) =>
      code === 'E0907' || (/^E04(14|42)$/.test(code) && /\(read-/.test(line)),
  },
];

const isSyntax = (code) => /^E0[12]/.test(code);
const isOfNames = (code) => /^E0(304|305|319|436)$/.test(code);

export const causeOf = (refusal) => causes.find(({ fits }) => fits(refusal))?.id ?? 'unknown';
