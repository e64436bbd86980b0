// The local variables during the resolution of a term: bound names and their depths. Bindings are undone in reverse order.

/** The meaning of a name before it was bound again. */
export type Shadowed = number | undefined;

export class LocalScope {
  /** Name to the depth at which it was bound. */
  private readonly levels = new Map<string, number>();
  private depth = 0;

  /** Returns the De Bruijn index of a local name; `undefined` if it is not local. */
  index(name: string): number | undefined {
    const level = this.levels.get(name);
    return level === undefined ? undefined : this.depth - level - 1;
  }

  /** Removes all bindings, after an error that left some of them open. */
  clear(): void {
    this.levels.clear();
    this.depth = 0;
  }

  names(): Iterable<string> {
    return this.levels.keys();
  }

  bind(name: string): Shadowed {
    const shadowed = this.levels.get(name);
    this.levels.set(name, this.depth);
    this.depth++;
    return shadowed;
  }

  unbind(name: string, shadowed: Shadowed): void {
    this.depth--;
    if (shadowed === undefined) this.levels.delete(name);
    else this.levels.set(name, shadowed);
  }

  /** Of equal names, the last one is visible. */
  bindAll(parameters: readonly { readonly name: string }[]): readonly Shadowed[] {
    return parameters.map(({ name }) => this.bind(name));
  }

  unbindAll(parameters: readonly { readonly name: string }[], shadowed: readonly Shadowed[]): void {
    for (let i = parameters.length - 1; i >= 0; i--) {
      this.unbind((parameters[i] as { readonly name: string }).name, shadowed[i]);
    }
  }
}
