// Modules that are known without being run: forms are resolved and their modules are installed, so
// that later forms can name them. Constants stay terms, so a module's hash is not the one that it is
// deployed with.

import type { Span } from '../../base/span.ts';
import type { Def, Interface, Module, ModuleData } from '../core/definition.ts';
import { Loaded, memberName } from '../core/loaded.ts';
import { loadableDefs } from '../core/members.ts';
import { hashInterface, hashModule } from '../core/module-hash.ts';
import { evalError, isEvalError, type EvalError } from '../diagnostics/error.ts';
import type { NativeTable } from '../resolve/environment.ts';
import { resolveTopLevel, type ResolvedTopLevel } from '../resolve/top-level.ts';
import type * as syntax from '../syntax/ast.ts';
import type { TopLevel } from '../syntax/ast.ts';
import { checkModule, type CheckedModule, type CheckOptions } from '../types/check-module.ts';
import { replHash } from '../values/hash.ts';
import { ValueTooLarge } from '../values/value-too-large.ts';
import { KeySetGuard, sortedSet } from '../values/value.ts';
import { replPartOf } from './repl-part.ts';
import type { TypecheckOptions } from './typecheck.ts';

export type StaticOptions = TypecheckOptions & {
  readonly natives: NativeTable;
  /** Told of every error. */
  readonly report: (error: EvalError) => void;
  /** A module that is not known yet: it may be installed now. */
  readonly wanted: (name: string, span: Span) => void;
};

export class StaticModules {
  private readonly options: StaticOptions;
  private loaded = new Loaded();
  private modules = new Map<string, ModuleData>();
  /** Of every version of a module: others refer to the one that they were resolved with. */
  private readonly defs = new Map<string, Def>();
  private readonly flags = new Set<string>();
  /** Modules need one another again and again. Forgotten when an interface or a definition of the REPL gets another meaning. */
  private readonly types: NonNullable<CheckOptions['remembered']> = new Map();

  constructor(options: StaticOptions) {
    this.options = options;
  }

  /** Nothing where the form as a whole is wrong. */
  resolve(form: TopLevel): ResolvedTopLevel | undefined {
    try {
      const resolved = resolveTopLevel(withoutHashes(form), {
        natives: this.options.natives,
        flags: this.flags,
        loaded: this.loaded,
        txHash: replHash,
        loadModule: (name, span) => this.find(name.text, span),
        recover: this.options.report,
      });
      return this.install(resolved);
    } catch (error) {
      this.options.report(errorOf(error, form));
      return undefined;
    }
  }

  check(module: Module | Interface): CheckedModule {
    const { nativeTypes, depthLimit, beyondLimit } = this.options;
    return checkModule(module, {
      errorsOf: 'module',
      remembered: this.types,
      find: (name) => this.defs.get(name.key) ?? this.loaded.def(name),
      interface: (name) => {
        const found = this.modules.get(name.text)?.module;
        return found?.kind === 'interface' ? found : undefined;
      },
      native: (internal) => nativeTypes.get(internal) ?? ['*'],
      depthLimit,
      ...(beyondLimit !== undefined && { beyondLimit }),
    });
  }

  has(name: string): boolean {
    return this.modules.has(name);
  }

  get names(): Iterable<string> {
    return this.modules.keys();
  }

  /** Where new modules are installed; empty at the root. */
  get namespace(): string {
    return this.loaded.namespace?.name ?? '';
  }

  /** Where new modules are installed; the root without a name. */
  enterNamespace(name: string): void {
    const nobody = new KeySetGuard(sortedSet([]), { kind: 'keys-all' });
    this.loaded.namespace = name === '' ? undefined : { name, user: nobody, admin: nobody };
  }

  /** As a transaction ends: modules stay, bare names do not. */
  forgetNames(): void {
    this.loaded = replPartOf(this.loaded);
  }

  /** What is installed meanwhile gives no bare names to the form that is being resolved. */
  aside(run: () => void): void {
    const before = this.loaded;
    this.loaded = new Loaded();
    run();
    this.loaded = before;
  }

  clearTopLevelNames(): void {
    this.loaded.clearTopLevelNames();
  }

  /** What `restore` goes back to. */
  save(): ReadonlyMap<string, ModuleData> {
    return new Map(this.modules);
  }

  restore(saved: ReadonlyMap<string, ModuleData>): void {
    this.modules = new Map(saved);
    this.forgetNames();
  }

  private find(name: string, span: Span): ModuleData | undefined {
    if (!this.modules.has(name)) this.options.wanted(name, span);
    const data = this.modules.get(name);
    if (data !== undefined) this.loaded.addModule(data);
    return data;
  }

  private install(resolved: ResolvedTopLevel): ResolvedTopLevel {
    switch (resolved.kind) {
      case 'module': {
        const module = hashModule(resolved.module);
        this.add(module);
        return { ...resolved, module };
      }
      case 'interface': {
        const declared = hashInterface(resolved.interface);
        this.types.clear();
        this.add(declared);
        return { ...resolved, interface: declared };
      }
      case 'repl-definition':
        this.types.clear();
        this.loaded.addDef(resolved.name, resolved.def);
        return resolved;
      default:
        return resolved;
    }
  }

  private add(module: Module | Interface): void {
    const data: ModuleData = { module, dependencies: new Map() };
    this.modules.set(module.name.text, data);
    this.loaded.addModule(data);
    for (const def of loadableDefs(module)) this.defs.set(memberName(module, def).key, def);
    for (const def of loadableDefs(module)) {
      const name = memberName(module, def);
      this.loaded.addTopLevelName(name.name, { name, def: def.kind });
    }
  }
}

/** Hashes that imports ask for are those of deployed modules. */
function withoutHashes(form: TopLevel): TopLevel {
  const open = (each: syntax.Import): syntax.Import => ({ ...each, hash: undefined });
  switch (form.kind) {
    case 'use':
      return { ...form, ...open(form) };
    case 'module':
      return {
        ...form,
        external: form.external.map((each) => (each.kind === 'use' ? open(each) : each)),
      };
    case 'interface':
      return { ...form, imports: form.imports.map(open) };
    default:
      return form;
  }
}

/** What a program has to answer for; anything else is thrown on. */
function errorOf(thrown: unknown, { span }: TopLevel): EvalError {
  if (isEvalError(thrown)) return thrown;
  if (!(thrown instanceof ValueTooLarge)) throw thrown;
  return evalError('ValueTooLarge', { what: thrown.what, limit: thrown.limit }, span);
}
