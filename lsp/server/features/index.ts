// All features, in the order of the protocol's description.

import type { Feature } from '../session.ts';
import { codeActions, fileRenames, formatting, rename } from './edits.ts';
import { codeLens, hover, inlayHints } from './hints.ts';
import { completion, signatureHelp } from './completion.ts';
import {
  definition,
  hierarchy,
  implementation,
  links,
  references,
  textContent,
} from './navigation.ts';
import { diagnostics } from '../diagnostics.ts';
import { folding, outline, selection, workspaceSymbols } from './symbols.ts';
import { tests } from '../tests/tests.ts';
import { tokens } from './tokens.ts';

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
