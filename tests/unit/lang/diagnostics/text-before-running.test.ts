// Messages of errors found before anything runs, letter by letter: scripts match on them.
import { errorText } from '../../../../src/lang/diagnostics/text.ts';
import { checkTexts, hash } from '../../../support/error-texts.ts';

checkTexts('%s', errorText, [
  [
    'LexicalError',
    { found: '`', last: ' ' },
    'Lexical Error: Encountered unexpected character "`", Last seen " "',
  ],
  ['StringLiteralError', { cause: 'c' }, 'Lexical Error: String literal parsing error:  c'],
  [
    'OutOfInputError',
    { last: 'x' },
    'Lexical Error: Ran out of input before finding a lexeme. Last Character seen:  (x)',
  ],
  ['ParsingError', { expected: '[")"]' }, 'Expected: [")"]'],
  [
    'TooManyCloseParens',
    { remaining: '[")"]' },
    'Too many closing parens, remaining tokens: [")"]',
  ],
  [
    'UnexpectedInput',
    { remaining: '["a"]' },
    'Unexpected input after expr, remaining tokens: ["a"]',
  ],
  [
    'PrecisionOverflowError',
    { places: 300 },
    'Precision overflow (>=255 decimal places):  300 decimals',
  ],
  ['InvalidBaseType', { type: 'T' }, 'No such type: T'],
  ['UnboundTermVariable', { name: 'x' }, 'Unbound variable x'],
  ['UnboundTypeVariable', { name: 'x' }, 'Unbound type variable x'],
  [
    'InvalidCapabilityReference',
    { name: 'x' },
    'Variable or function used in special form is not a capability x',
  ],
  ['NoSuchModuleMember', { module: 'm', member: 'x' }, 'Module m has no such member: x'],
  ['NoSuchModule', { module: 'm' }, 'Cannot find module:  m'],
  ['NoSuchInterface', { interface: 'i' }, 'Cannot find interface:  i'],
  ['NotAllowedWithinDefcap', { form: 'f' }, 'f form not allowed within defcap'],
  ['NotAllowedOutsideModule', { form: 'f' }, 'f not allowed outside of a module'],
  [
    'ImplementationError',
    { module: 'm', interface: 'i', member: 'f' },
    'Module m does not correctly implement the function f from Interface i',
  ],
  [
    'RecursionDetected',
    { module: 'm', names: ['a', 'b'] },
    'Recursive cycle detected in Module m in the following functions: [a, b]',
  ],
  [
    'InvalidGovernanceRef',
    { name: 'm.g' },
    'Invalid governance. Must be a 0-argument defcap or a keyset. Found m.g',
  ],
  ['InvalidDefInTermVariable', { name: 's' }, 'Invalid definition in term variable position: s'],
  [
    'InvalidModuleReference',
    { module: 'm' },
    'Invalid Interface attempted to be used as module reference: m',
  ],
  ['EmptyBindingBody', {}, 'Bind expression lacks an accompanying body'],
  ['LastStepWithRollback', { name: 'm.p' }, "rollbacks aren't allowed on the last step in: m.p"],
  [
    'ExpectedFreeVariable',
    { name: 'x' },
    'Expected free variable in expression, found locally bound:  x',
  ],
  ['InvalidManagedArg', { name: 'x' }, 'Invalid Managed arg: no such arg with name x'],
  [
    'NotImplemented',
    { module: 'm', interface: 'i', member: 'x' },
    'Interface member not implemented, module m does not implement interface i member: x',
  ],
  [
    'InvalidImports',
    { module: 'm', names: ['a', 'b'] },
    // The words alone fill the line, so the list breaks.
    `Invalid imports, module or interface m does not implement the following members: [ a\n${' '.repeat(81)}, b ]`,
  ],
  [
    'InvalidImportModuleHash',
    { module: 'm', moduleHash: hash },
    `Import error for module m , hash not blessed: ${hash}`,
  ],
  ['InvalidSyntax', { cause: 'c' }, 'Desugar syntax failure: c'],
  [
    'InvalidDefInSchemaPosition',
    { name: 'x' },
    'Invalid def in defschema position: x is not a valid schema',
  ],
  ['InvalidDynamicInvoke', { name: 'a', member: 'b' }, 'Invalid dynamic call: a::b'],
  ['DuplicateDefinition', { name: 'm.x' }, 'Duplicate definition: m.x'],
  ['InvalidBlessedHash', { hash: 'h' }, 'Invalid blessed hash, incorrect format: h'],
  ['InvalidNativeShadowing', { name: 'x' }, 'Variable x shadows native with the same name'],
  [
    'InvalidManagerFun',
    { name: 'm.f' },
    'm.f is not a valid managed capability manager function. m.f must be a defun',
  ],
]);
