// Typechecks a module with everything it depends on. The result is a scheme for each definition, and the errors.
// Each definition is checked on its own, so that one error hides no other.
// Source: pact-repl/Pact/Core/Typed/Infer.hs (typecheckModule, inferModule, inferInterface).
import {
  type Def,
  type Dependency,
  type Interface,
  type Module,
  defName,
  loadableDefs,
  termsOf,
} from '../core/model/definition.ts';
import { memberName } from '../core/model/loaded.ts';
import { forEachTermUpwards } from '../core/model/term-walk.ts';
import type { Arg, Term } from '../core/model/term.ts';
import { type EvalError, evalError, isEvalError } from '../diagnostics/error.ts';
import { FullyQualifiedName, type ModuleName } from '../values/names.ts';
import { annotatedType } from './annotation.ts';
import type { KnownDefinition, TypeEnvironment } from './context.ts';
import {
  type Surroundings,
  type TypedDef,
  declaredDefinition,
  inferDefinition,
} from './infer-definition.ts';
import { type Type, captoken, definitionType, dynamic, functionOf } from './type.ts';
import type { FormerTypes } from './former-types.ts';
import { typeText } from './type-text.ts';
import { Work } from './work.ts';

export type CheckOptions = {
  /** Whether to report errors of dependencies, which are also found when those are checked. */
  readonly errorsOf: 'module' | 'all';
  /** A definition of a module that is not in `dependencies`. */
  readonly find: (name: FullyQualifiedName) => Def | undefined;
  readonly interface: (name: ModuleName) => Interface | undefined;
  /**
   * Schemes found before, by full names, which contain the hashes of their modules; new ones are added. For checks that
   * share everything else here.
   */
  readonly remembered?: RememberedTypes;
  /** Types of the module's own definitions from an earlier check; those found now are kept in it. */
  readonly former?: FormerTypes;
  /** The types of builtins: see scheme-syntax.ts. */
  readonly builtin: (internal: string) => readonly string[];
  /** The names of its parameters, for hints. */
  readonly builtinParameters: (internal: string) => readonly string[] | undefined;
  readonly depthLimit: number;
  /** Checks only one definition of the module, and reports the type of each term in it. */
  readonly only?: { readonly name: string; readonly note: NonNullable<Surroundings['note']> };
};

export type CheckedModule = {
  /** The schemes of the module's own definitions, by bare name. */
  readonly definitions: ReadonlyMap<string, KnownDefinition>;
  readonly errors: readonly EvalError[];
  /** Code that was not checked because annotations leave its type open. */
  readonly unsupported: readonly EvalError[];
};

export function checkModule(module: Module | Interface, options: CheckOptions): CheckedModule {
  return new ModuleCheck(module, options).run();
}

class ModuleCheck {
  private readonly module: Module | Interface;
  private readonly options: CheckOptions;
  private readonly work: Work;
  private readonly known = new Map<string, KnownDefinition>();
  /** The module's own definitions, by bare name. */
  private readonly knownOwn = new Map<string, KnownDefinition>();
  private readonly errors: EvalError[] = [];
  private readonly unsupported = new Map<string, EvalError>();
  private readonly environment: TypeEnvironment;

  constructor(module: Module | Interface, options: CheckOptions) {
    this.module = module;
    this.options = options;
    this.work = new Work(module.span, options.depthLimit);
    this.environment = {
      definition: (name) => this.known.get(name.key),
      interfaceMember: (name, member) => this.interfaceMember(name, member),
      builtin: options.builtin,
      builtinParameters: options.builtinParameters,
    };
  }

  run(): CheckedModule {
    const own = loadableDefs(this.module).map((def) => ({
      name: memberName(this.module, def),
      def,
    }));
    const ownKeys = new Set(own.map(({ name }) => name.key));
    const { only } = this.options;
    const roots = only === undefined ? own : own.filter(({ name }) => name.name === only.name);
    for (const { name, def } of this.dependenciesFirst(own, roots)) {
      this.define(name, def, ownKeys.has(name.key));
    }
    if (this.module.kind === 'interface') this.checkManagers(this.module);
    const definitions = new Map<string, KnownDefinition>();
    for (const { name } of own) {
      const known = this.known.get(name.key);
      if (known !== undefined) definitions.set(name.name, known);
    }
    return { definitions, errors: this.errors, unsupported: [...this.unsupported.values()] };
  }

