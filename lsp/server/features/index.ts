// All features, in the order of the protocol's description.

import type { Feature } from '../feature.ts';
import { definition } from './definition.ts';
import { diagnostics } from './diagnostics.ts';
import { folding } from './folding.ts';
import { formatting } from './formatting.ts';
import { links } from './links.ts';
import { outline } from './outline.ts';
import { selection } from './selection.ts';
import { tokens } from './tokens.ts';

export const features: readonly Feature[] = [
  definition,
  links,
  folding,
  selection,
  outline,
  tokens,
  diagnostics,
  formatting,
];
