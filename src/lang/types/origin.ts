// The origin of a type in an error: both sides of a mismatch are shown with their places.

import type { Span } from '../../base/span.ts';

export type Origin = {
  readonly span: Span;
  /** Such as `parameter amount of transfer`; absent if the place says enough. */
  readonly why?: string;
};
