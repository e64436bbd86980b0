// Describes the part of a module that other modules can see, as a string. Two versions with the same string
// are the same to every module that refers to them.

import {
  type InterfaceDef,
  type Def,
  type Interface,
  type Module,
  defName,
} from '../core/model/definition.ts';
import type { Arg } from '../core/model/term.ts';
import type { CheckedModule } from '../types/check-module.ts';
import { typeTextOf } from '../types/former-types.ts';
import type { Schema, Type } from '../values/type.ts';

/** Schemas can contain each other, so longer strings are not compared. */
const longestText = 200_000;

/** Returns `undefined` if the string would be too long. */
export function exportsText(
  module: Module | Interface,
  { definitions }: Pick<CheckedModule, 'definitions'>,
): string | undefined {
  const writer = new Writer();
  writer.add(module.kind, module.name.text);
  if (module.kind === 'module') writer.add(...module.implements.map(({ text }) => text));
  for (const def of module.defs) {
    writer.definition(def);
    const known = definitions.get(defName(def));
    if (known === undefined) continue;
    const text = typeTextOf(known);
    if (text === undefined) return undefined;
    writer.add(text);
  }
  return writer.text;
}

class Writer {
  private parts: string[] = [];
  private length = 0;

  get text(): string | undefined {
    return this.length > longestText ? undefined : this.parts.join('\n');
  }

  add(...texts: readonly string[]): void {
    for (const text of texts) {
      this.parts.push(text);
      this.length += text.length;
    }
  }

  definition(def: Def | InterfaceDef): void {
    this.add(def.kind, defName(def));
    switch (def.kind) {
      case 'defschema':
        for (const [name, type] of def.fields) this.arg({ name, type });
        return;
      case 'deftable':
        return this.schema(def.schema);
      case 'defconst':
        return this.arg(def.spec);
      case 'defcap':
      case 'interface-defcap':
        this.add(def.meta.kind);
        if (def.meta.kind === 'managed') {
          const { manager } = def.meta;
          this.add(def.meta.param, typeof manager === 'string' ? manager : manager.qualified);
        }
        break;
      case 'defpact':
        this.add(String(def.steps.length));
        break;
      default:
    }
    for (const each of [def.spec, ...def.params]) this.arg(each);
  }

  private arg({ name, type }: Pick<Arg, 'name' | 'type'>): void {
    this.add(name);
    this.type(type);
  }

  private type(type: Type | undefined): void {
    if (this.length > longestText) return;
    this.add(type?.kind ?? '-');
    switch (type?.kind) {
      case 'primitive':
        return this.add(type.name);
      case 'list':
        return this.type(type.element);
      case 'object':
      case 'table':
        return this.schema(type.schema);
      case 'modref':
        return this.add(...type.interfaces.map(({ text }) => text));
      default:
    }
  }

  private schema({ name, fields }: Schema): void {
    this.add(name.text);
    for (const [field, type] of fields) this.arg({ name: field, type });
    this.add('.');
  }
}
