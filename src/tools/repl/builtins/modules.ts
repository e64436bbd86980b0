// Files and modules: `load`, `typecheck`, `test-capability`, and the version of the language.
// Source: pact-repl/Pact/Core/IR/Eval/Direct/ReplBuiltin.hs (typecheck); section 5.2; Appendix E.

import {
  type CapToken,
  type ModuleData,
  getModuleData,
  parseModuleName,
  reportText,
  unit,
} from '../../../lang/session/run.ts';
import {
  type BuiltinCall,
  type MachineValue,
  acquire,
  defCapOf,
  installCapability,
  param,
} from '../../../lang/session/extend.ts';
import type { ReplPart, ReplParts } from '../context.ts';
import { type ReplOverload, replBuiltin, replFunction, replOverload } from './define.ts';
import { languageVersion } from '../version.ts';

/**
 * Returns the overloads of `typecheck` and `verify`: the name of a loaded module, without and with an option of Pact 4 that
 * has no effect any more. `aboutDebug`: its documentation.
 */
export function overloadsOfModule<Part extends ReplPart>(
  name: string,
  aboutDebug: string,
  run: (repl: ReplParts<Part>, call: BuiltinCall, module: ModuleData, written: string) => void,
): readonly ReplOverload<Part>[] {
  const module = param('module', 'string', 'The full name of the module.');
  const answer = (repl: ReplParts<Part>, call: BuiltinCall, written: string) => {
    const parsed = parseModuleName(written);
    if (parsed === undefined) return call.failBuiltin('invalid module name format');
    run(repl, call, getModuleData(call.machine, parsed, call.span), written);
    return unit;
  };
  return [
    replOverload({ internal: name, params: [module], returns: 'unit', run: answer }),
    replOverload({
      internal: `${name}-debug`,
      params: [module, param('debug', 'bool', aboutDebug)],
      returns: 'unit',
      run: answer,
    }),
  ];
}

const setup = '(module m G (defcap G () true) (defun f () 1))';

export const typecheckBuiltin = replBuiltin(['trace', 'typecheck'], {
  name: 'typecheck',
  since: '2.0',
  doc: 'Checks the types of a loaded module without running it.',
  overloads: overloadsOfModule(
    'typecheck',
    'Pact 4 printed more if it was true; ignored.',
    (repl: ReplParts<'trace' | 'typecheck'>, call, data) => typecheck(repl, call, data),
  ),
  examples: [
    { setup, code: '(typecheck "m")', gives: '()' },
    {
      setup: '(module m G (defcap G () true) (defun f:integer () (+ "a" "b")))',
      code: '(typecheck "m")',
      gives: { fails: 'Couldnt match type integer with string' },
    },
    { code: '(typecheck "nowhere")', gives: { fails: 'nowhere' } },
  ],
});

function typecheck(
  repl: ReplParts<'trace' | 'typecheck'>,
  call: BuiltinCall,
  data: ModuleData,
): void {
  const module = data.module.name.text;
  const { errors, unsupported } = repl.typecheck(data);
  const all = [...errors, ...unsupported];
  if (all.length > 0) {
    const report = all.slice(0, maxErrors).map(reportText).join('\n');
    return call.fail('TypecheckingFailure', { module, report });
  }
  repl.trace(call.span, `Typechecking successful for module ${module}`);
}

const maxErrors = 20;

export const loadBuiltin = replBuiltin(['load', 'trace'], {
  name: 'load',
  since: '1.0',
  doc: `Runs a file. Its path is relative to the file that loads it. With \`reset\`, environment,
      database and definitions are cleared first. \`pact:coin\` and other names that begin with
      \`pact:\` are standard modules, which need no file: they are loaded once a chain, without gas.`,
  overloads: [
    replOverload({
      internal: 'load',
      params: [param('file', 'string', 'The path, or the name of a standard module.')],
      returns: 'unit',
      run: (repl, call, file) => load(repl, call, file, false),
    }),
    replOverload({
      internal: 'load-with-env',
      params: [
        param('file', 'string', 'The path.'),
        param('reset', 'bool', 'Whether to clear everything first.'),
      ],
      returns: 'unit',
      run: (repl, call, file, reset) => load(repl, call, file, reset),
    }),
  ],
  examples: [
    { setup: '(load "pact:coin")', code: '(coin.precision)', gives: '12' },
    { code: '(load "no-such-file.repl")', gives: { fails: 'no-such-file.repl' } },
    { code: '(load "no-such-file.repl" true)', gives: { fails: 'no-such-file.repl' } },
  ],
});

