// All rules, by name.

import type { Rule } from '../rule.ts';
import { condDefault, constantCondition, redundantBoolean } from './conditions.ts';
import {
  deprecatedBuiltin,
  duplicateKey,
  duplicateName,
  shadowedBinding,
  shadowedBuiltin,
} from './names.ts';
import {
  guardAfterWrite,
  openCapability,
  openGovernance,
  unguardedWrite,
  userSuppliedGuard,
} from './authority.ts';
import { uncheckedAmount } from './amounts.ts';
import {
  unknownIgnore,
  unusedBinding,
  unusedIgnore,
  unusedImport,
  unusedResult,
} from './unused.ts';

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
