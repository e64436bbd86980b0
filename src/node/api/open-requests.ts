// Requests that wait for the engine, counted by kind, with a limit for each kind.

import { apiLimits, type ApiLimits } from './limits.ts';

const kinds = {
  listen: { limit: 'listeners', what: 'requests of listen' },
  question: { limit: 'questions', what: 'requests of local, spv and spv2' },
  submission: { limit: 'submissions', what: 'requests of send' },
} as const satisfies Record<string, { limit: keyof typeof apiLimits; what: string }>;

export type OpenKind = keyof typeof kinds;

export type TooMany = { readonly open: number; readonly what: string };

export class OpenRequests {
  private readonly limits: ApiLimits;
  private readonly counts = new Map<OpenKind, number>();

  constructor(limits: ApiLimits) {
    this.limits = limits;
  }

  count(kind: OpenKind): number {
    return this.counts.get(kind) ?? 0;
  }

  /** Runs the work as one request of its kind, unless there are too many. */
  async run<T>(
    kind: OpenKind,
    work: () => Promise<T>,
    refuse: (tooMany: TooMany) => T,
  ): Promise<T> {
    const open = this.count(kind);
    const { limit, what } = kinds[kind];
    if (open >= this.limits[limit]) return refuse({ open, what });
    this.counts.set(kind, open + 1);
    try {
      return await work();
    } finally {
      this.counts.set(kind, this.count(kind) - 1);
    }
  }
}
