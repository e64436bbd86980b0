// Names of modules, members, keysets and tables. Every name stores its printed form, which is unique
// within its kind and is used as map key.
// Source: pact/Pact/Core/Names.hs.

import { compareBytes } from '../../base/bytes.ts';
import { compareText } from '../../base/text.ts';
import { hashBytes, type Hash } from './encoding/hash.ts';

/** The name of a module or a keyset, which may be in a namespace. */
export class ModuleName {
  readonly name: string;
  readonly namespace: string | undefined;
  /** `ns.name` or `name`. */
  readonly text: string;

  constructor(name: string, namespace?: string) {
    this.name = name;
    this.namespace = namespace;
    this.text = namespace === undefined ? name : `${namespace}.${name}`;
  }
}

/** Has the same form. */
export class KeySetName extends ModuleName {}

/** A member of a module, of no particular version. */
export class QualifiedName {
  readonly name: string;
  readonly module: ModuleName;
  /** `ns.module.name` or `module.name`. */
  readonly text: string;

  constructor(name: string, module: ModuleName) {
    this.name = name;
    this.module = module;
    this.text = `${module.text}.${name}`;
  }
}

/** A member of one version of a module. */
export class FullyQualifiedName {
  readonly module: ModuleName;
  readonly name: string;
  readonly hash: Hash;
  /** `ns.module.name`, without the hash. */
  readonly qualified: string;
  private keyText: string | undefined;
  private withoutHash: QualifiedName | undefined;

  constructor(module: ModuleName, name: string, hash: Hash) {
    this.module = module;
    this.name = name;
    this.hash = hash;
    this.qualified = `${module.text}.${name}`;
  }

  /** `ns.module.name.{hash}`: unique, and used in messages. */
  get key(): string {
    return (this.keyText ??= `${this.qualified}.{${this.hash}}`);
  }

  toQualified(): QualifiedName {
    return (this.withoutHash ??= new QualifiedName(this.name, this.module));
  }
}

export class TableName {
  readonly name: string;
  readonly module: ModuleName;
  /** `ns.module_table`, the name of the stored table and of messages. */
  readonly text: string;

  constructor(name: string, module: ModuleName) {
    this.name = name;
    this.module = module;
    this.text = `${module.text}_${name}`;
  }
}

/** By bare name first, then by namespace, none before any. */
export function compareModuleNames(left: ModuleName, right: ModuleName): number {
  return compareText(left.name, right.name) || compareOptional(left.namespace, right.namespace);
}

/** By module, then member. */
export function compareQualifiedNames(left: QualifiedName, right: QualifiedName): number {
  return compareModuleNames(left.module, right.module) || compareText(left.name, right.name);
}

/** By module, then member, then bytes of the hash. */
export function compareFullyQualifiedNames(
  left: FullyQualifiedName,
  right: FullyQualifiedName,
): number {
  return (
    (left.module === right.module ? 0 : compareModuleNames(left.module, right.module)) ||
    compareText(left.name, right.name) ||
    (left.hash === right.hash ? 0 : compareBytes(hashBytes(left.hash), hashBytes(right.hash)))
  );
}

function compareOptional(left: string | undefined, right: string | undefined): number {
  if (left === undefined) return right === undefined ? 0 : -1;
  return right === undefined ? 1 : compareText(left, right);
}
