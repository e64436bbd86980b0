// Errors of name resolution and of special forms (03xx), found before anything runs. Order and
// texts follow DesugarError in Pact.Core.Errors.

import { list } from '../../../base/doc.ts';
import { formPartsAdvice } from '../call-advice.ts';
import { errorsOf, plain, commaWords, say } from '../entry.ts';
import { recursionAdvice } from '../program-advice.ts';

const desugar = errorsOf('desugar');

/**
 * Names of modules, interfaces and members are qualified, without hash: `ns.mod`,
 * `ns.mod.member`.
 */
export const desugarErrors = {
  UnboundTermVariable: desugar<{ name: string }>({
    code: 'E0301',
    text: ({ name }) => say('Unbound variable', name),
    bounded: ({ name }) => plain('Unbound variable:', name),
    explanation:
      'Nothing with this name is defined here. Check the spelling, and that the module that ' +
      'defines it is loaded or imported.',
    sample: { name: 'foo' },
  }),
  UnboundTypeVariable: desugar<{ name: string }>({
    code: 'E0302',
    text: ({ name }) => say('Unbound type variable', name),
    bounded: ({ name }) => plain('Unbound type variable:', name),
    explanation: 'There is no type with this name. Check the spelling.',
    sample: { name: 'a' },
  }),
  InvalidCapabilityReference: desugar<{ name: string }>({
    code: 'E0303',
    text: ({ name }) => say('Variable or function used in special form is not a capability', name),
    bounded: ({ name }) =>
      plain('Variable or function used in special form is not a capability:', name),
    explanation:
      'A capability is needed here, but this name is not a defcap. Write the call of a ' +
      'defcap.',
    sample: { name: 'f' },
  }),
  NoSuchModuleMember: desugar<{ module: string; member: string }>({
    code: 'E0304',
    text: ({ module, member }) => say('Module', module, 'has no such member:', member),
    bounded: ({ module, member }) => plain('Module', module, 'has no such member:', member),
    explanation:
      'The module is loaded, but has no member with this name. Check the spelling of the ' +
      'member.',
    sample: { module: 'm', member: 'f' },
  }),
  NoSuchModule: desugar<{ module: string }>({
    code: 'E0305',
    text: ({ module }) => say('Cannot find module: ', module),
    bounded: ({ module }) => plain('Cannot find module: ', module),
    explanation:
      'No module with this name is loaded. Load the file that defines it first, or write its ' +
      'namespace.',
    sample: { module: 'm' },
  }),
  NoSuchInterface: desugar<{ interface: string }>({
    code: 'E0306',
    text: (data) => say('Cannot find interface: ', data.interface),
    bounded: (data) => plain('Cannot find interface: ', data.interface),
    explanation:
      'No interface with this name is loaded. Load the file that defines it first, or write its ' +
      'namespace.',
    sample: { interface: 'i' },
  }),
  ImplementationError: desugar<{
    module: string;
    interface: string;
    member: string;
    /** What the interface declares, up to the body: `(defun f:string (x:integer)`. */ head?: string;
  }>({
    code: 'E0307',
    text: (data) =>
      say(
        'Module',
        data.module,
        'does not correctly implement the function',
        data.member,
        'from Interface',
        data.interface,
      ),
    bounded: (data) =>
      plain(
        'Module',
        data.module,
        'does not correctly implement the function',
        data.member,
        'from the interface:',
        data.interface,
      ),
    explanation:
      'The definition differs from what the interface declares. Give it the same kind, ' +
      'parameters and types.',
    advice: ({ head, interface: name }) =>
      head && `The definition must begin as \`${name}\` declares it: ${head} ...).`,
    sample: { module: 'm', interface: 'i', member: 'f' },
  }),
  NotImplemented: desugar<{
    module: string;
    interface: string;
    member: string;
    /** As above. */ head?: string;
    /** Other members that the module lacks. */ also?: readonly string[];
  }>({
    code: 'E0308',
    text: (data) =>
      say(
        'Interface member not implemented, module',
        data.module,
        'does not implement interface',
        data.interface,
        'member:',
        data.member,
      ),
    bounded: (data) =>
      plain(
        'Interface member not implemented. Module',
        data.module,
        'does not implement interface',
        data.interface,
        'member:',
        data.member,
      ),
    explanation:
      'The module implements this interface but lacks one of its members. Define the member.',
    advice: missingAdvice,
    sample: { module: 'm', interface: 'i', member: 'f' },
  }),
  RecursionDetected: desugar<{
    module: string;
    /** Bare names of the cycle. */ names: readonly string[];
    /** A way around it: each name uses the next one, and the last uses the first. For advice only. */
    circle?: readonly string[];
  }>({
    code: 'E0309',
    text: ({ module, names }) =>
      say('Recursive cycle detected in Module', module, 'in the following functions:', list(names)),
    bounded: ({ module, names }) =>
      plain(
        'Recursive cycle detected in module',
        module,
        'in the following functions:',
        ...commaWords(names),
      ),
    explanation:
      'These functions call each other in a circle, which Pact forbids. To repeat something, use ' +
      '`map` or `fold`.',
    advice: ({ names, circle }) => recursionAdvice(circle ?? names),
    sample: { module: 'm', names: ['f', 'g'] },
  }),
  NotAllowedWithinDefcap: desugar<{ form: string }>({
    code: 'E0310',
    text: ({ form }) => say(form, 'form not allowed within defcap'),
    bounded: ({ form }) => plain(form, 'form not allowed within a defcap declaration.'),
    explanation:
      'A defcap may not contain this form. Move it into the function that uses the ' +
      'capability.',
    sample: { form: 'with-capability' },
  }),
  NotAllowedOutsideModule: desugar<{ form: string }>({
    code: 'E0311',
    text: ({ form }) => say(form, 'not allowed outside of a module'),
    bounded: ({ form }) => plain(form, 'not allowed outside of a module.'),
    explanation: 'This form works only inside a module. Move it into one.',
    sample: { form: 'with-capability' },
  }),
  InvalidGovernanceRef: desugar<{ name: string }>({
    code: 'E0312',
    text: ({ name }) =>
      say('Invalid governance. Must be a 0-argument defcap or a keyset. Found', name),
    bounded: ({ name }) =>
      plain('Invalid governance. Must be a 0-argument defcap or a keyset. Found:', name),
    explanation:
      'The governance of a module is a keyset name, or a defcap without parameters in the ' +
      'same module.',
    sample: { name: 'm.f' },
  }),
  InvalidDefInTermVariable: desugar<{
    /** Only the last part of a qualified name. */ name: string;
  }>({
    code: 'E0313',
    text: ({ name }) => say('Invalid definition in term variable position:', name),
    bounded: ({ name }) => plain('Invalid definition in variable position:', name),
    explanation: 'A schema or a capability is not a value, so its name cannot be used as one here.',
    sample: { name: 's' },
  }),
  InvalidModuleReference: desugar<{ module: string }>({
    code: 'E0314',
    text: ({ module }) =>
      say('Invalid Interface attempted to be used as module reference:', module),
    bounded: ({ module }) =>
      plain('Attempt to use an interface as a module reference failed:', module),
    explanation:
      'Only a module can be passed as a reference, not an interface. Name a module that ' +
      'implements the interface.',
    sample: { module: 'i' },
  }),
  EmptyBindingBody: desugar({
    code: 'E0315',
    text: () => say('Bind expression lacks an accompanying body'),
    bounded: () => 'Bind expression lacks an accompanying body.',
    explanation: 'The binding has no body. Add an expression that uses the bound variables.',
    sample: {},
  }),
  LastStepWithRollback: desugar<{ name: string }>({
    code: 'E0316',
    text: ({ name }) => say("rollbacks aren't allowed on the last step in:", name),
    bounded: ({ name }) => plain("Rollbacks aren't allowed on the last step in:", name),
    explanation:
      'The last step of a defpact cannot be rolled back, because no step follows it. Write it ' +
      'as `step`.',
    sample: { name: 'm.p' },
  }),
  ExpectedFreeVariable: desugar<{ name: string }>({
    code: 'E0317',
    text: ({ name }) => say('Expected free variable in expression, found locally bound: ', name),
    bounded: ({ name }) =>
      plain('Expected free variable in expression, found locally bound variable: ', name),
    explanation:
      'The name of a definition is needed here, but a local variable hides it. Rename the ' +
      'variable.',
    sample: { name: 'x' },
  }),
  InvalidManagedArg: desugar<{ name: string; parameters?: readonly string[] }>({
    code: 'E0318',
    text: ({ name }) => say('Invalid Managed arg: no such arg with name', name),
    bounded: ({ name }) => plain('Invalid managed argument. No argument with the name:', name),
    explanation:
      '`@managed` names a parameter that the defcap does not have. Name one of its ' +
      'parameters.',
    advice: ({ name, parameters }) =>
      parameters &&
      (parameters.length === 0
        ? `The defcap has no parameters, so \`@managed\` cannot name one. Write \`@managed\` alone, or add \`${name}\`.`
        : `The defcap has no parameter \`${name}\`, only ${parameters.join(', ')}.`),
    sample: { name: 'amount' },
  }),
  InvalidImports: desugar<{ module: string; /** Sorted. */ names: readonly string[] }>({
    code: 'E0319',
    text: ({ module, names }) =>
      say(
        'Invalid imports, module or interface',
        module,
        'does not implement the following members:',
        list(names),
      ),
    bounded: ({ module, names }) =>
      plain(
        'Invalid imports. Module or interface',
        module,
        'does not implement the following members:',
        ...commaWords(names),
      ),
    explanation:
      'The import list of `use` has names that the module does not define. Correct or remove ' +
      'them.',
    sample: { module: 'm', names: ['a', 'b'] },
  }),
  InvalidImportModuleHash: desugar<{
    module: string;
    /** The module's current hash, not the one in `use`. */
    moduleHash: string;
  }>({
    code: 'E0320',
    text: ({ module, moduleHash }) =>
      say('Import error for module', module, ', hash not blessed:', moduleHash),
    bounded: ({ module, moduleHash }) =>
      plain(
        'Import error for module',
        module,
        '. The module hash has not been blessed:',
        moduleHash,
      ),
    explanation:
      '`use` accepts only the current hash of the module, which the message shows. Write that hash, ' +
      'or no hash. `bless` does not help here.',
    sample: { module: 'm', moduleHash: 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g' },
  }),
  InvalidSyntax: desugar<{ cause: string; /** The number of parts. */ given?: number }>({
    code: 'E0321',
    text: ({ cause }) => say('Desugar syntax failure:', cause),
    bounded: ({ cause }) => plain('Desugar syntax failure:', cause),
    explanation:
      'A special form has the wrong number or kind of parts. The message says which parts it takes.',
    advice: ({ cause, given }, span) => formPartsAdvice(cause, given, span),
    sample: { cause: 'if must take three arguments' },
  }),
  InvalidDefInSchemaPosition: desugar<{ name: string }>({
    code: 'E0322',
    text: ({ name }) => say('Invalid def in defschema position:', name, 'is not a valid schema'),
    bounded: ({ name }) =>
      plain('definition in defschema position:', name, 'is not a valid schema.'),
    explanation: 'A schema is needed here, but this name is not a defschema. Name a schema.',
    sample: { name: 'f' },
  }),
  InvalidDynamicInvoke: desugar<{ name: string; member: string }>({
    code: 'E0323',
    text: ({ name, member }) => say('Invalid dynamic call:', `${name}::${member}`),
    bounded: ({ name, member }) => plain('Invalid dynamic call:', `${name}::${member}`),
    explanation: 'The name before `::` must be a local variable that holds a module reference.',
    sample: { name: 'a', member: 'b' },
  }),
  DuplicateDefinition: desugar<{ name: string }>({
    code: 'E0324',
    text: ({ name }) => say('Duplicate definition:', name),
    bounded: ({ name }) => plain('Duplicate definition:', name),
    explanation:
      'The module defines this name twice. Rename or remove one of the two. A module cannot define a ' +
      'name once for each type or number of arguments.',
    sample: { name: 'm.f' },
  }),
  InvalidBlessedHash: desugar<{ hash: string }>({
    code: 'E0325',
    text: ({ hash }) => say('Invalid blessed hash, incorrect format:', hash),
    bounded: ({ hash }) => plain('Invalid blessed hash, incorrect format:', hash),
    explanation: 'A module hash has 43 characters of base64url. Copy the whole hash.',
    sample: { hash: 'abc' },
  }),
  InvalidNativeShadowing: desugar<{ name: string }>({
    code: 'E0326',
    text: ({ name }) => say('Variable', name, 'shadows native with the same name'),
    bounded: ({ name }) => plain('Variable', name, 'shadows native with same name'),
    explanation: 'This name belongs to a builtin. Choose another name.',
    sample: { name: 'map' },
  }),
  InvalidManagerFun: desugar<{ name: string }>({
    code: 'E0327',
    text: ({ name }) =>
      say(name, 'is not a valid managed capability manager function.', name, 'must be a defun'),
    bounded: ({ name }) =>
      plain(name, 'is not a valid managed capability manager function.', name, 'must be a defun'),
    explanation:
      'The last word of `@managed` must name a defun: the function that manages the ' +
      'parameter.',
    sample: { name: 'm.f' },
  }),
};

function missingAdvice(missing: {
  readonly module: string;
  readonly head?: string;
  readonly also?: readonly string[];
}): string | undefined {
  const { module, head, also = [] } = missing;
  if (head === undefined) return undefined;
  const rest = also.length === 0 ? '' : ` It also lacks ${commaWords(also).join('')}.`;
  return `Define it in \`${module}\`: ${head} ...).${rest}`;
}
