// The commands of `pact`, in the order of the help.

import { addSig } from './add-sig.ts';
import { chain } from './chain.ts';
import { check } from './check.ts';
import { combineSigs } from './combine-sigs.ts';
import { completion } from './completion.ts';
import { debug } from './debug.ts';
import type { CommandDefinition } from './define.ts';
import { deploy } from './deploy.ts';
import { devnet } from './devnet.ts';
import { doc } from './doc.ts';
import { fmt } from './fmt.ts';
import { gas } from './gas.ts';
import { index } from './index-project.ts';
import { init } from './init.ts';
import { key } from './key.ts';
import { lint } from './lint.ts';
import { lsp } from './lsp.ts';
import { mcp } from './mcp.ts';
import { node } from './node.ts';
import { poll } from './poll.ts';
import { require } from './require.ts';
import { seal } from './seal.ts';
import { send } from './send.ts';
import { serve } from './serve.ts';
import { sign } from './sign.ts';
import { test } from './test.ts';
import { types } from './types.ts';

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
  fmt,
  gas,
  index,
  init,
  key,
  lint,
  lsp,
  mcp,
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
