// Translates modules stored by Pact 4, in databases from before the fork to Pact 5, to current
// modules. Positions are not kept.
// Source: Serialise/LegacyPact.hs (decodeModuleData, fromLegacyModule, fromLegacyInterface).

import { readJson } from '../../base/json-reader.ts';
import { noSpan } from '../../base/span.ts';
import { compareBytes } from '../../base/bytes.ts';
import { compareText } from '../../base/text.ts';
import type { JsonValue } from '../../base/json.ts';
import type {
  Dependency,
  Governance,
  Import,
  Interface,
  Module,
  ModuleData,
} from '../core/model/definition.ts';
import { hashBytes, type Hash } from '../values/encoding/hash.ts';
import { hashText } from '../values/encoding/stable-json.ts';
import { isAbsentOrNull, jsonFields, jsonText } from '../values/encoding/json-access.ts';
import {
  compareFullyQualifiedNames,
  FullyQualifiedName,
  type ModuleName,
} from '../values/names.ts';
import { ValueTooLarge } from '../values/value-too-large.ts';
import { translateDefinition, translateInterfaceMember, translateMember } from './definitions.ts';
import { LegacyFault, refuse } from './fault.ts';
import { field, items, textOf, type Node } from './node.ts';
import { fullName, hashOf, moduleNameOf, type TermContext } from './terms.ts';
import { Translation } from './translation.ts';
import { legacyKeySetName } from './values.ts';

export type LegacyReading =
  | { readonly kind: 'module'; readonly data: ModuleData }
  /** A sentence that says what is wrong. */
  | { readonly kind: 'fault'; readonly reason: string };

/** Reads the JSON of one stored module or interface. Never throws because of its input. */
export function readLegacyModule(text: string): LegacyReading {
  const json = readJson(text);
  if (json.kind === 'fault') return { kind: 'fault', reason: `not JSON (${json.fault})` };
  try {
    return { kind: 'module', data: translateModuleData({ json: json.value, binder: undefined }) };
  } catch (thrown) {
    if (thrown instanceof LegacyFault || thrown instanceof ValueTooLarge) {
      return { kind: 'fault', reason: thrown.message };
    }
    throw thrown;
  }
}

type Member = { readonly name: string; readonly node: Node };

function translateModuleData(node: Node): ModuleData {
  const module = field(node, 'module');
  const members = membersOf(field(node, 'refMap'));
  const isModule = jsonFields(module.json)?.has('governance') === true;
  if (!isModule) return translateInterface(module, members);
  const translation = new Translation();
  const hash = hashOf(field(module, 'hash'));
  const place = { translation, hash, define: translateDefinition };
  const stored = storedDependencies(field(node, 'dependencies'), place);
  const own = members.map(
    ({ name }) => new FullyQualifiedName(moduleNameOf(field(module, 'name')), name, hash),
  );
  const defs = translation.within(own, () =>
    members.map((member) => translateMember(member.node, place)),
  );
  const translated: Module = {
    kind: 'module',
    name: moduleNameOf(field(module, 'name')),
    governance: translateGovernance(field(module, 'governance'), hash),
    defs,
    blessed: items(field(module, 'blessed')).map(hashOf).sort(compareHashes),
    imports: translateImports(module),
    implements: items(field(module, 'interfaces')).map(moduleNameOf),
    hash,
    txHash: noHash,
    code: textOf(field(module, 'code')),
    span: noSpan,
  };
  // Of two definitions with the same name, the stored one is used.
  return dataOf(translated, inOrder([...translation.dependencies, ...stored]));
}

/** An interface had no hash, so the hash of its name is used. */
function translateInterface(module: Node, members: readonly Member[]): ModuleData {
  const name: ModuleName = moduleNameOf(field(module, 'name'));
  const hash = hashText(name.text);
  const place = { translation: new Translation(), hash, define: translateDefinition };
  const translated: Interface = {
    kind: 'interface',
    name,
    defs: members.map((member) => translateInterfaceMember(member.node, place)),
    imports: translateImports(module),
    hash,
    txHash: noHash,
    code: textOf(field(module, 'code')),
    span: noSpan,
  };
  return dataOf(translated, new Map());
}

function dataOf(module: Module | Interface, dependencies: ModuleData['dependencies']): ModuleData {
  return { module, dependencies, carriesCode: module.code !== '' };
}

/** The hash for no transaction. */
const noHash: Hash = '';

/** Sorted by name; the reference uses the order of its hash map, which nothing depends on. */
function membersOf({ json, binder }: Node): readonly Member[] {
  const fields = jsonFields(json) ?? refuse('expected an object of definitions');
  return [...fields]
    .sort((left, right) => compareText(left[0], right[0]))
    .map(([name, member]) => ({ name, node: { json: referenced(member), binder } }));
}

/** Pairs of a full name and a definition. */
function storedDependencies(node: Node, place: TermContext): readonly Dependency[] {
  if (isAbsentOrNull(node.json)) return [];
  return items(node).map((pair) => {
    const [name, member] = items(pair);
    if (name === undefined || member?.json === undefined)
      return refuse('a dependency is not a pair');
    const def = { json: referenced(member.json), binder: undefined };
    return { name: fullName(textOf(name)), def: translateMember(def, place) };
  });
}

function referenced(member: JsonValue): JsonValue {
  return jsonFields(member)?.get('ref') ?? refuse('a member of a module is not a definition');
}

function translateGovernance(node: Node, hash: Hash): Governance {
  const fields = jsonFields(node.json) ?? refuse('a module has no governance');
  if (fields.has('keyset')) {
    return { kind: 'keyset', name: legacyKeySetName(fields.get('keyset')) };
  }
  const capability = field(node, 'capability');
  const module = moduleNameOf(field(capability, 'module'));
  const name = new FullyQualifiedName(module, textOf(field(capability, 'defName')), hash);
  return { kind: 'capability', name };
}

function translateImports(module: Node): readonly Import[] {
  return items(field(module, 'imports')).map((each) => {
    const hash = field(each, 'hash');
    const names = field(each, 'imports');
    return {
      module: moduleNameOf(field(each, 'module')),
      hash: isAbsentOrNull(hash.json) ? undefined : hashOf(hash),
      names: isAbsentOrNull(names.json)
        ? undefined
        : items(names).map(({ json }) => jsonText(json) ?? refuse('an import has no name')),
    };
  });
}

function inOrder(dependencies: readonly Dependency[]): ReadonlyMap<string, Dependency> {
  const byKey = new Map(dependencies.map((each) => [each.name.key, each]));
  const sorted = [...byKey.values()].sort((left, right) =>
    compareFullyQualifiedNames(left.name, right.name),
  );
  return new Map(sorted.map((each) => [each.name.key, each]));
}

function compareHashes(left: Hash, right: Hash): number {
  return compareBytes(hashBytes(left), hashBytes(right));
}
