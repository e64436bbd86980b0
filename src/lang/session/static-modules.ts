// Modules known without running code: forms are resolved and their modules installed, so that later forms can refer to
// them. Constants stay terms, so the hash of a module differs from the hash it is deployed with.

import type { Span } from '../../base/span.ts';
import {
  type Def,
  type Interface,
  type Module,
  type ModuleData,
  memberOf,
} from '../core/model/definition.ts';
import { hashInterface, hashModule } from '../core/encoding/module-hash.ts';
import { Loaded } from '../core/model/loaded.ts';
import type { Term } from '../core/model/term.ts';
import { evalError, isEvalError, type EvalError } from '../diagnostics/error.ts';
import type { BuiltinTable, Referent, ResolveEnvironment } from '../resolve/environment.ts';
import { resolveTopLevel, type ResolvedTopLevel } from '../resolve/top-level.ts';
import type { TopLevel } from '../syntax/ast.ts';
import {
  type CheckOptions,
  type CheckedModule,
  RememberedTypes,
  checkModule,
} from '../types/check-module.ts';
import type { KnownDefinition } from '../types/context.ts';
import type { Type } from '../types/type.ts';
import { type NotedType, type TypedTerm, typedTerms } from '../types/signature.ts';
import { FullyQualifiedName } from '../values/names.ts';
import { replHash } from '../values/encoding/hash.ts';
import { ValueTooLarge } from '../values/value-too-large.ts';
import { KeySetGuard, sortedSet } from '../values/value.ts';
import { redefine, type RedefinedModule, type Rewritten } from './redefine.ts';
import { moduleAround, replPartOf, termOf } from './evaluate.ts';
import {
  type InstalledForm,
  type InstalledVersion,
  type StaticCache,
  namesHashes,
  versionOf,
  withoutHashes,
} from './static-cache.ts';
import type { TypecheckOptions } from './typecheck.ts';

export type StaticOptions = TypecheckOptions & {
  readonly builtins: BuiltinTable;
  /** Called with every error. */
  readonly report: (error: EvalError) => void;
  /** Whether to record the meaning of each name in a form. */
  readonly refers?: boolean;
  /** The results of earlier analyses. */
  readonly cache?: StaticCache | undefined;
  /** Called for a module that is not known yet, so that it can be installed. */
  readonly wanted: (name: string, span: Span) => void;
};

export type StaticResolution = {
  readonly resolved: ResolvedTopLevel | undefined;
  /** The meanings of the names in the form, by their start offsets. */
  readonly referents: ReadonlyMap<number, Referent>;
};

export class StaticModules {
  private readonly options: StaticOptions;
  private loaded = new Loaded();
  private modules = new Map<string, ModuleData>();
  /** `modules` was handed out and must not change: it is copied first. */
  private isSaved = false;
  /** All versions of a module: other modules refer to the version they were resolved with. */
  private readonly versions = new Map<string, Map<string, Module | Interface>>();
  private readonly flags = new Set<string>();
  /** The last version of each. */
  private readonly interfaces = new Map<string, Interface>();
  /** Modules need each other repeatedly. Cleared when an interface or a REPL definition changes its meaning. */
  private readonly types = new RememberedTypes();

  constructor(options: StaticOptions) {
    this.options = options;
  }

  /** `resolved` is `undefined` if the form as a whole is invalid. */
  resolve(form: TopLevel): StaticResolution {
    const { cache, report, refers } = this.options;
    const referents = new Map<number, Referent>();
    const environment: ResolveEnvironment = {
      builtins: this.options.builtins,
      flags: this.flags,
      loaded: this.loaded,
      txHash: replHash,
      loadModule: (name, span) => this.findModule(name.text, span),
      recover: report,
      ...(refers === true && {
        refer: ({ start }: Span, referent: Referent) => void referents.set(start, referent),
      }),
    };
    try {
      if (cache !== undefined) return this.resolveCached(form, environment, referents, cache);
      const resolved = resolveTopLevel(withoutHashes(form), environment);
      return { resolved: this.install(resolved), referents };
    } catch (error) {
      report(errorOf(error, form));
      return { resolved: undefined, referents };
    }
  }

  private resolveCached(
    form: TopLevel,
    environment: ResolveEnvironment,
    referents: ReadonlyMap<number, Referent>,
    cache: StaticCache,
  ): StaticResolution {
    const written = namesHashes(form) ? cache.withoutHashes(form, withoutHashes) : form;
    const raw = cache.resolutions.resolve(written, environment);
    const known = cache.form(raw);
    if (known !== undefined) {
      this.put(known.own);
      return known;
    }
    if (raw.kind === 'term') return cache.term(raw, referents);
    const resolved = hashed(raw);
    if (resolved.kind !== 'module' && resolved.kind !== 'interface') {
      return { resolved: this.install(resolved), referents };
    }
    const module = resolved.kind === 'module' ? resolved.module : resolved.interface;
    const installed = cache.keep(raw, resolved, module, referents);
    this.put(installed.own);
    return installed;
  }

