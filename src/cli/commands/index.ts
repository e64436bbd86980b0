// All commands of `pact`, by name.

import { check } from './check.ts';
import type { CommandDefinition } from './define.ts';
import { fmt } from './fmt.ts';
import { init } from './init.ts';
import { key } from './key.ts';
import { lint } from './lint.ts';
import { test } from './test.ts';

export const commands: readonly CommandDefinition[] = [check, fmt, init, key, lint, test];
