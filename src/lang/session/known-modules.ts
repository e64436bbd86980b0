// Caches the steps of installing modules and interfaces: resolved, with constants, hashed, as stored. The key of each step
// is the object that the step before returned, so a result is found only if all its inputs are the same, spans included.
//
// Everything that does not depend only on the source is done every time: governance, constants, every charge.
import { equalBytes } from '../../base/bytes.ts';
import type {
  Def,
  Dependency,
  Interface,
  InterfaceDef,
  Module,
  ModuleData,
} from '../core/model/definition.ts';
import { hashInterface, hashModule } from '../core/encoding/module-hash.ts';
import type { CodeSizes } from '../core/size/term-size.ts';
import type { ResolveEnvironment } from '../resolve/environment.ts';
import { KnownResolutions } from '../resolve/known-resolutions.ts';
import type { ResolvedTopLevel } from '../resolve/top-level.ts';
import type { TopLevel } from '../syntax/ast.ts';
import { CborWriter } from '../values/encoding/cbor-writer.ts';
import { writePactValue } from '../values/encoding/value-cbor.ts';
import type { PactValue } from '../values/value.ts';
import { CompiledCode } from '../state/code.ts';
import { ParsedSources } from '../syntax/parsed-sources.ts';

export class KnownModules {
  private readonly resolutions = new KnownResolutions();
  private readonly modules = new Steps<Module>();
  private readonly interfaces = new Steps<Interface>();
  private readonly stored = new WeakMap<Module | Interface, ModuleData>();

  resolve(written: TopLevel, environment: ResolveEnvironment): ResolvedTopLevel {
    return this.resolutions.resolve(written, environment);
  }

  /** The resolved module with its constants as values. */
  evaluatedModule(resolved: Module, evaluated: Module): Module {
    return this.modules.evaluated(resolved, evaluated);
  }

  evaluatedInterface(resolved: Interface, evaluated: Interface): Interface {
    return this.interfaces.evaluated(resolved, evaluated);
  }

  hashModule(evaluated: Module, sizes: CodeSizes): Module {
    return this.modules.hashed(evaluated, () => hashModule(evaluated, sizes));
  }

  hashInterface(evaluated: Interface): Interface {
    return this.interfaces.hashed(evaluated, () => hashInterface(evaluated));
  }

  data(found: ModuleData): ModuleData {
    const known = this.stored.get(found.module);
    if (known !== undefined && sameDependencies(known, found)) return known;
    this.stored.set(found.module, found);
    return found;
  }
}

class Steps<M extends { readonly defs: readonly (Def | InterfaceDef)[] }> {
  private readonly byResolved = new WeakMap<M, M>();
  private readonly byEvaluated = new WeakMap<M, M>();

  evaluated(resolved: M, evaluated: M): M {
    const known = this.byResolved.get(resolved);
    if (known !== undefined && sameConstants(known.defs, evaluated.defs)) return known;
    this.byResolved.set(resolved, evaluated);
    return evaluated;
  }

  hashed(evaluated: M, hash: () => M): M {
    let known = this.byEvaluated.get(evaluated);
    if (known === undefined) {
      known = hash();
      this.byEvaluated.set(evaluated, known);
    }
    return known;
  }
}

type Defs = readonly (Def | InterfaceDef)[];

/** Compares versions of one resolved module, which can differ only in values of constants. */
function sameConstants(left: Defs, right: Defs): boolean {
  return left.every((def, i) => {
    const other = right[i];
    if (def === other) return true;
    if (def.kind !== 'defconst' || other?.kind !== 'defconst') return false;
    if (def.value.kind !== 'evaluated' || other.value.kind !== 'evaluated') return false;
    return sameValue(def.value.value, other.value.value);
  });
}

/** Identical, not only equal: `1.0` is not `1.00`. */
function sameValue(left: PactValue, right: PactValue): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right;
  return left === right || equalBytes(bytesOf(left), bytesOf(right));
}

function bytesOf(value: PactValue): Uint8Array {
  const writer = new CborWriter();
  writePactValue(writer, value);
  return writer.finish();
}

function sameDependencies(
  { dependencies: left }: ModuleData,
  { dependencies: right }: ModuleData,
): boolean {
  if (left === right) return true;
  if (left.size !== right.size) return false;
  const others = right.entries();
  for (const [key, { def }] of left) {
    const other: readonly [string, Dependency] | undefined = others.next().value;
    if (other?.[0] !== key || other[1].def !== def) return false;
  }
  return true;
}

// A cache shared by the sessions of one process: the trees of sources that they have run, and the modules in them as
// installed. Results and charges of a session are the same with and without it.

export class ProgramCache {
  readonly sources: ParsedSources;
  /** Keyed weakly by tree: an entry lives as long as its tree. */
  readonly modules = new KnownModules();

  /** `limit`: UTF-16 units of all texts together. */
  constructor(limit?: number) {
    this.sources = new ParsedSources(limit);
  }

  /** Belongs to one session: its code would keep the session alive. */
  codeOfSession(): CompiledCode {
    return new CompiledCode();
  }

  clear(): void {
    this.sources.clear();
  }
}
