// Reads the sources of a configuration: a file, the environment, flags. Each source yields values by key, checked
// against the options; every fault is a sentence that names the place and the key.

import { suggestion } from '../../base/prose.ts';
import { checkValue } from '../../base/config/check.ts';
import { type Entry, type Located, jsonOf, wholeNumberIn } from '../../base/config/located.ts';
import { readYaml } from '../../base/config/read-yaml.ts';
import type { Schema } from '../../base/config/schema.ts';
import { environmentName, environmentPrefix, nodeOptions } from './options.ts';
import type { NodeOption, OptionValue } from './option.ts';

export type Given = {
  readonly value: OptionValue;
  /** The source as messages name it: `node.yaml:3:7`, `PACT_NODE_DATA`, `--data`. */
  readonly source: string;
};

type SourceValues = {
  readonly values: ReadonlyMap<string, Given>;
  readonly faults: readonly string[];
};

/** In characters; a usual configuration has a few thousand. */
const longestFile = 262_144;

/** Reads YAML (JSON is valid YAML). `name`: the file name in messages. */
export function valuesOfFile(content: string, name: string): SourceValues {
  const read = readYaml(content, longestFile);
  const placed = (place: Entry['place'], message: string): string =>
    `${name}:${place.line}:${place.column}: ${message}`;
  if (!read.ok) {
    return {
      values: new Map(),
      faults: read.fault.map((each) => placed(each.place, each.message)),
    };
  }
  const root = withLists(read.value);
  const renamed = renamedKeys(root, '');
  const isRenamed = (at: Entry['place']): boolean =>
    renamed.some(({ place }) => place.line === at.line && place.column === at.column);
  const faults = [
    ...renamed,
    ...checkValue(root, fileSchema(), '').filter(({ place }) => !isRenamed(place)),
  ];
  const values = new Map<string, Given>();
  if (faults.length === 0) {
    for (const option of nodeOptions) {
      const found = fieldAt(root, option.key.split('.'));
      if (found === undefined) continue;
      const value = valueOf(found, option);
      const { line, column } = found.place;
      if (value !== undefined) {
        values.set(option.key, { value, source: `${name}:${line}:${column}` });
      }
    }
  }
  return { values, faults: faults.map(({ place, message }) => placed(place, message)) };
}

/** Returns the file with lists in place of maps that stand for them. */
function withLists(root: Located): Located {
  if (root.kind !== 'map') return root;
  const asMaps = new Set(nodeOptions.filter((each) => each.isMapInFile).map(({ key }) => key));
  const entries = root.entries.map((entry): Entry => {
    const { key, value } = entry;
    if (!asMaps.has(key) || value.kind !== 'map') return entry;
    const items = value.entries.map(({ key: name, value: own }) =>
      own.kind === 'scalar' ? { ...own, text: `${name}=${own.text}` } : own,
    );
    return { ...entry, value: { kind: 'list', items, place: value.place } };
  });
  return { ...root, entries };
}

/** Reads the variables `PACT_NODE_...`; list items are separated by commas. */
export function valuesOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): SourceValues {
  const known = new Map(nodeOptions.map((option) => [environmentName(option.key), option]));
  const values = new Map<string, Given>();
  const faults: string[] = [];
  for (const [name, content] of Object.entries(environment)) {
    if (!name.startsWith(environmentPrefix) || content === undefined) continue;
    const option = known.get(name);
    if (option === undefined) {
      faults.push(`${name} is not known${suggestion(name, known.keys())}`);
    } else take(content, option, name, { values, faults });
  }
  return { values, faults };
}

export type FlagValue = { readonly flag: string; readonly key: string; readonly text: string };

/** `flag`: the flag as messages name it, such as `--port`. */
export function valuesOfFlags(flags: readonly FlagValue[]): SourceValues {
  const known = new Map(nodeOptions.map((option) => [option.key, option]));
  const values = new Map<string, Given>();
  const faults: string[] = [];
  for (const { flag, key, text } of flags) {
    const option = known.get(key);
    if (option !== undefined) {
      take(text, option, flag, { values, faults });
      continue;
    }
    const other = ownNameOf(key);
    const hint =
      other === undefined ? suggestion(key, known.keys()) : `: it is called ${other} here`;
    faults.push(`${flag}: ${key} is not known${hint}`);
  }
  return { values, faults };
}

