// Which definitions of its own module a definition depends on; the order of definitions, and so the module hash, rests on
// it. Names of parameters of defcap and defpact do not shadow: one that equals a definition counts as a reference.
// Source: IR/Desugar.hs (defSCC, termSCC, ifDefSCC); Appendix G.

import type { ParsedName } from '../core/term.ts';
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

/** A term to visit, or names to bind or to release. */
type Task =
  | ParsedTerm
  | { readonly kind: 'enter'; readonly params: readonly ParsedArg[] }
  | { readonly kind: 'leave'; readonly params: readonly ParsedArg[] };

class Collector {
  readonly found = new Set<string>();
  private readonly own: OwnNames;
  /** How many binders around the present term have the name. */
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

  /** With a list of tasks in place of recursion: terms nest as deep as bodies are long. */
  addTerm(whole: ParsedTerm): void {
    const tasks: Task[] = [whole];
    for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
      if (task.kind === 'enter') this.bind(task.params, 1);
      else if (task.kind === 'leave') this.bind(task.params, -1);
      else this.visit(task, tasks);
    }
  }

  addName(name: ParsedName): void {
    if (name.kind === 'dynamic-call' || !this.own.names.has(name.name)) return;
    if (name.kind === 'qualified' && name.module.text !== this.own.module) return;
    // A local variable hides the qualified name as well: so the reference sorts.
    if ((this.bound.get(name.name) ?? 0) === 0) this.found.add(name.name);
  }

  private addTypes(params: readonly ParsedArg[]): void {
    for (const { type } of params) this.addType(type);
  }

  private bind(params: readonly ParsedArg[], change: 1 | -1): void {
    for (const { name } of params) this.bound.set(name, (this.bound.get(name) ?? 0) + change);
  }

  /** Tasks run in the reverse of the order in which they are pushed. */
  private visit(term: ParsedTerm, tasks: Task[]): void {
    switch (term.kind) {
      case 'var':
        this.addName(term.name);
        break;
      case 'lambda':
        this.addTypes(term.params);
        this.bind(term.params, 1);
        tasks.push({ kind: 'leave', params: term.params }, term.body);
        break;
      case 'let': {
        this.addType(term.arg.type);
        const params = [term.arg];
        tasks.push({ kind: 'leave', params }, term.body, { kind: 'enter', params }, term.value);
        break;
      }
      case 'app':
        pushAll(tasks, term.args);
        tasks.push(term.fun);
        break;
      case 'sequence':
        tasks.push(term.first, term.second);
        break;
      case 'form':
        pushAll(tasks, term.terms);
        break;
      case 'nullary':
        tasks.push(term.body);
        break;
      case 'list':
        pushAll(tasks, term.items);
        break;
      case 'object':
        for (const [, value] of term.fields) tasks.push(value);
        break;
      case 'builtin':
      case 'literal':
      case 'inline':
        break;
    }
  }
}

function pushAll(tasks: Task[], terms: readonly ParsedTerm[]): void {
  for (const term of terms) tasks.push(term);
}
