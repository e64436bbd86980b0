// The messages between the main thread and the thread of a node.

import type { FlagValue } from '../../../node/configuration/index.ts';

export type NodeWork = {
  readonly kind: 'run' | 'check' | 'replay';
  /** The configuration file, to be read again: its parsed form cannot be sent to a thread. */
  readonly file: { readonly path: string; readonly text: string } | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly flags: readonly FlagValue[];
  /** The backup to replay. */
  readonly backup: string | undefined;
  readonly isJson: boolean;
};

/** The messages of a node, in addition to those of every service. */
export type FromNode =
  | {
      readonly kind: 'ready';
      readonly address: string;
      readonly network: string;
      readonly chains: number;
      /** The height of the cut at which an earlier run stopped; `undefined` for a new folder. */
      readonly continuedAt: number | undefined;
      readonly data: string | undefined;
      /** The address of the metrics; `undefined` if they are not served. */
      readonly metrics: string | undefined;
      /** A sentence about how blocks are made. */
      readonly mining: string;
    }
  /** The result of a check or a replay: lines, or an object. */
  | { readonly kind: 'done'; readonly text: string; readonly isGood: boolean };
