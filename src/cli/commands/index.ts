// The commands of `pact`, in the order of the help.

import { check } from './check.ts';
import type { CommandDefinition } from './define.ts';
import { doc } from './doc.ts';
import { fmt } from './fmt.ts';
import { index } from './index-project.ts';
import { init } from './init.ts';
import { key } from './key.ts';
import { lint } from './lint.ts';
import { test } from './test.ts';

export const commands: readonly CommandDefinition[] = [
  check,
  doc,
  fmt,
  index,
  init,
  key,
  lint,
  test,
];