function take(
  content: string,
  option: NodeOption,
  source: string,
  { values, faults }: { readonly values: Map<string, Given>; readonly faults: string[] },
): void {
  const located = locatedOf(content, option.schema.type === 'list');
  const [wrong] = checkValue(located, option.schema, option.key);
  if (wrong !== undefined) faults.push(`${source}: ${wrong.message}`);
  else values.set(option.key, { value: valueOf(located, option), source });
}

const noPlace = { line: 1, column: 1 } as const;

function locatedOf(content: string, isList: boolean): Located {
  const scalar = (text: string): Located => ({
    kind: 'scalar',
    text,
    isPlain: true,
    place: noPlace,
  });
  if (!isList) return scalar(content);
  const items = content.trim() === '' ? [] : content.split(',').map((each) => scalar(each.trim()));
  return { kind: 'list', items, place: noPlace };
}

/** Converts a value that was checked before. Returns `undefined` for a key without a value. */
function valueOf(located: Located, { schema }: NodeOption): OptionValue {
  switch (schema.type) {
    case 'integer':
      return wholeNumberIn(located);
    case 'boolean':
      return jsonOf(located) === true;
    case 'list':
      return located.kind === 'list'
        ? located.items.map((item) => (item.kind === 'scalar' ? item.text : ''))
        : undefined;
    case 'text':
    case 'choice':
      return located.kind === 'scalar' && located.text !== '' ? located.text : undefined;
  }
}

function fieldAt(root: Located, [name = '', ...rest]: readonly string[]): Located | undefined {
  const found =
    root.kind === 'map' ? root.entries.find(({ key }) => key === name)?.value : undefined;
  return found === undefined || rest.length === 0 ? found : fieldAt(found, rest);
}

type KeyFault = { readonly message: string; readonly place: Entry['place'] };

/** Finds keys of the reference's configurations; the faults say which key to use instead. */
function renamedKeys(value: Located, path: string): readonly KeyFault[] {
  if (value.kind !== 'map') return [];
  return value.entries.flatMap(({ key, place, value: inner }): readonly KeyFault[] => {
    const own = path === '' ? key : `${path}.${key}`;
    if (path === '' && outermost.has(key)) {
      const message = `${key} is not known: move its keys to the top level, and use the names of this node`;
      return [{ message, place }, ...renamedKeys(inner, '')];
    }
    const name = ownNameOf(own);
    if (name === own || isKnown(own)) return renamedKeys(inner, own);
    if (name !== undefined)
      return [{ message: `${own} is not known: it is called ${name} here`, place }];
    if (isPartOfReference(own)) {
      const inside = renamedKeys(inner, own);
      return inside.length > 0 ? [...inside, { message: `${own} is not known`, place }] : [];
    }
    return [];
  });
}

const outermost: ReadonlySet<string> = new Set(['chainweb', 'multichain']);

function ownNameOf(name: string): string | undefined {
  const spelt = name.replace(/^chainwebVersion$/, 'multichainVersion');
  return nodeOptions.find(({ reference }) => reference === spelt)?.key;
}

const isKnown = (path: string): boolean =>
  nodeOptions.some(({ key }) => key === path || key.startsWith(`${path}.`));

const isPartOfReference = (path: string): boolean =>
  nodeOptions.some(({ reference }) => reference?.startsWith(`${path}.`) === true);

/** Builds the schema of a whole file from the options. */
function fileSchema(): Schema {
  const groups = new Map<string, NodeOption[]>();
  const properties: Record<string, Schema> = {};
  for (const option of nodeOptions) {
    const [first = '', second] = option.key.split('.');
    if (second === undefined) properties[first] = option.schema;
    else groups.set(first, [...(groups.get(first) ?? []), option]);
  }
  for (const [name, options] of groups) {
    properties[name] = {
      type: 'object',
      description: '',
      properties: Object.fromEntries(
        options.map(({ key, schema }) => [key.slice(name.length + 1), schema]),
      ),
    };
  }
  return { type: 'object', description: 'The configuration of a node.', properties };
}
