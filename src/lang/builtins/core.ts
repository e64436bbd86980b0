// The builtins of the language, one sorted line each. Tables used elsewhere are generated from their definitions.

import { acquireModuleAdminBuiltin } from './capabilities/acquire-module-admin.ts';
import { composeCapabilityBuiltin } from './capabilities/compose-capability.ts';
import { emitEvent } from './capabilities/emit-event.ts';
import { enforceVerifier } from './capabilities/enforce-verifier.ts';
import { installCapabilityBuiltin } from './capabilities/install-capability.ts';
import { requireCapability } from './capabilities/require-capability.ts';
import { at } from './collections/at.ts';
import { contains } from './collections/contains.ts';
import { distinct } from './collections/distinct.ts';
import { enumerate } from './collections/enumerate.ts';
import { filter } from './collections/filter.ts';
import { fold } from './collections/fold.ts';
import { length } from './collections/length.ts';
import { makeList } from './collections/make-list.ts';
import { map } from './collections/map.ts';
import { remove } from './collections/remove.ts';
import { reverse } from './collections/reverse.ts';
import { sort } from './collections/sort.ts';
import { drop, take } from './collections/take-drop.ts';
import { zip } from './collections/zip.ts';
import { createTableBuiltin, describeTable } from './database/create-table.ts';
import { read, withDefaultRead, withRead } from './database/read.ts';
import { foldDb, keys, select } from './database/select.ts';
import { insert, update, write } from './database/write.ts';
import type { BuiltinDefinition } from './define.ts';
import { pactId, resume, yieldBuiltin } from './defpacts/yield.ts';
import { chainData, txHash } from './environment/chain-data.ts';
import { readKeyset } from './environment/read-keyset.ts';
import { readMsg, readString } from './environment/read-msg.ts';
import { readDecimal, readInteger } from './environment/read-number.ts';
import { verifySpv } from './environment/verify-spv.ts';
import { bind } from './functions/bind.ts';
import { compose } from './functions/compose.ts';
import { cond } from './functions/cond.ts';
import { continuePact, identity } from './functions/identity.ts';
import { typeOf } from './functions/typeof.ts';
import { where } from './functions/where.ts';
import {
  createCapabilityGuard,
  createCapabilityPactGuard,
  createModuleGuard,
  createPactGuard,
} from './guards/create-guard.ts';
import { defineKeyset } from './guards/define-keyset.ts';
import { enforceGuardBuiltin, enforceKeyset } from './guards/enforce-guard.ts';
import { describeKeyset, keysetRefGuard } from './guards/keyset-ref-guard.ts';
import { hashKeccak256 } from './hashes/hash-keccak256.ts';
import { hash } from './hashes/hash.ts';
import { hashPoseidon, poseidonHackAChain } from './hashes/poseidon.ts';
import { hyperlaneMessageId } from './hyperlane/message-id.ts';
import {
  hyperlaneDecodeTokenMessage,
  hyperlaneEncodeTokenMessage,
} from './hyperlane/token-message.ts';
import { defineNamespace } from './modules/define-namespace.ts';
import { describeModule, listModules } from './modules/describe-module.ts';
import { describeNamespace, namespaceBuiltin } from './modules/namespace.ts';
import { staticRedeploy } from './modules/static-redeploy.ts';
import { add } from './operators/add.ts';
import { bitwiseAnd, bitwiseNot, bitwiseOr, bitwiseXor, shift } from './operators/bits.ts';
import { greater, greaterOrEqual, less, lessOrEqual } from './operators/comparison.ts';
import { divide, modulo } from './operators/divide.ts';
import { equal, notEqual } from './operators/equality.ts';
import { andPredicates, not, notPredicate, orPredicates } from './operators/logic.ts';
import { abs, dec } from './operators/magnitude.ts';
import { multiply } from './operators/multiply.ts';
import { power } from './operators/power.ts';
import { ceiling, floor, round } from './operators/rounding.ts';
import { negate, subtract } from './operators/subtract.ts';
import { exp, ln, log, sqrt } from './operators/transcendental.ts';
import {
  createPrincipal,
  isPrincipal,
  typeofPrincipal,
  validatePrincipal,
} from './principals/principals.ts';
import { base64Decode, base64Encode } from './strings/base64.ts';
import { concat } from './strings/concat.ts';
import { intToStr } from './strings/int-to-str.ts';
import { isCharset } from './strings/is-charset.ts';
import { format, show } from './strings/show.ts';
import { strToInt } from './strings/str-to-int.ts';
import { strToList } from './strings/str-to-list.ts';
import { addTime, days, diffTime, hours, minutes } from './time/duration.ts';
import { formatTimeBuiltin, parseTimeBuiltin, time } from './time/time.ts';
import { pairingCheckBuiltin } from './zk/pairing-check.ts';
import { pointAdd, scalarMult } from './zk/point-add.ts';

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
