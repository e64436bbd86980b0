// Errors of the static typechecker (12xx), and of files that are checked without being run. The
// texts are the reference's (renderTypecheckError in pact-repl/Pact/Core/Typed/Infer.hs); the code
// that shows an error adds the places, both types and hints.

import { circleText } from '../../../base/prose.ts';
import { commaWords, errorsOf, type ErrorFields, type NoData } from '../entry.ts';
import { text } from '../../../base/doc.ts';

const types = errorsOf('types');

/** Defines an error with one text, because errors of the typechecker never reach a chain. */
function said<Data extends ErrorFields>(definition: {
  readonly code: string;
  readonly message: (data: Data) => string;
  readonly explanation: string;
  readonly sample: Data;
}) {
  const { message, ...rest } = definition;
  return types<Data>({ ...rest, text: (data) => text(message(data)), bounded: message });
}

type Mismatch = { expected: string; actual: string };

export const typeErrors = {
  UnificationFailure: said<Mismatch>({
    code: 'E1201',
    message: ({ expected, actual }) => `Couldnt match type ${expected} with ${actual}`,
    explanation: 'This expression does not have the type that is needed here.',
    sample: { expected: 'integer', actual: 'string' },
  }),
  RowUnificationFailure: said<Mismatch>({
    code: 'E1202',
    message: ({ expected, actual }) => `Couldnt match schema ${expected} with ${actual}`,
    explanation: 'Two objects or tables must have the same fields, but do not.',
    sample: { expected: 'a:integer', actual: 'a:integer b:string' },
  }),
  InfiniteType: said<Mismatch>({
    code: 'E1203',
    message: ({ expected, actual }) => `Cannot construct the infinite type ${expected} ~ ${actual}`,
    explanation:
      'The type would have to contain itself, for example because a function is applied to ' +
      'itself.',
    sample: { expected: "'a", actual: "(-> 'a 'b)" },
  }),
  CannotResolveConstraints: said<{ cause: string }>({
    code: 'E1204',
    message: ({ cause }) => cause,
    explanation: 'The builtin does not take values of this type.',
    sample: { cause: 'Type guard has no canonical ordering' },
  }),
  RowLacksField: said<{ field: string; /** Its fields. */ row: string }>({
    code: 'E1205',
    message: ({ field, row }) => `Field ${field} is not part of {${row}}`,
    explanation: 'The object or table has no field with this name. Compare it with the schema.',
    sample: { field: 'amount', row: 'balance:decimal' },
  }),
  CannotStaticallyDetermineRowOpSig: said<{ builtin: string }>({
    code: 'E1206',
    message: ({ builtin }) =>
      `Cannot statically determine the type of the following operation: ${builtin}. ` +
      'Calculated field labels are not supported in types',
    explanation:
      'The field names must be written in the program, as a string or a list of strings, not ' +
      'computed.',
    sample: { builtin: 'where' },
  }),
  CannotDetermineDynamicInvoke: said<{
    name: string;
    member: string;
    interfaces: readonly string[];
  }>({
    code: 'E1207',
    message: ({ name, member, interfaces }) =>
      `Cannot statically determine the type of the call ${name}::${member}. ` +
      `None of the following interfaces implements function ${member}: ${interfaces.join(', ')}`,
    explanation: 'None of the interfaces of this module reference declares this function.',
    sample: { name: 'token', member: 'burn', interfaces: ['fungible'] },
  }),
  CannotInferTypeAsModRef: said<{ type: string }>({
    code: 'E1208',
    message: ({ type }) =>
      `Expression of type ${type} cannot be used in a dynamic call. ` +
      'Make sure your dynamic call is using a module reference',
    explanation: 'The type of the name before `::` must be a module reference.',
    sample: { type: 'string' },
  }),
  ModuleLacksImplementedInterfaces: said<{ module: string; interfaces: readonly string[] }>({
    code: 'E1209',
    message: ({ module, interfaces }) =>
      [
        'Module',
        module,
        'does not implement the requested interfaces: ',
        ...commaWords(interfaces),
      ].join(' '),
    explanation:
      'A module with these interfaces is needed here, but this one does not implement them.',
    sample: { module: 'm', interfaces: ['fungible'] },
  }),
  TypecheckingDoesNotSupportType: said<{ type: string }>({
    code: 'E1210',
    message: ({ type }) =>
      `Static typechecking unsupported for type: ${type}. If you are using the type list or ` +
      'object, consider moving to typed lists (e.g [integer]) or to typed objects (e.g for some ' +
      '(defschema my-schema balance:integer), object{my-schema})',
    explanation: 'The annotation does not say what it contains, so its uses cannot be checked.',
    sample: { type: 'object' },
  }),
  InvalidDefcapManagerFun: said<Mismatch>({
    code: 'E1211',
    message: ({ expected, actual }) =>
      `Couldnt match type ${expected} with ${actual} as a defcap manager defun`,
    explanation:
      'The manager of a capability takes the remaining value and the requested value, and returns ' +
      'the new remaining value. All three have the type of the managed parameter.',
    sample: { expected: '(integer integer) -> integer', actual: '(integer) -> integer' },
  }),
  DefPactStepIndexOutOfBounds: said<{ name: string; step: number }>({
    code: 'E1212',
    message: ({ name, step }) =>
      `${name} does not have a step ${step}, so we cannot infer the type if invoked at that step`,
    explanation: 'A nested defpact must have as many steps as the defpact that calls it.',
    sample: { name: 'm.p', step: 2 },
  }),
  UserGuardMustBeApp: said<NoData>({
    code: 'E1213',
    message: () => 'create-user-guard should take only an application in the form (f a b .. z)',
    explanation:
      'A user guard is created from a function call, which runs later. Write the call of a function.',
    sample: {},
  }),
  TypeTooLarge: said<{ what: string; limit: number }>({
    code: 'E1214',
    message: ({ what, limit }) => `Types are too large to be checked: more than ${limit} ${what}`,
    explanation:
      'The types became too large to check. Annotate functions, or split the definition.',
    sample: { what: 'steps', limit: 2_000_000 },
  }),
  ModuleCycle: said<{ circle: readonly string[] }>({
    code: 'E1215',
    message: ({ circle }) => `Modules depend on one another in a circle: ${circleText(circle)}`,
    explanation:
      'None of these modules can be deployed first. Let one of them take a module reference ' +
      'instead.',
    sample: { circle: ['a', 'b'] },
  }),
  LoadTooLate: said<{ module: string; file: string; line: number }>({
    code: 'E1216',
    message: ({ module, file, line }) =>
      `Module ${module} is used before it is defined in ${file}, line ${line}`,
    explanation: 'Forms run in order. Load or define the module before the code that uses it.',
    sample: { module: 'm', file: 'm.pact', line: 1 },
  }),
  WrongArgumentCount: said<{ name: string; takes: number; given: number }>({
    code: 'E1217',
    message: ({ name, takes, given }) =>
      `${name} takes ${takes} ${takes === 1 ? 'argument' : 'arguments'}, got ${given}`,
    explanation: 'The call has too many arguments, or too few to return a value.',
    sample: { name: 'transfer', takes: 3, given: 2 },
  }),
};
