// The state of one module's translation. Pact 4 inlined definitions of other modules at their uses; here they are
// collected under names of their own.
// Source: Serialise/LegacyPact.hs (TranslateState).

import { concatBytes, utf8 } from '../../base/bytes.ts';
import { blake2b256 } from '../../base/crypto/hashes.ts';
import type { Def, Dependency } from '../core/model/definition.ts';
import { CborWriter } from '../values/encoding/cbor-writer.ts';
import { hashBytes, hashFromBytes, type Hash } from '../values/encoding/hash.ts';
import { writeModuleName } from '../values/encoding/type-cbor.ts';
import { FullyQualifiedName, QualifiedName, type ModuleName } from '../values/names.ts';

export class Translation {
  /** Names given to definitions, by qualified name. */
  private readonly names = new Map<string, FullyQualifiedName>();
  private readonly gathered = new Map<string, Dependency>();

  /** In the order in which they were found. */
  get dependencies(): readonly Dependency[] {
    return [...this.gathered.values()];
  }

  /** Definitions of the module itself are looked up, not collected. */
  within<T>(own: readonly FullyQualifiedName[], translate: () => T): T {
    for (const name of own) this.names.set(name.qualified, name);
    const result = translate();
    for (const name of own) this.names.delete(name.qualified);
    return result;
  }

  nameOf(module: ModuleName, name: string): FullyQualifiedName | undefined {
    return this.names.get(new QualifiedName(name, module).text);
  }

  /** Names an inlined definition by a hash of its context. */
  named(
    module: ModuleName,
    name: string,
    parent: Hash,
    translate: (hash: Hash) => Def,
  ): FullyQualifiedName {
    const known = this.nameOf(module, name);
    if (known !== undefined) return known;
    const writer = new CborWriter();
    writeModuleName(writer, module);
    const parts = [writer.written.slice(), utf8(name), hashBytes(parent)];
    const full = new FullyQualifiedName(
      module,
      name,
      hashFromBytes(blake2b256(concatBytes(parts))),
    );
    const def = translate(full.hash);
    this.names.set(full.qualified, full);
    this.gathered.set(full.key, { name: full, def });
    return full;
  }

  /** An inlined table has the hash of its own module. */
  table(name: FullyQualifiedName, translate: () => Def): void {
    const known = this.names.get(name.qualified);
    if (known?.hash === name.hash) return;
    if (known === undefined) this.names.set(name.qualified, name);
    if (!this.gathered.has(name.key)) this.gathered.set(name.key, { name, def: translate() });
  }
}
