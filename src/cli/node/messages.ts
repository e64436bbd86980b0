// What the main thread gives the thread of a node, and what that tells.

import type { FlagValue } from '../../node/configuration/index.ts';

export type NodeWork = {
  readonly kind: 'run' | 'check' | 'replay';
  /** The configuration again: what it holds is no plain data. */
  readonly file: { readonly path: string; readonly text: string } | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly flags: readonly FlagValue[];
  /** For a replay: a backup. */
  readonly backup: string | undefined;
  readonly isJson: boolean;
};

/** Beside those of every service. */
export type FromNode =
  | {
      readonly kind: 'ready';
      readonly address: string;
      readonly network: string;
      readonly chains: number;
      /** The cut's height where an earlier run ended; `undefined` for a new folder. */
      readonly continuedAt: number | undefined;
      readonly data: string | undefined;
      /** Where metrics are served; `undefined`: nowhere. */
      readonly metrics: string | undefined;
      /** How blocks come about. One sentence. */
      readonly mining: string;
    }
  /** What came of a check or a replay: lines, or an object. */
  | { readonly kind: 'done'; readonly text: string; readonly isGood: boolean };
