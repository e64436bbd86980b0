// `pact-version` and `enforce-pact-version`

import { type MachineValue, type BuiltinCall, param } from '../../../../lang/session/extend.ts';
import { languageVersion } from '../../version.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const pactVersion = replBuiltin([], {
  name: 'pact-version',
  since: '3.0',
  doc: 'Returns the version of the language.',
  overloads: [
    replOverload({
      internal: 'pact-version',
      params: [],
      returns: 'string',
      run: (_, call) => versionOf(call),
    }),
  ],
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
