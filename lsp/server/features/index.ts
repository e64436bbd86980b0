// All features, in the order of the protocol's description.

import type { Feature } from '../feature.ts';
import { codeActions } from './code-actions.ts';
import { codeLens } from './code-lens.ts';
import { completion } from './completion.ts';
import { definition } from './definition.ts';
import { diagnostics } from './diagnostics.ts';
import { folding } from './folding.ts';
import { formatting } from './formatting.ts';
import { hierarchy } from './hierarchy.ts';
import { hover } from './hover.ts';
import { implementation } from './implementation.ts';
import { inlayHints } from './inlay-hints.ts';
import { links } from './links.ts';
import { outline } from './outline.ts';
import { references } from './references.ts';
import { fileRenames } from './rename-files.ts';
import { rename } from './rename.ts';
import { selection } from './selection.ts';
import { signatureHelp } from './signature-help.ts';
import { tests } from './tests.ts';
import { textContent } from './text-content.ts';
import { tokens } from './tokens.ts';
import { workspaceSymbols } from './workspace-symbols.ts';

export const features: readonly Feature[] = [
  definition,
  implementation,
  references,
  hierarchy,
  links,
  hover,
  codeLens,
  folding,
  selection,
  outline,
  tokens,
  inlayHints,
  completion,
  diagnostics,
  signatureHelp,
  codeActions,
  formatting,
  rename,
  fileRenames,
  workspaceSymbols,
  textContent,
  tests,
];
