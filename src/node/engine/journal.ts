// How a node makes durable what it writes: whole steps, each of which is stored or not. After a disk fault nothing more is
// written, and nothing new is acknowledged.

export interface Journal {
  /** Ends a step: what was written since the last one is stored together or not at all. */
  endStep(): void;
  /** Resolves when other threads can read all ended steps. Rejects with a `StoreFault`. */
  committed(): Promise<void>;
  /** Resolves when all ended steps are durable. Rejects with a `StoreFault`. */
  durable(): Promise<void>;
  /** The reason why nothing more is written. */
  readonly fault: string | undefined;
}
