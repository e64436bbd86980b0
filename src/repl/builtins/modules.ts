// load, typecheck, test-capability, pact-version, enforce-pact-version: files, modules and the version of the language.
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs; section 5.2 (test-capability).

import {
  acquire,
  builtin,
  defCapOf,
  getModuleData,
  installCapability,
  overload,
  param,
  parseModuleName,
  unit,
  type BuiltinDefinition,
  type CapToken,
  type MachineValue,
  type NativeCall,
} from '../../lang/session/index.ts';
import type { ReplEngine } from '../engine.ts';
import { languageVersion } from '../version.ts';

type Repl = () => ReplEngine;

const withCapabilities =
  '(module m G (defcap G () true) (defcap C (x:integer) (enforce (> x 0) "positive")) ' +
  '(defcap ONCE () @managed true) (defun f () (require-capability (C 1))))';

export const moduleBuiltins = (repl: Repl): readonly BuiltinDefinition[] => [
  builtin({
    name: 'load',
    since: '1.0',
    doc: 'Runs a file. Its path is relative to the file that loads it. With `reset`, everything begins anew before: environment, database, definitions.',
    overloads: [
      overload({
        internal: 'load',
        params: [param('file', 'string', 'The path.')],
        returns: 'unit',
        run: (call, file) => load(repl(), call, file, false),
      }),
      overload({
        internal: 'load-with-env',
        params: [
          param('file', 'string', 'The path.'),
          param('reset', 'bool', 'Whether to begin anew.'),
        ],
        returns: 'unit',
        run: (call, file, reset) => load(repl(), call, file, reset),
      }),
    ],
    examples: [
      { code: '(load "no-such-file.repl")', gives: { fails: 'no-such-file.repl' } },
      { code: '(load "no-such-file.repl" true)', gives: { fails: 'no-such-file.repl' } },
    ],
  }),
  builtin({
    name: 'typecheck',
    since: '2.0',
    doc: 'Checks the types of a loaded module without running it.',
    overloads: [
      overload({
        internal: 'typecheck',
        params: [param('module', 'string', 'The full name of the module.')],
        returns: 'unit',
        run: (call, module) => typecheck(repl(), call, module),
      }),
      overload({
        internal: 'typecheck-debug',
        params: [
          param('module', 'string', 'The full name of the module.'),
          param('debug', 'bool', 'Pact 4 printed more where it was true; ignored.'),
        ],
        returns: 'unit',
        run: (call, module) => typecheck(repl(), call, module),
      }),
    ],
    examples: [
      { setup: withCapabilities, code: '(typecheck "m")', gives: '()' },
      { code: '(typecheck "nowhere")', gives: { fails: 'nowhere' } },
    ],
  }),
  builtin({
    name: 'test-capability',
    since: '3.0',
    doc: 'Runs the body of a capability; a plain one stays granted until the transaction ends, a managed one is installed.',
    overloads: [
      overload({
        internal: 'test-capability',
        params: [param('capability', 'captoken', 'The capability with its arguments.')],
        returns: 'unit',
        run: (call, token) => testCapability(repl(), call, token),
      }),
    ],
    examples: [
      { setup: `${withCapabilities} (test-capability (m.C 1))`, code: '(m.f)', gives: 'true' },
      { setup: withCapabilities, code: '(test-capability (m.C 0))', gives: { fails: 'positive' } },
    ],
  }),
  builtin({
    name: 'pact-version',
    since: '3.0',
    doc: 'The version of the language.',
    overloads: [
      overload({
        internal: 'pact-version',
        params: [],
        returns: 'string',
        run: () => languageVersion,
      }),
    ],
    examples: [
      { code: '(pact-version)', gives: '"5.4"' },
      { code: '(length (pact-version))', gives: '3' },
    ],
  }),
  builtin({
    name: 'enforce-pact-version',
    since: '3.0',
    doc: 'Fails unless the version of the language lies within bounds, both included.',
    overloads: [
      overload({
        internal: 'enforce-pact-version',
        params: [param('min', 'string', 'The lowest version.')],
        returns: 'bool',
        run: (call, min) => enforceVersion(call, min, undefined),
      }),
      overload({
        internal: 'enforce-pact-version-range',
        params: [
          param('min', 'string', 'The lowest version.'),
          param('max', 'string', 'The highest version.'),
        ],
        returns: 'bool',
        run: (call, min, max) => enforceVersion(call, min, max),
      }),
    ],
    examples: [
      { code: '(enforce-pact-version "5.0")', gives: 'true' },
      { code: '(enforce-pact-version "5.0" "5.1")', gives: { fails: 'Maximum Version: 5.1' } },
    ],
  }),
];

function load(engine: ReplEngine, call: NativeCall, file: string, reset: boolean): MachineValue {
  engine.trace(call.span, `"Loading ${file}..."`);
  engine.load(file, reset, call.span);
  return unit;
}

function typecheck(engine: ReplEngine, call: NativeCall, text: string): MachineValue {
  const name = parseModuleName(text);
  if (name === undefined) return call.failNative('invalid module name format');
  getModuleData(engine.machine, name, call.span);
  const why = 'the typechecker is not built yet';
  engine.print(call.span, `Warning: module ${text} not typechecked: ${why}`);
  engine.notTypechecked.push(text);
  return unit;
}

function testCapability(engine: ReplEngine, call: NativeCall, token: CapToken): MachineValue {
  const { machine } = engine;
  const { meta } = defCapOf(machine, token, call.span);
  if (meta.kind !== 'unmanaged') installCapability(machine, token, 'test', call.span);
  const purpose = { scope: 'body', purpose: 'test' } as const;
  acquire(call.context, token, purpose, call.span, () => unit);
  return unit;
}

function enforceVersion(call: NativeCall, min: string, max: string | undefined): MachineValue {
  const current = parseVersion(languageVersion) ?? [];
  const lowest = parseVersion(min) ?? unreadable(call, min);
  const highest = max === undefined ? undefined : (parseVersion(max) ?? unreadable(call, max));
  const fits =
    compareVersions(lowest, current) <= 0 &&
    (highest === undefined || compareVersions(current, highest) <= 0);
  if (fits) return true;
  return call.fail('EnforcePactVersionFailure', {
    current: languageVersion,
    minimum: lowest.join('.'),
    maximum: highest?.join('.'),
  });
}

function unreadable(call: NativeCall, version: string): never {
  return call.fail('EnforcePactVersionParseFailure', { version });
}

function parseVersion(text: string): readonly bigint[] | undefined {
  if (text === '') return [];
  return /^[0-9]+(\.[0-9]+)*$/.test(text) ? text.split('.').map(BigInt) : undefined;
}

/** By components; of two with a common beginning the longer is the later. */
function compareVersions(left: readonly bigint[], right: readonly bigint[]): number {
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [a, b] = [left[i] ?? 0n, right[i] ?? 0n];
    if (a !== b) return a < b ? -1 : 1;
  }
  return left.length - right.length;
}
