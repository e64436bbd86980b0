// The entity in the configuration of a node.
import { expect, test } from 'vitest';
import { readConfiguration } from '../../../../src/node/configuration/node-configuration.ts';

const key = 'a'.repeat(64);

const read = (text: string, environment: Readonly<Record<string, string>> = {}) =>
  readConfiguration({ file: { path: '/conf/node.yaml', text }, environment, flags: [] });

function entityIn(...given: Parameters<typeof read>) {
  const answer = read(...given);
  if (!answer.ok) throw new Error(answer.fault.join('\n'));
  return answer.value.configuration.entity;
}

function faultsOf(...given: Parameters<typeof read>): readonly string[] {
  const answer = read(...given);
  return answer.ok ? [] : answer.fault;
}

const bob = 'entity: bob\nentityKey: bob.key\n';
const known = (...names: readonly string[]) => new Map(names.map((name) => [name, key]));

test('entities are a map in a file, as for pact serve, or a list', () => {
  const expected = { name: 'bob', keyFile: '/conf/bob.key', known: known('alice', 'constructor') };
  const asMap = `${bob}entities: { alice: ${key}, constructor: ${key.toUpperCase()} }\n`;
  expect(entityIn(asMap)).toEqual(expected);
  expect(entityIn(`${bob}entities: [alice=${key}, constructor=${key}]\n`)).toEqual(expected);
  const environment = { PACT_NODE_ENTITIES: `alice=${key},constructor=${key}` };
  expect(entityIn(bob, environment)).toEqual(expected);
  expect(entityIn('')).toBeUndefined();
});

test.each([
  [
    'entity: bob\n',
    "entity needs entityKey, the key file of the entity: 'pact seal --genkey FILE'",
  ],
  ['entityKey: bob.key\n', 'entityKey needs entity, the name that the key belongs to'],
  [`entities: { alice: ${key} }\n`, 'entities needs entity and entityKey'],
  [`${bob}follow: headers\n`, 'entity does not go with follow: headers'],
  ['entity: b/b\nentityKey: x\n', 'a name of letters, digits, - and _'],
  [
    `${bob}entities: { alice: abc }\n`,
    'NAME=KEY: a name, and a public key of 64 hexadecimal digits',
  ],
  [`${bob}entities: { alice: [1] }\n`, 'entities'],
])('a configuration with %j', (text, fault) => {
  expect(faultsOf(text).join('\n')).toContain(fault);
});

test('the number of entities has a limit', () => {
  const texts = (count: number): string =>
    `${bob}entities: [${Array.from({ length: count }, (_, i) => `e${i}=${key}`).join(', ')}]\n`;
  expect(entityIn(texts(256))?.known.size).toBe(256);
  expect(faultsOf(texts(257)).join()).toContain('has 257 entities, but may have 256');
});
