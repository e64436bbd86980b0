// All calibrations. A test compares this list with the builtins of the language.

import { lists, objects } from './collections.ts';
import { curves } from './curves.ts';
import { numbers, times } from './numbers.ts';
import type { Calibration } from './program.ts';
import { capabilities } from './capabilities.ts';
import { database } from './database.ts';
import { guards } from './guards.ts';
import { environment, modules } from './modules.ts';
import { texts } from './texts.ts';

export const allCalibrations: readonly Calibration[] = [
  ...numbers,
  ...times,
  ...texts,
  ...lists,
  ...objects,
  ...curves,
  ...database,
  ...capabilities,
  ...guards,
  ...environment,
  ...modules,
];