  check(module: Module | Interface): CheckedModule {
    const { cache } = this.options;
    const form = cache?.formOf(module);
    if (cache === undefined || form === undefined) return checkModule(module, this.checkOptions());
    const checked = this.formerCheck(form) ?? this.checkAnew(form, module, cache);
    if (form.seen !== form.own) this.put(form.seen);
    for (const version of [form.own, form.seen]) {
      this.types.setAll(version.data.module, checked.definitions);
    }
    return checked;
  }

  /** Returns the result of an earlier check, if the interfaces it looked up have not changed. */
  private formerCheck({ checked, refersToScript }: InstalledForm): CheckedModule | undefined {
    if (checked === undefined || refersToScript) return undefined;
    for (const [name, found] of checked.interfaces) {
      if (this.interfaceNamed(name) !== found) return undefined;
    }
    return checked.module;
  }

  private checkAnew(
    form: InstalledForm,
    module: Module | Interface,
    cache: StaticCache,
  ): CheckedModule {
    const interfaces = new Map<string, Interface | undefined>();
    const former = cache.formerTypes(module);
    const before = former.inferred;
    const checked = checkModule(module, {
      ...this.checkOptions(),
      interface: ({ text }) => {
        const found = this.interfaceNamed(text);
        interfaces.set(text, found);
        return found;
      },
      former,
    });
    cache.work.definitions += former.inferred - before;
    form.checked = { module: checked, interfaces };
    cache.unify(form, checked);
    return checked;
  }

  /** Returns the types of the terms in one definition of a module, or in a term; inner terms first. */
  typesIn(resolved: ResolvedTopLevel, definition: string | undefined): readonly TypedTerm[] {
    switch (resolved.kind) {
      case 'module':
        return definition === undefined ? [] : this.typesWithin(resolved.module, definition);
      case 'term':
        return this.typesWithin(moduleAround(resolved.term), '');
      case 'repl-definition': {
        const term = resolved.def.kind === 'defun' ? resolved.def.term : termOf(resolved.def);
        return term === undefined ? [] : this.typesWithin(moduleAround(term), '');
      }
      default:
        return [];
    }
  }

  /**
   * Returns the module of a form with one definition replaced by that of another form; `undefined` if this requires analysing
   * the whole module. `builtins`: the builtins the form was resolved with.
   */
  redefined(
    before: { readonly form: TopLevel; readonly resolved: ResolvedTopLevel },
    after: Rewritten,
    builtins: BuiltinTable,
  ): RedefinedModule | undefined {
    const { cache } = this.options;
    const { form, resolved } = before;
    if (form.kind !== 'module' || resolved.kind !== 'module') return undefined;
    const written = cache?.withoutHashes(form, withoutHashes);
    const resolution = cache?.resolutions
      .of(written ?? form)
      .find((each) => cache.form(each.resolved)?.resolved === resolved);
    const checked = cache?.formOf(resolved.module)?.checked?.module;
    if (resolution === undefined || checked === undefined) return undefined;
    const former = { written: form, module: resolved.module, checked, resolution };
    const infer = (module: Module, name: string) => this.inferredAlone(module, name);
    const open = withoutHashes(after.written);
    const rewritten = open.kind === 'module' ? { ...after, written: open } : after;
    return redefine(former, rewritten, { builtins, infer });
  }

  private typesWithin(module: Module, name: string): readonly TypedTerm[] {
    return this.inferredAlone(module, name).types;
  }

  private inferredAlone(
    module: Module,
    name: string,
  ): { readonly known: KnownDefinition | undefined; readonly types: readonly TypedTerm[] } {
    const found: NotedType[] = [];
    const note = ({ span }: Term, type: Type): void => void found.push({ span, type });
    const { definitions } = checkModule(module, {
      ...this.checkOptions(),
      // Interfaces that a rollback dropped count as well.
      interface: ({ text }) => this.interfaces.get(text),
      only: { name, note },
    });
    const known = definitions.get(name);
    return { known, types: typedTerms(known, found) };
  }

  private interfaceNamed(name: string): Interface | undefined {
    const found = this.modules.get(name)?.module;
    return found?.kind === 'interface' ? found : undefined;
  }

