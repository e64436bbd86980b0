// Puts the hash of a module into its definitions, in place of the placeholder by which they refer to
// the module itself. The same traversal records all references of the definitions.
// Source: pact/Pact/Core/IR/ModuleHashing.hs; section 4.5.

import { headLength } from '../../values/encoding/cbor-writer.ts';
import { hashLength, type Hash } from '../../values/encoding/hash.ts';
import { FullyQualifiedName, type ModuleName } from '../../values/names.ts';
import { CapToken, TableValue, type PactValue } from '../../values/value.ts';
import type { ConstValue, Def, DefCapMeta, InterfaceDef, Step } from '../model/definition.ts';
import type { References } from './hashed-definition.ts';
import { mapVariables, type Renaming, mapValues } from '../model/term-walk.ts';
import type { Name, Term } from '../model/term.ts';

/**
 * Puts a module's hash where the module refers to itself, and records the references of its definitions.
 */
export class OwnHash implements Renaming {
  private readonly module: ModuleName;
  readonly hash: Hash;
  nodes = 0;
  /** Whether the hash was put into the current definition; it is longer than the placeholder. */
  isPut = false;
  bytesAdded = 0;
  sizeAdded = 0;
  private names: FullyQualifiedName[] = [];
  private nodesBefore: number[] = [];
  private readonly ownNames = new Map<string, FullyQualifiedName>();

  constructor(module: ModuleName, hash: Hash) {
    this.module = module;
    this.hash = hash;
  }

  /** The references seen since the beginning of the definition. */
  get references(): References {
    return { names: this.names, nodesBefore: this.nodesBefore, nodesAfter: this.nodes };
  }

  /** Begins the next definition. */
  begin(): void {
    this.nodes = 0;
    this.isPut = false;
    this.bytesAdded = 0;
    this.sizeAdded = 0;
    this.names = [];
    this.nodesBefore = [];
  }

  /** For names that always belong to the module itself. */
  withHash(name: string, before: Hash): FullyQualifiedName {
    this.put(before);
    let own = this.ownNames.get(name);
    if (own === undefined) {
      own = new FullyQualifiedName(this.module, name, this.hash);
      this.ownNames.set(name, own);
    }
    return own;
  }

  readonly rename = (name: Name): Name => {
    if (name.kind !== 'top') return name;
    const { module, text, hash } = name;
    if (!this.isOwn(module)) {
      this.refersTo(new FullyQualifiedName(module, text, hash));
      return name;
    }
    this.refersTo(this.withHash(text, hash));
    return { kind: 'top', text, module, hash: this.hash };
  };

  private put(before: Hash): void {
    this.isPut = true;
    this.bytesAdded += storedLength(this.hash) - storedLength(before);
    this.sizeAdded += hashLength(this.hash) - hashLength(before);
  }

  private refersTo(name: FullyQualifiedName): void {
    this.names.push(name);
    this.nodesBefore.push(this.nodes);
    this.nodes = 0;
  }

  inDef(def: Def): Def {
    switch (def.kind) {
      case 'defun':
        return { ...def, term: this.inTerm(def.term) };
      case 'defconst':
        return { ...def, value: this.inConst(def.value) };
      case 'defcap': {
        // The manager is the first reference of a capability.
        const meta = this.inMeta(def.meta);
        return { ...def, term: this.inTerm(def.term), meta };
      }
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
    return mapVariables(term, this);
  }

  private inConst(value: ConstValue): ConstValue {
    return value.kind === 'term'
      ? { kind: 'term', term: this.inTerm(value.term) }
      : { kind: 'evaluated', value: this.inValue(value.value) };
  }

  private inMeta(meta: DefCapMeta<FullyQualifiedName>): DefCapMeta<FullyQualifiedName> {
    if (meta.kind !== 'managed') return meta;
    const { module, name, hash } = meta.manager;
    const manager = this.isOwn(module) ? this.withHash(name, hash) : meta.manager;
    this.refersTo(manager);
    return { ...meta, manager };
  }

  private inStep(step: Step): Step {
    switch (step.kind) {
      case 'step':
        return { ...step, body: this.inTerm(step.body) };
      case 'step-with-rollback': {
        const { body, rollback } = step;
        return { ...step, body: this.inTerm(body), rollback: this.inTerm(rollback) };
      }
      case 'entity-step':
        return { ...step, entity: this.inTerm(step.entity), body: this.inTerm(step.body) };
      case 'entity-step-with-rollback': {
        const { entity, body, rollback } = step;
        return {
          ...step,
          entity: this.inTerm(entity),
          body: this.inTerm(body),
          rollback: this.inTerm(rollback),
        };
      }
    }
  }

  /** Not inside guards: the placeholder stays in a capability token that is a guard's argument. */
  private inValue(value: PactValue): PactValue {
    return mapValues(value, (part) => {
      if (part instanceof CapToken && this.isOwn(part.name.module)) {
        return new CapToken(this.withHash(part.name.name, part.name.hash), part.args);
      }
      if (part instanceof TableValue && this.isOwn(part.name.module)) {
        this.put(part.moduleHash);
        return new TableValue(part.name, this.hash, part.schema);
      }
      return part;
    });
  }

  private isOwn(module: ModuleName): boolean {
    return module.text === this.module.text;
  }
}

/** Returns the length of a hash in CBOR. */
function storedLength(hash: Hash): number {
  const length = hashLength(hash);
  return headLength(length) + length;
}
