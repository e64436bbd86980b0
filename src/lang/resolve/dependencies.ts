// Finds the definitions of its own module that a definition depends on. The order of definitions, and so the module hash,
// depends on this. Parameters of defcap and defpact do not shadow: a use of one with the name of a definition counts as a
// reference.
// Source: IR/Desugar.hs (defSCC, termSCC, ifDefSCC); Appendix G.

import type { ParsedName } from '../core/model/term.ts';
import {
  parsedNameOf,
  type ParsedArg,
  type ParsedDef,
  type ParsedInterfaceDef,
  type ParsedTerm,
  type WrittenType,
} from './parsed.ts';

/** Bare names, in no particular order. */
export function dependenciesOf(
  def: ParsedDef | ParsedInterfaceDef,
  module: OwnNames,
): ReadonlySet<string> {
  const collector = new Collector(module);
  switch (def.kind) {
    case 'defun':
      collector.addSignature(def.spec, def.params);
      collector.addTerm(def.term);
      break;
    case 'defconst':
      collector.addType(def.spec.type);
      if (def.value.kind === 'term') collector.addTerm(def.value.term);
      break;
    case 'defcap':
      collector.addSignature(def.spec, def.params);
      collector.addTerm(def.term);
      if (def.meta.kind === 'managed') collector.addName(def.meta.manager);
      break;
    case 'defschema':
      for (const type of def.fields.values()) collector.addType(type);
      break;
    case 'deftable':
      collector.addName(def.schema);
      break;
    case 'defpact':
      collector.addSignature(def.spec, def.params);
      for (const step of def.steps) {
        // Steps with an entity are not followed.
        if (step.kind === 'step' || step.kind === 'step-with-rollback') {
          collector.addTerm(step.body);
        }
        if (step.kind === 'step-with-rollback') collector.addTerm(step.rollback);
      }
      break;
    case 'interface-defun':
    case 'interface-defpact':
      collector.addSignature(def.spec, def.params);
      break;
    case 'interface-defcap':
      collector.addSignature(def.spec, def.params);
      if (def.meta.kind === 'managed') {
        collector.addName({ kind: 'bare', name: def.meta.manager });
      }
      break;
  }
  return collector.found;
}

export type OwnNames = {
  /** Full name of the module or interface. */
  readonly module: string;
  /** Bare names of all its definitions. */
  readonly names: ReadonlySet<string>;
};

class Collector {
  readonly found = new Set<string>();
  private readonly own: OwnNames;
  /** The number of binders around the current term that have the name of a definition. */
  private readonly bound = new Map<string, number>();

  constructor(own: OwnNames) {
    this.own = own;
  }

  addSignature(spec: ParsedArg, params: readonly ParsedArg[]): void {
    this.addTypes(params);
    this.addType(spec.type);
  }

  addType(type: WrittenType | undefined): void {
    if (type === undefined) return;
    if (type.kind === 'list-of') this.addType(type.element);
    if (type.kind === 'object-of' || type.kind === 'table-of') {
      this.addName(parsedNameOf(type.schema));
    }
  }

  /** Bodies are nested to the right, as deep as they are long, so the loop continues with the last part. */
  addTerm(whole: ParsedTerm): void {
    let binders: string[] | undefined;
    let term: ParsedTerm | undefined = whole;
    while (term !== undefined) {
      switch (term.kind) {
        case 'lambda':
          this.addTypes(term.params);
          for (const { name } of term.params) if (this.bind(name)) (binders ??= []).push(name);
          break;
        case 'let': {
          const { name, type } = term.arg;
          this.addType(type);
          this.addTerm(term.value);
          if (this.bind(name)) (binders ??= []).push(name);
          break;
        }
        case 'sequence':
          this.addTerm(term.first);
          break;
        case 'form':
          for (let i = 0; i < term.terms.length - 1; i++) this.addTerm(term.terms[i] as ParsedTerm);
          break;
        case 'nullary':
          break;
        default:
          this.addClosed(term);
      }
      term = lastPartOf(term);
    }
    if (binders !== undefined) for (const name of binders) this.release(name);
  }

  addName(name: ParsedName): void {
    if (name.kind === 'dynamic-call' || !this.own.names.has(name.name)) return;
    if (name.kind === 'qualified' && name.module.text !== this.own.module) return;
    // As in the reference, a local variable also hides the qualified name here.
    if ((this.bound.get(name.name) ?? 0) === 0) this.found.add(name.name);
  }

  private addTypes(params: readonly ParsedArg[]): void {
    for (const { type } of params) this.addType(type);
  }

  /** Returns whether the name hides a definition; other names need no counting. */
  private bind(name: string): boolean {
    if (!this.own.names.has(name)) return false;
    this.bound.set(name, (this.bound.get(name) ?? 0) + 1);
    return true;
  }

  private release(name: string): void {
    this.bound.set(name, (this.bound.get(name) ?? 0) - 1);
  }

  /** Nodes without a last part to continue with. */
  private addClosed(term: Exclude<ParsedTerm, { kind: Open }>): void {
    switch (term.kind) {
      case 'var':
        return this.addName(term.name);
      case 'app':
        this.addTerm(term.fun);
        return this.addTerms(term.args);
      case 'list':
        return this.addTerms(term.items);
      case 'object':
        for (const [, value] of term.fields) this.addTerm(value);
        return;
      case 'builtin':
      case 'literal':
      case 'inline':
        return;
    }
  }

  private addTerms(terms: readonly ParsedTerm[]): void {
    for (let i = 0; i < terms.length; i++) this.addTerm(terms[i] as ParsedTerm);
  }
}

type Open = 'lambda' | 'let' | 'sequence' | 'form' | 'nullary';

function lastPartOf(term: ParsedTerm): ParsedTerm | undefined {
  switch (term.kind) {
    case 'lambda':
    case 'let':
    case 'nullary':
      return term.body;
    case 'sequence':
      return term.second;
    case 'form':
      return term.terms.at(-1);
    default:
      return undefined;
  }
}
