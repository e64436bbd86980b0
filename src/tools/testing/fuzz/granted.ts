// Grants managed capabilities that a call needs, as its signer would: by signatures scoped to them, or, if that is too
// narrow, by installing them.

import type { EvalError } from '../../../lang/session/run.ts';
import { stringText } from './example.ts';
import type { CallOutcome } from './fuzz-session.ts';

export type Program = {
  /** Forms that set the time and the hash of the transaction. */
  readonly before: readonly string[];
  readonly call: string;
  readonly after?: readonly string[];
  /** The signers from here on; `undefined`: as before. */
  readonly signers?: readonly string[] | undefined;
};

export type Ran = {
  readonly outcome: CallOutcome;
  /** The program that was run. */
  readonly text: string;
};

type Run = (text: string) => CallOutcome;

/** The most capabilities granted to one call. */
const maxGrants = 8;

/** `present`: the keys that have signed before the program. */
export function granted(program: Program, present: readonly string[], run: Run): Ran {
  const first = attempt(program, [], run);
  const missing = missingCapability(first.outcome);
  if (missing === undefined) return first;
  const signers = program.signers ?? present;
  const install = (capabilities: readonly string[]): readonly string[] =>
    capabilities.map((each) => `(install-capability ${each})`);
  const scope = (capabilities: readonly string[]): readonly string[] => [
    `(env-sigs [${signers.map((key) => scopedSignature(key, capabilities)).join(' ')}])`,
  ];
  const restored = { ...program, after: [...(program.after ?? []), keysText(signers)] };
  const scoped = signers.length === 0 ? first : grantOneByOne(restored, missing, scope, run);
  const isEnough = scoped.outcome.kind !== 'error' || !isRefusal(scoped.outcome.error);
  return isEnough ? scoped : grantOneByOne(program, missing, install, run);
}

function grantOneByOne(
  program: Program,
  first: string,
  grant: (capabilities: readonly string[]) => readonly string[],
  run: Run,
): Ran {
  const capabilities = new Set<string>();
  let missing: string | undefined = first;
  let ran: Ran = { outcome: { kind: 'ended' }, text: '' };
  while (missing !== undefined && !capabilities.has(missing) && capabilities.size < maxGrants) {
    capabilities.add(missing);
    ran = attempt(program, grant([...capabilities]), run);
    missing = missingCapability(ran.outcome);
  }
  return ran;
}

function attempt(
  { before, call, after = [], signers }: Program,
  grants: readonly string[],
  run: Run,
): Ran {
  const keys = signers === undefined ? [] : [keysText(signers)];
  const text = [...keys, ...before, ...grants, call, ...after].join('\n');
  return { outcome: run(text), text };
}

export function keysText(keys: readonly string[]): string {
  return `(env-keys [${keys.map(stringText).join(' ')}])`;
}

function scopedSignature(key: string, capabilities: readonly string[]): string {
  return `{"key": ${stringText(key)}, "caps": [${capabilities.join(' ')}]}`;
}

/** Returns the capability as code: `(m.TRANSFER "alice" "bob" 1.0)`. */
function missingCapability(outcome: CallOutcome): string | undefined {
  if (outcome.kind !== 'error' || outcome.error.name !== 'CapNotInstalled') return undefined;
  const text = outcome.error.message.replaceAll(/\s*\n\s*/g, ' ');
  const begin = text.indexOf('(');
  return begin < 0 ? undefined : text.slice(begin);
}

/** Checks for a signature of a narrower capability, and for arguments that no expression can produce. */
const isRefusal = (error: EvalError): boolean =>
  error.name === 'KeysetPredicateFailure' ||
  error.name === 'CapNotInstalled' ||
  error.class === 'lexer' ||
  error.class === 'parse' ||
  error.class === 'desugar';
