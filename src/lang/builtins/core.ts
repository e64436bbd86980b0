// The builtins of the language, one sorted line each. Tables used elsewhere are generated from their definitions.

import {
  acquireModuleAdminBuiltin,
  composeCapabilityBuiltin,
  emitEvent,
  enforceVerifier,
  installCapabilityBuiltin,
  requireCapability,
} from './capabilities/capabilities.ts';
import { at, contains, length, remove } from './collections/elements.ts';
import { distinct } from './collections/distinct.ts';
import { enumerate, makeList, reverse, sort } from './collections/lists.ts';
import { filter, fold, map, zip } from './collections/iteration.ts';
import { drop, take } from './collections/take-drop.ts';
import { createTableBuiltin, describeTable } from './database/create-table.ts';
import { read, withDefaultRead, withRead } from './database/read.ts';
import { foldDb, keys, select } from './database/select.ts';
import { insert, update, write } from './database/write.ts';
import type { BuiltinDefinition } from './define.ts';
import { pactId, resume, yieldBuiltin } from './defpacts/yield.ts';
import { chainData, txHash, verifySpv } from './environment/chain-data.ts';
import {
  readDecimal,
  readInteger,
  readKeyset,
  readMsg,
  readString,
} from './environment/message.ts';
import {
  bind,
  compose,
  cond,
  continuePact,
  identity,
  typeOf,
  where,
} from './functions/functions.ts';
import {
  createCapabilityGuard,
  createCapabilityPactGuard,
  createModuleGuard,
  createPactGuard,
  enforceGuardBuiltin,
  enforceKeyset,
} from './guards/guards.ts';
import { defineKeyset, describeKeyset, keysetRefGuard } from './guards/keysets.ts';
import { hash, hashKeccak256, hashPoseidon, poseidonHackAChain } from './hashes/hashes.ts';
import {
  hyperlaneDecodeTokenMessage,
  hyperlaneEncodeTokenMessage,
  hyperlaneMessageId,
} from './hyperlane/hyperlane.ts';
import { defineNamespace, describeNamespace, namespaceBuiltin } from './modules/namespaces.ts';
import { describeModule, listModules } from './modules/describe-module.ts';
import { staticRedeploy } from './modules/static-redeploy.ts';
import { add, negate, subtract } from './operators/sums.ts';
import { bitwiseAnd, bitwiseNot, bitwiseOr, bitwiseXor, shift } from './operators/bits.ts';
import {
  equal,
  greater,
  greaterOrEqual,
  less,
  lessOrEqual,
  notEqual,
} from './operators/comparison.ts';
import { divide, modulo, multiply } from './operators/products.ts';
import { andPredicates, not, notPredicate, orPredicates } from './operators/logic.ts';
import { abs, ceiling, dec, floor, round } from './operators/rounding.ts';
import { exp, ln, log, power, sqrt } from './operators/powers.ts';
import {
  createPrincipal,
  isPrincipal,
  typeofPrincipal,
  validatePrincipal,
} from './principals/principals.ts';
import { base64Decode, base64Encode } from './strings/base64.ts';
import { concat, format, isCharset, show, strToList } from './strings/strings.ts';
import { intToStr, strToInt } from './strings/integers.ts';
import { addTime, days, diffTime, hours, minutes } from './time/duration.ts';
import { formatTimeBuiltin, parseTimeBuiltin, time } from './time/time.ts';
import { pairingCheckBuiltin, pointAdd, scalarMult } from './zk/zk.ts';

/** Sorted by name. */
export const coreBuiltins: readonly BuiltinDefinition[] = [
  notEqual, // !=
  bitwiseAnd, // &
  multiply, // *
  add, // +
  subtract, // -
  divide, // /
  less, // <
  lessOrEqual, // <=
  equal, // =
  greater, // >
  greaterOrEqual, // >=
  power, // ^
  abs,
  acquireModuleAdminBuiltin,
  addTime,
  andPredicates, // and?
  at,
  base64Decode,
  base64Encode,
  bind,
  ceiling,
  chainData,
  compose,
  composeCapabilityBuiltin,
  concat,
  cond,
  contains,
  continuePact,
  createCapabilityGuard,
  createCapabilityPactGuard,
  createModuleGuard,
  createPactGuard,
  createPrincipal,
  createTableBuiltin,
  days,
  dec,
  defineKeyset,
  defineNamespace,
  describeKeyset,
  describeModule,
  describeNamespace,
  describeTable,
  diffTime,
  distinct,
  drop,
  emitEvent,
  enforceGuardBuiltin,
  enforceKeyset,
  enforceVerifier,
  enumerate,
  exp,
  filter,
  floor,
  fold,
  foldDb,
  format,
  formatTimeBuiltin,
  hash,
  hashKeccak256,
  hashPoseidon,
  hours,
  hyperlaneDecodeTokenMessage,
  hyperlaneEncodeTokenMessage,
  hyperlaneMessageId,
  identity,
  insert,
  installCapabilityBuiltin,
  intToStr,
  isCharset,
  isPrincipal,
  keys,
  keysetRefGuard,
  length,
  listModules,
  ln,
  log,
  makeList,
  map,
  minutes,
  modulo, // mod
  namespaceBuiltin,
  negate,
  not,
  notPredicate, // not?
  orPredicates, // or?
  pactId,
  pairingCheckBuiltin,
  parseTimeBuiltin,
  pointAdd,
  poseidonHackAChain,
  read,
  readDecimal,
  readInteger,
  readKeyset,
  readMsg,
  readString,
  remove,
  requireCapability,
  resume,
  reverse,
  round,
  scalarMult,
  select,
  shift,
  show,
  sort,
  sqrt,
  staticRedeploy,
  strToInt,
  strToList,
  take,
  time,
  txHash,
  typeOf,
  typeofPrincipal,
  update,
  validatePrincipal,
  verifySpv,
  where,
  withDefaultRead,
  withRead,
  write,
  bitwiseXor, // xor
  yieldBuiltin,
  zip,
  bitwiseOr, // |
  bitwiseNot, // ~
];
