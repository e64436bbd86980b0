// Is this a command that may run: its payload and code can be read, its hash is that of its text,
// and every signer has signed. The order of the questions is the reference's, since the first that
// fails names the fault.
// Source: pact-request-api/Pact/Core/Command/Types.hs (verifyCommand).

import { bad, good, type Result } from '../base/result.ts';
import { Source } from '../base/span.ts';
import {
  errorText,
  parseProgram,
  syntaxError,
  type EvalError,
  type Hash,
  type TopLevel,
} from '../lang/session/run.ts';
import { checkClaim, claimOf, type SignatureChecker, type SignatureClaim } from './claims.ts';
import type { Verdict } from './claims.ts';
import { hashFault, type Command } from './command.ts';
import type { Reading } from './fault.ts';
import type { MetaReader } from './meta.ts';
import { readPayload, type Payload } from './payload.ts';

/** A command that may run. Made by the functions of this file only. */
export type VerifiedCommand<Meta> = {
  readonly hash: Hash;
  readonly payload: Payload<Meta>;
  /** The forms of an exec message; none of a continuation. */
  readonly program: Program;
};

export type Program = { readonly source: Source; readonly forms: readonly TopLevel[] };

export type VerifyOptions<Meta> = {
  readonly meta: MetaReader<Meta>;
  /** Levels of brackets in the code; more than the default needs a larger stack. */
  readonly nestingLimit?: number;
};

/** Checks everything on this thread. A fault's sentence begins with `Invalid command: `. */
export function verifyCommand<Meta>(
  command: Command,
  options: VerifyOptions<Meta>,
): Reading<VerifiedCommand<Meta>> {
  const prepared = prepareCommand(command, options);
  if (!prepared.ok) return prepared;
  return conclude(prepared.value, prepared.value.claims.map(checkClaim));
}

/** The same, with the signatures checked elsewhere. */
export async function verifyInBackground<Meta>(
  command: Command,
  options: VerifyOptions<Meta>,
  checker: SignatureChecker,
): Promise<Reading<VerifiedCommand<Meta>>> {
  const prepared = prepareCommand(command, options);
  if (!prepared.ok) return prepared;
  const verdicts = prepared.value.claims.map((claim) => checker.check(claim));
  return conclude(prepared.value, await Promise.all(verdicts));
}

/**
 * A command that is verified already, such as one of a genesis block, of which the hash is
 * not that of its text: payload and code are read, and nothing is checked.
 */
export function trustCommand<Meta>(
  command: Command,
  { meta, nestingLimit }: VerifyOptions<Meta>,
): Reading<VerifiedCommand<Meta>> {
  const payload = readPayload(command.cmd, meta);
  if (!payload.ok) return invalid(payload.fault.sentence);
  const trusted = trustPayload(command, payload.value, { nestingLimit });
  return trusted.ok ? trusted : invalid(placedText(trusted.fault));
}

/** The same for a command of which `readPayload` has read the text. A fault is an error of syntax. */
export function trustPayload<Meta>(
  { hash }: Pick<Command, 'hash'>,
  payload: Payload<Meta>,
  { nestingLimit }: { readonly nestingLimit?: number | undefined } = {},
): Result<VerifiedCommand<Meta>, EvalError> {
  const { message } = payload;
  const program = parsedCode(message.kind === 'exec' ? message.code : '', nestingLimit);
  return program.ok ? good({ hash, payload, program: program.value }) : program;
}

/** Signatures of a command: as nodes have it, `defaultMaxCommandUserSigListSize` in Validations.hs. */
export const mostSignatures = 100;

/** Checks everything but the signatures: for unsigned commands. */
export function verifyUnsigned<Meta>(
  command: Command,
  options: VerifyOptions<Meta>,
): Reading<VerifiedCommand<Meta>> {
  const read = trustCommand(command, options);
  if (!read.ok) return read;
  const mismatch = hashFault(command);
  if (mismatch !== undefined) return invalid(mismatch);
  const count = Math.max(command.signatures.length, read.value.payload.signers.length);
  if (count <= mostSignatures) return read;
  return invalid(
    `Signature list size too big: ${count} signatures, ${mostSignatures} are the most`,
  );
}

type Prepared<Meta> = VerifiedCommand<Meta> & { readonly claims: readonly SignatureClaim[] };

function prepareCommand<Meta>(
  command: Command,
  options: VerifyOptions<Meta>,
): Reading<Prepared<Meta>> {
  const read = verifyUnsigned(command, options);
  if (!read.ok) return read;
  const { hash, signatures } = command;
  const { signers } = read.value.payload;
  if (signatures.length !== signers.length) {
    return invalid('Number of sig(s) does not match number of signer(s)');
  }
  const claims: SignatureClaim[] = [];
  signatures.forEach((signature, i) => {
    const signer = signers[i];
    if (signer !== undefined) claims.push(claimOf(hash, signer, signature));
  });
  return good({ ...read.value, claims });
}

/** The forms of a code text, or why it is none. */
export function readProgram(code: string, nestingLimit?: number): Reading<Program> {
  const program = parsedCode(code, nestingLimit);
  return program.ok ? program : bad({ sentence: placedText(program.fault) });
}

function parsedCode(code: string, nestingLimit?: number): Result<Program, EvalError> {
  const source = new Source('', code);
  const { value, diagnostics } = parseProgram(source, {
    dialect: 'pact',
    ...(nestingLimit !== undefined && { nestingLimit }),
  });
  const first = diagnostics[0];
  return first === undefined ? good({ source, forms: value }) : bad(syntaxError(first));
}

function placedText(error: EvalError): string {
  const { line, column } = error.span.startPosition;
  return `${plainly(errorText(error))} (line ${line + 1}, column ${column + 1} of the code)`;
}

/** Characters that no sentence has, as a code may have them: written out. */
function plainly(text: string): string {
  return text.replace(
    /\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function conclude<Meta>(
  { hash, payload, program }: Prepared<Meta>,
  verdicts: readonly Verdict[],
): Reading<VerifiedCommand<Meta>> {
  const wrong: string[] = [];
  verdicts.forEach((verdict, i) => {
    if (verdict === undefined) return;
    wrong.push(`signer ${i} (${payload.signers[i]?.publicKey ?? ''}): ${verdict}`);
  });
  if (wrong.length > 0) return invalid(`Invalid sig(s) found: ${wrong.join('; ')}`);
  return good({ hash, payload, program });
}

function invalid(sentence: string): Reading<never> {
  return bad({ sentence: `Invalid command: ${sentence}` });
}