function load(
  repl: ReplParts<'load' | 'trace'>,
  call: BuiltinCall,
  file: string,
  reset: boolean,
): MachineValue {
  repl.trace(call.span, `"Loading ${file}..."`);
  repl.load(file, reset, call.span);
  return unit;
}

const withCapabilities =
  '(module m G (defcap G () true) (defcap C (x:integer) (enforce (> x 0) "positive")) ' +
  '(defcap ONCE () @managed true) (defun f () (require-capability (C 1))))';

export const testCapabilityBuiltin = replFunction([], {
  name: 'test-capability',
  since: '3.0',
  doc: `Runs the body of a capability. An unmanaged one stays granted until the transaction ends; a
      managed one is installed.`,
  params: [param('capability', 'captoken', 'The capability with its arguments.')],
  returns: 'unit',
  run: (_, call, token) => testCapability(call, token),
  examples: [
    { setup: `${withCapabilities} (test-capability (m.C 1))`, code: '(m.f)', gives: 'true' },
    { setup: withCapabilities, code: '(test-capability (m.C 0))', gives: { fails: 'positive' } },
  ],
});

function testCapability(call: BuiltinCall, token: CapToken): MachineValue {
  const { machine } = call;
  const { meta } = defCapOf(machine, token, call.span);
  if (meta.kind !== 'unmanaged') installCapability(machine, token, 'test', call.span);
  const purpose = { scope: 'body', purpose: 'test' } as const;
  acquire(call.context, token, purpose, call.span, () => unit);
  return unit;
}

export const pactVersion = replFunction([], {
  name: 'pact-version',
  since: '3.0',
  doc: 'Returns the version of the language.',
  params: [],
  returns: 'string',
  run: (_, call) => versionOf(call),
  examples: [
    { code: '(pact-version)', gives: '"5.4"' },
    { code: '(length (pact-version))', gives: '3' },
  ],
});

export const enforcePactVersion = replBuiltin([], {
  name: 'enforce-pact-version',
  since: '3.0',
  doc: 'Fails unless the version of the language is within the bounds (inclusive).',
  overloads: [
    replOverload({
      internal: 'enforce-pact-version',
      params: [param('min', 'string', 'The lowest version.')],
      returns: 'bool',
      run: (_, call, min) => enforceVersion(call, min, undefined),
    }),
    replOverload({
      internal: 'enforce-pact-version-range',
      params: [
        param('min', 'string', 'The lowest version.'),
        param('max', 'string', 'The highest version.'),
      ],
      returns: 'bool',
      run: (_, call, min, max) => enforceVersion(call, min, max),
    }),
  ],
  examples: [
    { code: '(enforce-pact-version "5.0")', gives: 'true' },
    { code: '(enforce-pact-version "5.0" "5.1")', gives: { fails: 'Maximum Version: 5.1' } },
  ],
});

/** Releases before 4.3.1 always returned this version on chain. */
const frozenVersion = '4.2.1';

const versionOf = ({ machine }: BuiltinCall): string =>
  machine.hasFlag('DisablePact431') ? frozenVersion : languageVersion;

function enforceVersion(call: BuiltinCall, min: string, max: string | undefined): MachineValue {
  const version = versionOf(call);
  const current = parseVersion(version) ?? [];
  const lowest = parseVersion(min) ?? unreadable(call, min);
  const highest = max === undefined ? undefined : (parseVersion(max) ?? unreadable(call, max));
  const fits =
    compareVersions(lowest, current) <= 0 &&
    (highest === undefined || compareVersions(current, highest) <= 0);
  if (fits) return true;
  return call.fail('EnforcePactVersionFailure', {
    current: version,
    minimum: lowest.join('.'),
    maximum: highest?.join('.'),
  });
}

function unreadable(call: BuiltinCall, version: string): never {
  return call.fail('EnforcePactVersionParseFailure', { version });
}

function parseVersion(text: string): readonly bigint[] | undefined {
  if (text === '') return [];
  return /^[0-9]+(\.[0-9]+)*$/.test(text) ? text.split('.').map(BigInt) : undefined;
}

/** Compares by components; if one version is a prefix of the other, the longer one is later. */
function compareVersions(left: readonly bigint[], right: readonly bigint[]): number {
  for (const [i, a] of left.entries()) {
    const b = right[i];
    if (b === undefined) break;
    if (a !== b) return a < b ? -1 : 1;
  }
  return left.length - right.length;
}
