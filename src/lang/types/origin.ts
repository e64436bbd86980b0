// Where a type in an error comes from: both sides of a mismatch are shown with their places.

import type { Span } from '../../base/span.ts';

export type Origin = {
  readonly span: Span;
  /** Such as `parameter amount of transfer`; nothing where the place says enough. */
  readonly why?: string;
};
