// Formats figures of the chain.

import type { Micros } from '../../../chain/model/header.ts';
import { type CheckedRule, headerFailures } from '../../../chain/rules/header-failure.ts';
import { toBase64Url } from '../../../base/base64url.ts';
import { decodeUtf8 } from '../../../base/bytes.ts';
import type { AcceptFailure } from '../../../chain/blocks/index.ts';
import { blockFailureText } from '../../../chain/blocks/block-failure.ts';
import type { PayloadData, PayloadWithOutputs } from '../../../chain/model/payload.ts';
import { pairLines } from '../columns.ts';

/** The most milliseconds that a `Date` can represent. */
const maxMilliseconds = 8_640_000_000_000_000n;

/** Returns the time in ISO 8601, UTC, to the microsecond. */
export function timeText(time: Micros): string {
  const milliseconds = time >= 0n ? time / 1000n : (time - 999n) / 1000n;
  if (milliseconds > maxMilliseconds || milliseconds < -maxMilliseconds) return `${time} µs`;
  const rest = (time - milliseconds * 1000n).toString().padStart(3, '0');
  return new Date(Number(milliseconds)).toISOString().replace('Z', `${rest}Z`);
}

export function codeText(code: number): string {
  return `0x${code.toString(16).padStart(8, '0')}`;
}

/** Returns lines of names and values, with the values aligned. */
export function table(rows: readonly (readonly [string, string])[]): string {
  return pairLines(rows)
    .map((line) => `  ${line}`)
    .join('\n');
}

/** Lists the rules of a header, one per line, with the result of each. */
export function ruleTable(rules: readonly CheckedRule[]): string {
  return table(rules.map(ruleRow));
}

function ruleRow({ rule, fails }: CheckedRule): readonly [string, string] {
  const text = headerFailures[rule].rule;
  if (fails === undefined) return ['not checked', `${text} (a parent is missing)`];
  return fails ? ['FAILS', `${text} (${rule})`] : ['ok', text];
}

// Explains why a block is refused, check by check: first its header, then its content in the order of execution.

/** The checks of a block after its header, in this order. */
const contentChecks = {
  header: 'the hash must match the header',
  parent: 'its parent must be the block before it',
  fit: 'its miner and neighbours must be readable, and its rules known',
  count: 'it must not have more transactions than a block can have',
  hashes: 'the hashes of the payload must match its content',
  payload: 'the payload must match the header',
  readable: 'every transaction must be readable',
  valid: 'every transaction must be signed, in time, for this chain, and new on it',
  coinbase: 'the reward of the miner must succeed',
  paid: 'every transaction must pay for its gas, and fit into the block',
  outputs: 'execution must result in the payload of the header',
} as const;

type ContentCheck = keyof typeof contentChecks;

const checkOf = {
  'wrong-header-hash': 'header',
  'not-first': 'parent',
  'no-parent': 'parent',
  unfit: 'fit',
  'too-many-transactions': 'count',
  'wrong-payload-hashes': 'hashes',
  'other-payload': 'payload',
  'unreadable-transactions': 'readable',
  'invalid-transactions': 'valid',
  'coinbase-failed': 'coinbase',
  'transaction-refused': 'paid',
  'block-gas-limit-exceeded': 'paid',
  interrupted: 'paid',
  'payload-mismatch': 'outputs',
} as const satisfies Record<AcceptFailure['kind'], ContentCheck>;

/** Returns a row for each check, followed by the faults. */
export function refusalText(
  failure: AcceptFailure,
  given: PayloadData | PayloadWithOutputs,
): string {
  const failed = checkOf[failure.kind];
  const names = Object.keys(contentChecks) as ContentCheck[];
  const place = names.indexOf(failed);
  const rows = names.map((name, i): readonly [string, string] => [
    i < place ? 'ok' : i === place ? 'FAILS' : 'not checked',
    contentChecks[name],
  ]);
  return [table(rows), acceptFailureText(failure), ...differenceLines(failure, given)].join('\n');
}

/** One sentence. */
export function acceptFailureText(failure: AcceptFailure): string {
  switch (failure.kind) {
    case 'wrong-header-hash':
      return `The hash of the header is ${toBase64Url(failure.found)}`;
    case 'not-first':
      return 'It is a first block, but the chain already has one';
    case 'no-parent':
      return 'Its parent is not the block before it in the file';
    case 'unfit':
      return `The block cannot be executed: ${failure.text}`;
    default:
      return blockFailureText(failure);
  }
}

/** The most characters of an output to show. */
const maxShown = 2_000;

/** Shows both texts of each part where the execution differs from the block. */
function differenceLines(
  failure: AcceptFailure,
  given: PayloadData | PayloadWithOutputs,
): readonly string[] {
  if (failure.kind !== 'payload-mismatch' || failure.differs === undefined) return [];
  const { differs, executed } = failure;
  if (given.kind === 'data' || differs.part === 'inputs') return [];
  const partOf = ({ coinbase, transactions }: PayloadWithOutputs): Uint8Array | undefined =>
    differs.part === 'output' ? transactions[differs.position]?.output : coinbase;
  return [
    `  in the block:  ${shown(partOf(given))}`,
    `  by execution:  ${shown(partOf(executed))}`,
  ];
}

function shown(bytes: Uint8Array | undefined): string {
  const text = bytes === undefined ? 'nothing' : (decodeUtf8(bytes) ?? toBase64Url(bytes));
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
