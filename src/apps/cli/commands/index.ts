// The commands of `pact`, in the order of the help.

import { addSig, combineSigs, key, seal, sign } from './signing.ts';
import { chain } from './chain.ts';
import { check, doc, fmt, index, lint, types } from './sources.ts';
import { completion, init } from './setup.ts';
import { debug, lsp, mcp } from './editors.ts';
import type { CommandDefinition } from './define.ts';
import { exportCommand } from './export.ts';
import { deploy } from './deploy.ts';
import { devnet, serve } from './servers.ts';
import { node } from './node.ts';
import { gas } from './gas.ts';
import { network } from './network.ts';
import { poll, send } from './sending.ts';
import { require } from './require.ts';
import { test } from './test.ts';

export const commands: readonly CommandDefinition[] = [
  addSig,
  chain,
  check,
  combineSigs,
  completion,
  debug,
  deploy,
  devnet,
  doc,
  exportCommand,
  fmt,
  gas,
  index,
  init,
  key,
  lint,
  lsp,
  mcp,
  network,
  node,
  poll,
  require,
  seal,
  send,
  serve,
  sign,
  test,
  types,
];
