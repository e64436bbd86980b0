// The fields for an object, a binding or a field name: those of the schema, if the text shows which one it is.

import {
  headOf,
  isGroup,
  isWord,
  startOf,
  type Group,
} from '../../../../script/brackets/read-brackets.ts';
import { typed } from '../known-modules.ts';
import { schemaIn, type SchemaField, type Scope } from '../scope.ts';
import { isMark, type Context } from './context.ts';

type FieldContext = Extract<Context, { kind: 'field' }>;

export type OfferedField = SchemaField & { readonly schema: string };

/** Without a known schema, the fields of all schemas that have an unqualified name here. */
export function fieldsFor(scope: Scope, context: FieldContext): readonly OfferedField[] {
  const schema = schemaAt(scope, context);
  const known = schema === undefined ? undefined : scope.fieldsOf(schema);
  if (schema !== undefined && known !== undefined) {
    const taken = context.use === 'name' ? new Set<string>() : keysIn(context.group, scope);
    return known.filter(({ name }) => !taken.has(name)).map((field) => ({ ...field, schema }));
  }
  const members = [...(scope.own?.members.values() ?? []), ...scope.visible()];
  const seen = new Set<string>();
  return members.flatMap(({ kind, name: schemaName }) => {
    if (kind !== 'defschema') return [];
    const fields = scope.fieldsOf(schemaName) ?? [];
    return fields.flatMap((field) => {
      if (seen.has(field.name)) return [];
      seen.add(field.name);
      return [{ ...field, schema: schemaName }];
    });
  });
}

function schemaAt(scope: Scope, { group, use }: FieldContext): string | undefined {
  if (use !== 'name') return schemaOfBraces(scope, group);
  const call = group.open?.text === '[' ? group.parent : group;
  switch (headOf(call)) {
    case 'at':
      return scope.schemaOfObject(argumentAfter(call, 1, scope));
    case 'read':
    case 'select':
      return scope.schemaOfTable(call?.items[1]);
    case 'where':
      return scope.schemaOfTable(call?.parent?.items[1]);
    default:
      return undefined;
  }
}

/** The argument after the one that is being typed; it may not exist yet. */
function argumentAfter(call: Group | undefined, index: number, { cursor }: Scope) {
  const item = call?.items[index];
  const isTyped = item !== undefined && startOf(item) < cursor.offset;
  return isTyped ? call?.items[index + 1] : item;
}

const rowCalls = new Set(['insert', 'update', 'write', 'with-read', 'with-default-read']);

function schemaOfBraces(scope: Scope, group: Group): string | undefined {
  const { parent } = group;
  const head = headOf(parent);
  if (parent === undefined || head === undefined) return undefined;
  const at = parent.items.indexOf(group);
  if (rowCalls.has(head)) return scope.schemaOfTable(parent.items[1]);
  if (head === 'bind') return scope.schemaOfObject(parent.items[1]);
  const colon = parent.items.findIndex((item) => isMark(item, ':'));
  if (colon === 1) {
    // The binding of a variable, or a constant: `(x:object{row} {`.
    const [type, schema] = parent.items.slice(2);
    return isWord(type) && isGroup(schema, '{') && schema !== group
      ? schemaIn(`${type.text}{${namesIn(schema)}}`)
      : undefined;
  }
  const parameter = scope.member(head)?.parameters[at - 1];
  return parameter === undefined ? undefined : schemaIn(typed(parameter).split(':')[1]);
}

const namesIn = ({ items }: Group): string =>
  items.map((item) => (isWord(item) ? item.text : '')).join('');

/** Returns the existing keys, without the one that is being typed. */
function keysIn({ items }: Group, { cursor }: Scope): ReadonlySet<string> {
  const keys = items.flatMap((item, at) => {
    if (!isWord(item) || item === cursor.word) return [];
    const next = items[at + 1];
    const isKey = isMark(next, ':') || isMark(next, ':=');
    return isKey ? [item.text.replace(/^["']|"$/g, '')] : [];
  });
  return new Set(keys);
}