  private define(name: FullyQualifiedName, def: Def, isOwn: boolean): void {
    if (def.kind === 'defschema') return;
    const { remembered, only } = this.options;
    const before = this.mayRemember(name, isOwn) ? remembered?.get(name) : undefined;
    const known = before ?? (isOwn ? this.checkedOwn(name, def) : this.checked(def, false));
    // A definition checked on its own may not be installed.
    if (only === undefined || !isOwn || only.name !== name.name) remembered?.set(name, known);
    this.known.set(name.key, known);
    if (isOwn) this.knownOwn.set(name.name, known);
  }

  private mayRemember({ name }: FullyQualifiedName, isOwn: boolean): boolean {
    const { only } = this.options;
    return !isOwn || (only !== undefined && only.name !== name);
  }

  private checkedOwn(name: FullyQualifiedName, def: TypedDef): KnownDefinition {
    const { former, only } = this.options;
    if (former === undefined || only !== undefined) return this.checked(def, true);
    const own = (text: string): KnownDefinition | undefined => this.knownOwn.get(text);
    const reused = former.find(name.name, def, own);
    if (reused !== undefined) return reused;
    const { length } = this.errors;
    const { size } = this.unsupported;
    const known = this.checked(def, true);
    const isClean = this.errors.length === length && this.unsupported.size === size;
    return former.keep(name.name, { def, known, own, isClean });
  }

  private checked(def: TypedDef, isOwn: boolean): KnownDefinition {
    const isAffordable = this.work.begin(def.span);
    const counts = isOwn || this.options.errorsOf === 'all';
    const report = counts ? (error: EvalError) => this.reportUnsupported(error) : () => undefined;
    return isAffordable
      ? this.inferred(def, isOwn, report)
      : declaredDefinition(def, () => undefined);
  }

  private inferred(
    def: TypedDef,
    isOwn: boolean,
    report: (error: EvalError) => void,
  ): KnownDefinition {
    const { environment, work } = this;
    const faults: EvalError[] = [];
    const refuse = (error: EvalError): void => {
      faults.push(error);
      if (isOwn || this.options.errorsOf === 'all') this.errors.push(error);
    };
    try {
      const { only } = this.options;
      const note = isOwn && only?.name === defName(def) ? only.note : undefined;
      const known = inferDefinition(def, { environment, work, report, refuse, note });
      if (faults.length === 0) return known;
    } catch (error) {
      if (!isEvalError(error)) throw error;
      refuse(error);
    }
    return declaredDefinition(def, () => undefined);
  }

  /** An annotation is visited for every use. */
  private reportUnsupported(error: EvalError): void {
    const { source, key } = error.span;
    this.unsupported.set(`${source.name}:${key}:${error.message}`, error);
  }

  private interfaceMember(
    name: ModuleName,
    member: string,
  ): { readonly type: Type; readonly params: readonly Arg[] } | undefined {
    for (const def of this.options.interface(name)?.defs ?? []) {
      if (defName(def) !== member) continue;
      if (def.kind === 'defconst' || def.kind === 'defschema') continue;
      const lift = ({ type, span }: Arg): Type =>
        type === undefined ? dynamic : annotatedType(type, span, () => undefined);
      const result = def.kind === 'interface-defcap' ? captoken : lift(def.spec);
      return { type: definitionType(def.params.map(lift), result), params: def.params };
    }
    return undefined;
  }

