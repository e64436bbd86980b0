// The types of definitions that were checked before, by their full names, which contain the hashes of their modules.

import type { FullyQualifiedName } from '../values/names.ts';
import type { KnownDefinition } from './context.ts';

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