  private checkOptions(): CheckOptions {
    const { builtinTypes, builtinParameters, depthLimit } = this.options;
    return {
      errorsOf: 'module',
      remembered: this.types,
      find: (name) => this.find(name) ?? this.loaded.def(name),
      interface: ({ text }) => this.interfaceNamed(text),
      builtin: (internal) => builtinTypes.get(internal) ?? ['*'],
      builtinParameters: (internal) => builtinParameters.get(internal),
      depthLimit,
    };
  }

  has(name: string): boolean {
    return this.modules.has(name);
  }

  get names(): Iterable<string> {
    return this.modules.keys();
  }

  /** The hash of the version that other modules see. */
  hashOf(name: string): string | undefined {
    return this.modules.get(name)?.module.hash;
  }

  /** The namespace for new modules; empty at the root. */
  get namespace(): string {
    return this.loaded.namespace?.name ?? '';
  }

  /** Sets the namespace for new modules; without a name, the root. */
  enterNamespace(name: string): void {
    const nobody = new KeySetGuard(sortedSet([]), { kind: 'keys-all' });
    this.loaded.namespace = name === '' ? undefined : { name, user: nobody, admin: nobody };
  }

  /** Ends a transaction: modules stay, bare names are dropped. */
  forgetNames(): void {
    this.loaded = replPartOf(this.loaded);
  }

  /** Modules installed meanwhile add no bare names to the form that is being resolved. */
  aside(run: () => void): void {
    const before = this.loaded;
    this.loaded = new Loaded();
    run();
    this.loaded = before;
  }

  clearTopLevelNames(): void {
    this.loaded.clearTopLevelNames();
  }

  /** The state that `restore` returns to. */
  save(): ReadonlyMap<string, ModuleData> {
    this.isSaved = true;
    return this.modules;
  }

  restore(saved: ReadonlyMap<string, ModuleData>): void {
    this.modules = new Map(saved);
    this.isSaved = false;
    this.forgetNames();
  }

  private find({ module, hash, name }: FullyQualifiedName): Def | undefined {
    const found = this.versions.get(hash)?.get(module.text);
    return found === undefined ? undefined : memberOf(found, name);
  }

  private findModule(name: string, span: Span): ModuleData | undefined {
    if (!this.modules.has(name)) this.options.wanted(name, span);
    const data = this.modules.get(name);
    if (data !== undefined) this.loaded.addModule(data);
    return data;
  }

  private install(raw: ResolvedTopLevel): ResolvedTopLevel {
    const resolved = hashed(raw);
    switch (resolved.kind) {
      case 'module':
        this.add(resolved.module);
        return resolved;
      case 'interface':
        this.types.clear();
        this.add(resolved.interface);
        return resolved;
      case 'repl-definition':
        // If a cache has the types of the other modules, modules that refer to it are checked again.
        if (this.options.cache === undefined) this.types.clear();
        else this.types.delete(resolved.name);
        this.loaded.addDef(resolved.name, resolved.def);
        return resolved;
      default:
        return resolved;
    }
  }

  private add(module: Module | Interface): void {
    this.put(versionOf(module));
  }

  private writableModules(): Map<string, ModuleData> {
    if (this.isSaved) this.modules = new Map(this.modules);
    this.isSaved = false;
    return this.modules;
  }

  private put({ data, members }: InstalledVersion): void {
    const { module } = data;
    const before = this.modules.get(module.name.text)?.module;
    if (before?.kind === 'interface' && before !== module) this.types.clear();
    this.writableModules().set(module.name.text, data);
    if (module.kind === 'interface') this.interfaces.set(module.name.text, module);
    this.loaded.addModule(data);
    const versions = this.versions.get(module.hash) ?? new Map<string, Module | Interface>();
    this.versions.set(module.hash, versions);
    versions.set(module.name.text, module);
    for (const name of members) this.loaded.addTopLevelName(name.name.name, name);
  }
}

/** A module or interface with its hash. */
function hashed(resolved: ResolvedTopLevel): ResolvedTopLevel {
  switch (resolved.kind) {
    case 'module':
      return { ...resolved, module: hashModule(resolved.module) };
    case 'interface':
      return { ...resolved, interface: hashInterface(resolved.interface) };
    default:
      return resolved;
  }
}

/** Returns errors of the program; anything else is rethrown. */
function errorOf(thrown: unknown, { span }: TopLevel): EvalError {
  if (isEvalError(thrown)) return thrown;
  if (!(thrown instanceof ValueTooLarge)) throw thrown;
  return evalError('ValueTooLarge', { what: thrown.what, limit: thrown.limit }, span);
}