  /** Depth first, with an explicit stack: chains of definitions can be long. */
  private dependenciesFirst(
    own: readonly Dependency[],
    roots: readonly Dependency[],
  ): readonly Dependency[] {
    const ordered: Dependency[] = [];
    const opened = new Set<string>();
    const ownDefs = new Map(own.map((each) => [each.name.key, each.def]));
    const find = (name: FullyQualifiedName): Def | undefined =>
      ownDefs.get(name.key) ?? this.options.find(name);
    const { remembered } = this.options;
    const namesIn = ({ name, def }: Dependency): FullyQualifiedName[] | undefined => {
      const isKnown =
        this.mayRemember(name, ownDefs.has(name.key)) && remembered?.get(name) !== undefined;
      return this.namesIn(def, opened, name, isKnown);
    };
    for (const root of roots) {
      const stack = [{ ...root, next: namesIn(root) }];
      for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
        const name = top.next?.pop();
        const def = name === undefined || opened.has(name.key) ? undefined : find(name);
        if (name !== undefined) {
          if (def !== undefined) stack.push({ name, def, next: namesIn({ name, def }) });
          continue;
        }
        if (top.next !== undefined) ordered.push({ name: top.name, def: top.def });
        stack.pop();
      }
    }
    return ordered;
  }

  /** Returns `undefined` if it was visited before, and nothing to visit if its type is known. */
  private namesIn(
    def: Def,
    opened: Set<string>,
    name: FullyQualifiedName,
    isKnown: boolean,
  ): FullyQualifiedName[] | undefined {
    if (opened.has(name.key)) return undefined;
    opened.add(name.key);
    if (isKnown) return [];
    const names: FullyQualifiedName[] = [];
    // Most names occur repeatedly, so each has one object, which creates its key once.
    const met = new Map<string, FullyQualifiedName>();
    for (const root of termsWithin(def)) {
      forEachTermUpwards(root, (term) => {
        if (term.kind !== 'var' || term.name.kind !== 'top') return;
        const { module, text, hash } = term.name;
        const before = met.get(text);
        if (before?.hash === hash && before.module.text === module.text) {
          names.push(before);
          return;
        }
        const found = new FullyQualifiedName(module, text, hash);
        met.set(text, found);
        names.push(found);
      });
    }
    return names;
  }

  /** The manager of a capability takes the managed value and the requested value. */
  private checkManagers({ name, defs }: Interface): void {
    for (const def of defs) {
      if (def.kind !== 'interface-defcap' || def.meta.kind !== 'managed') continue;
      const param = def.params[def.meta.paramIndex];
      const manager = this.interfaceMember(name, def.meta.manager);
      if (param?.type === undefined || manager === undefined) continue;
      const type = annotatedType(param.type, param.span, () => undefined);
      this.enforceManager(functionOf([type, type], type), manager.type, def.span);
    }
  }

  private enforceManager(expected: Type, actual: Type, span: Interface['span']): void {
    const texts = { expected: typeText(expected), actual: typeText(actual) };
    if (texts.expected === texts.actual || texts.actual.includes('*')) return;
    this.errors.push(evalError('InvalidDefcapManagerFun', texts, span));
  }
}

function termsWithin(def: Def): readonly Term[] {
  const isTerm = def.kind === 'defconst' && def.value.kind === 'term';
  return isTerm ? [def.value.term] : termsOf(def);
}

// The types of definitions that were checked before, by their full names, which contain the hashes of their modules.

export class RememberedTypes {
  private readonly single = new Map<string, KnownDefinition>();
  /** Of whole modules: by hash, name and the bare name of the definition. */
  private readonly modules = new Map<string, Map<string, ReadonlyMap<string, KnownDefinition>>>();

  get(name: FullyQualifiedName): KnownDefinition | undefined {
    return this.single.get(name.key) ?? this.inModule(name)?.get(name.name);
  }

  set(name: FullyQualifiedName, known: KnownDefinition): void {
    if (this.inModule(name)?.get(name.name) !== known) this.single.set(name.key, known);
  }

  setAll(
    { name, hash }: { readonly name: { readonly text: string }; readonly hash: string },
    definitions: ReadonlyMap<string, KnownDefinition>,
  ): void {
    const versions = this.modules.get(hash) ?? new Map<string, typeof definitions>();
    this.modules.set(hash, versions);
    versions.set(name.text, definitions);
  }

  delete(name: FullyQualifiedName): void {
    this.single.delete(name.key);
  }

  clear(): void {
    this.single.clear();
    this.modules.clear();
  }

  private inModule({
    module,
    hash,
  }: FullyQualifiedName): ReadonlyMap<string, KnownDefinition> | undefined {
    return this.modules.get(hash)?.get(module.text);
  }
}
