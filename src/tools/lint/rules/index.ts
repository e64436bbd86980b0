// All rules, by name.

import type { Rule } from '../define.ts';
import { condDefault } from './cond-default.ts';
import { constantCondition } from './constant-condition.ts';
import { deprecatedBuiltin } from './deprecated-builtin.ts';
import { duplicateKey } from './duplicate-key.ts';
import { duplicateName } from './duplicate-name.ts';
import { guardAfterWrite } from './guard-after-write.ts';
import { openCapability } from './open-capability.ts';
import { openGovernance } from './open-governance.ts';
import { redundantBoolean } from './redundant-boolean.ts';
import { shadowedBinding } from './shadowed-binding.ts';
import { shadowedBuiltin } from './shadowed-builtin.ts';
import { uncheckedAmount } from './unchecked-amount.ts';
import { unguardedWrite } from './unguarded-write.ts';
import { unknownIgnore } from './unknown-ignore.ts';
import { unusedBinding } from './unused-binding.ts';
import { unusedIgnore } from './unused-ignore.ts';
import { unusedImport } from './unused-import.ts';
import { unusedResult } from './unused-result.ts';
import { userSuppliedGuard } from './user-supplied-guard.ts';

export const rules: readonly Rule[] = [
  condDefault,
  constantCondition,
  deprecatedBuiltin,
  duplicateKey,
  duplicateName,
  guardAfterWrite,
  openCapability,
  openGovernance,
  redundantBoolean,
  shadowedBinding,
  shadowedBuiltin,
  uncheckedAmount,
  unguardedWrite,
  unknownIgnore(() => rules.map(({ name }) => name)),
  unusedBinding,
  unusedIgnore,
  unusedImport,
  unusedResult,
  userSuppliedGuard,
];
