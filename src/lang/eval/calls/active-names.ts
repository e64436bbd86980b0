// The names of the running functions, none of which may be entered again (Evaluator.hs, evalWithStackFrame). Calls are
// usually nested only a few levels, and comparing a few names is faster than hashing one.

/** Deeper calls are kept in a set. */
const fewNames = 8;

export class ActiveNames {
  private readonly few: string[] = [];
  private readonly more = new Set<string>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Enters a name. Returns `false` and changes nothing if it is already active. */
  enter(name: string): boolean {
    const { few, count } = this;
    const filled = count < fewNames ? count : fewNames;
    for (let at = 0; at < filled; at++) if (few[at] === name) return false;
    if (count < fewNames) few[count] = name;
    else if (this.more.has(name)) return false;
    else this.more.add(name);
    this.count = count + 1;
    return true;
  }

  /** The name that was entered last. */
  leave(name: string): void {
    this.count -= 1;
    if (this.count >= fewNames) this.more.delete(name);
  }
}
