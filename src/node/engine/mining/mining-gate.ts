// Whether blocks are made now. A node that lacks blocks of its network, or hears of nobody, would make blocks that the
// network drops.

export class MiningGate {
  private reason: () => string | undefined = () => undefined;

  /** `reason`: returns one sentence while no blocks are to be made. */
  closeWhile(reason: () => string | undefined): void {
    this.reason = reason;
  }

  /** Why no blocks are made now; `undefined`: they are. */
  get closed(): string | undefined {
    return this.reason();
  }
}
