import { describe, expect, it } from 'vitest';
import { readJson } from '../../../../../src/base/json-reader.ts';
import type { JsonValue } from '../../../../../src/base/json.ts';
import {
  decodeContinuation,
  decodeDefPactExec,
  decodeNamespace,
  decodeYield,
  encodeContinuation,
  encodeDefPactExec,
  encodeNamespace,
  encodeYield,
  nestedPactId,
} from '../../../../../src/lang/core/encoding/defpact-json.ts';
import type { DefPactExec, Yield } from '../../../../../src/lang/core/model/defpact.ts';
import { emptyHash } from '../../../../../src/lang/values/encoding/hash.ts';
import { ModuleName, QualifiedName } from '../../../../../src/lang/values/names.ts';
import { KeySetGuard, UserGuard } from '../../../../../src/lang/values/value.ts';

const json = (text: string): JsonValue => {
  const reading = readJson(text);
  if (reading.kind !== 'value') throw new Error(`no JSON: ${text}`);
  return reading.value;
};

const continuation = { def: new QualifiedName('bad1', new ModuleName('nested1')), args: [] };
const continuationText = '{"args":[],"def":"nested1.bad1"}';
const yielded: Yield = {
  data: new Map<string, bigint | string>([
    ['__proto__', 1n],
    ['a', 'x'],
  ]),
  provenance: { targetChain: '2', moduleHash: emptyHash },
  sourceChain: '0',
};
const yieldText =
  `{"data":{"a":"x","__proto__":{"int":1}},` +
  `"provenance":{"targetChainId":"2","moduleHash":"${emptyHash}"},"source":"0"}`;
const inner = {
  stepCount: 2,
  yield: undefined,
  step: 1,
  pactId: 'i',
  continuation,
  nested: new Map(),
};
const exec: DefPactExec = {
  ...inner,
  pactId: 'p',
  yield: yielded,
  stepHasRollback: true,
  nested: new Map([['i', inner]]),
};
const innerText = `"step":1,"yield":null,"continuation":${continuationText},"stepCount":2}`;
const execText =
  `{"nested":{"i":{"executed":null,"pactId":"i",${innerText}},"executed":null,"pactId":"p",` +
  `"stepHasRollback":true,"step":1,"yield":${yieldText},"continuation":${continuationText},"stepCount":2}`;
const guard = new KeySetGuard([], { kind: 'keys-any' });
const namespace = { name: 'n', user: new UserGuard(continuation.def, []), admin: guard };
const namespaceText =
  '{"admin":{"pred":"keys-any","keys":[]},"user":{"args":[],"fun":"nested1.bad1"},"name":"n"}';

describe('round trip', () => {
  it.each<readonly [string, string, string, unknown, unknown]>([
    [
      'a continuation',
      encodeContinuation(continuation),
      continuationText,
      decodeContinuation,
      continuation,
    ],
    ['a yield', encodeYield(yielded), yieldText, decodeYield, yielded],
    ['a defpact', encodeDefPactExec(exec), execText, decodeDefPactExec, exec],
    ['a namespace', encodeNamespace(namespace), namespaceText, decodeNamespace, namespace],
  ])('%s', (_, text, expected, decode, value) => {
    expect(text).toBe(expected);
    expect((decode as (from: JsonValue) => unknown)(json(text))).toEqual(value);
  });

  it('a yield without chains', () => {
    const local = { data: new Map(), provenance: undefined, sourceChain: undefined };
    expect(encodeYield(local)).toBe('{"data":{},"provenance":null}');
    expect(decodeYield(json('{"data":{},"provenance":null}'))).toEqual(local);
  });
});

it.each([
  '1',
  '{}',
  execText.replace('"stepHasRollback":true', '"stepHasRollback":1'),
  execText.replace('"stepCount":2}', '"stepCount":1.5}'),
  execText.replace(emptyHash, 'x'),
  execText.replace('nested1.bad1', 'bad1'),
  execText.replace('"source":"0"', '"source":0'),
])('%s is not a valid defpact', (text) => {
  expect(decodeDefPactExec(json(text))).toBeUndefined();
});

/** Returns the paths of all members, except those within `executed` and within the yielded data. */
function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (name === 'executed') return [];
    const own = [...path, name];
    return name === 'data' ? [own] : [own, ...pathsOf(member, own)];
  });
}

function replaced(path: readonly string[], by: unknown): string {
  const whole = JSON.parse(execText) as Record<string, unknown>;
  let place = whole;
  for (const name of path.slice(0, -1)) place = place[name] as Record<string, unknown>;
  place[path.at(-1)!] = by;
  return JSON.stringify(whole);
}

it.each(pathsOf(JSON.parse(execText)).map((path) => [path.join(' '), path] as const))(
  'a defpact with another kind of value at %s is invalid',
  (_, path) => {
    expect(decodeDefPactExec(json(replaced(path, 1.5)))).toBeUndefined();
  },
);

it('a defpact without its former form is invalid, even if nested', () => {
  const without = (text: string): string => text.replace('"executed":null,', '');
  expect(decodeDefPactExec(json(without(execText)))).toBeUndefined();
  const [start, end] = execText.split('"executed":null,"pactId":"p"');
  expect(decodeDefPactExec(json(`${start}"pactId":"p"${end}`))).toBeUndefined();
});

it('computes the id of a nested defpact', () => {
  expect(nestedPactId(emptyHash, continuation)).toBe('183L52xV0ivDcgsehtAOwvlOXTeLYmG00yIySUiXBAY');
});
