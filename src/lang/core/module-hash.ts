// The hash of a module or interface: of its CBOR without positions and with empty slots for the
// hashes. Until it is known, a module refers to itself by a placeholder, which is hashed;
// afterwards the hash takes its place.
// Source: pact/Pact/Core/IR/ModuleHashing.hs; section 4.5.

import { blake2b256 } from '../../crypto/hashes.ts';
import { CborWriter } from '../values/cbor.ts';
import { hashFromBytes, type Hash } from '../values/hash.ts';
import { FullyQualifiedName, type ModuleName } from '../values/names.ts';
import { CapToken, TableValue, type PactValue } from '../values/value.ts';
import type {
  ConstValue,
  Def,
  DefCapMeta,
  Interface,
  InterfaceDef,
  Module,
  Step,
} from './definition.ts';
import { noInfo } from './info-cbor.ts';
import { writeInterface, writeModule } from './module-cbor.ts';
import { mapVariables } from './term-walk.ts';
import type { Name, Term } from './term.ts';
import { mapValues } from './value-walk.ts';

/** The module with its hash, in its own slot and wherever it refers to itself. */
export function hashModule(module: Module): Module {
  const own = new OwnHash(module.name, hashFromBytes(blake2b256(modulePreimage(module))));
  const { governance } = module;
  return {
    ...module,
    governance:
      governance.kind === 'keyset'
        ? governance
        : { kind: 'capability', name: own.withHash(governance.name) },
    defs: module.defs.map((def) => own.inDef(def)),
    hash: own.hash,
  };
}

export function hashInterface(module: Interface): Interface {
  const own = new OwnHash(module.name, hashFromBytes(blake2b256(interfacePreimage(module))));
  return { ...module, defs: module.defs.map((def) => own.inInterfaceDef(def)), hash: own.hash };
}

/** The bytes that are hashed. */
export function modulePreimage(module: Module): Uint8Array {
  const writer = new CborWriter();
  writeModule(writer, { ...module, hash: emptySlot, txHash: emptySlot }, noInfo.write);
  return writer.finish();
}

export function interfacePreimage(module: Interface): Uint8Array {
  const writer = new CborWriter();
  writeInterface(writer, { ...module, hash: emptySlot, txHash: emptySlot }, noInfo.write);
  return writer.finish();
}

const emptySlot: Hash = '';

/** Puts a module's hash where the module refers to itself. */
class OwnHash {
  private readonly module: ModuleName;
  readonly hash: Hash;

  constructor(module: ModuleName, hash: Hash) {
    this.module = module;
    this.hash = hash;
  }

  /** For names that are the module's own by construction. */
  withHash(name: FullyQualifiedName): FullyQualifiedName {
    return new FullyQualifiedName(name.module, name.name, this.hash);
  }

  inDef(def: Def): Def {
    switch (def.kind) {
      case 'defun':
        return { ...def, term: this.inTerm(def.term) };
      case 'defconst':
        return { ...def, value: this.inConst(def.value) };
      case 'defcap':
        return { ...def, term: this.inTerm(def.term), meta: this.inMeta(def.meta) };
      case 'defpact':
        return { ...def, steps: def.steps.map((step) => this.inStep(step)) };
      case 'defschema':
      case 'deftable':
        return def;
    }
  }

  inInterfaceDef(def: InterfaceDef): InterfaceDef {
    return def.kind === 'defconst' ? { ...def, value: this.inConst(def.value) } : def;
  }

  private inTerm(term: Term): Term {
    return mapVariables(term, (name) => this.inName(name));
  }

  private inName(name: Name): Name {
    return name.kind === 'top' && this.isOwn(name.module) ? { ...name, hash: this.hash } : name;
  }

  private inConst(value: ConstValue): ConstValue {
    return value.kind === 'term'
      ? { kind: 'term', term: this.inTerm(value.term) }
      : { kind: 'evaluated', value: this.inValue(value.value) };
  }

  private inMeta(meta: DefCapMeta<FullyQualifiedName>): DefCapMeta<FullyQualifiedName> {
    if (meta.kind !== 'managed' || !this.isOwn(meta.manager.module)) return meta;
    return { ...meta, manager: this.withHash(meta.manager) };
  }

  /** Entity steps stand only in modules of Pact 4, which are not hashed here. */
  private inStep(step: Step): Step {
    switch (step.kind) {
      case 'step':
        return { kind: 'step', body: this.inTerm(step.body) };
      case 'step-with-rollback':
        return {
          kind: 'step-with-rollback',
          body: this.inTerm(step.body),
          rollback: this.inTerm(step.rollback),
        };
      default:
        return step;
    }
  }

  /** Not inside guards: the placeholder stays in a capability token that is a guard's argument. */
  private inValue(value: PactValue): PactValue {
    return mapValues(value, (part) => {
      if (part instanceof CapToken && this.isOwn(part.name.module)) {
        return new CapToken(this.withHash(part.name), part.args);
      }
      if (part instanceof TableValue && this.isOwn(part.name.module)) {
        return new TableValue(part.name, this.hash, part.schema);
      }
      return part;
    });
  }

  private isOwn(module: ModuleName): boolean {
    return module.text === this.module.text;
  }
}
