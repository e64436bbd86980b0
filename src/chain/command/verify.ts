// Verifies that a command may run: its payload and code can be read, its hash is that of its text, and every signer has
// signed. The order of the checks is the reference's, because the first failing check determines the fault.
// Source: pact-request-api/Pact/Core/Command/Types.hs (verifyCommand).

import { bad, good, type Result } from '../../base/result.ts';
import { Source } from '../../base/span.ts';
import {
  errorText,
  type ParsedSources,
  parseProgram,
  syntaxError,
  type EvalError,
  type Hash,
  type TopLevel,
} from '../../lang/session/run.ts';
import { checkClaim, claimOf, type SignatureChecker, type SignatureClaim } from './claims.ts';
import type { Verdict } from './claims.ts';
import { hashFault, type Command } from './command.ts';
import type { Reading } from './fault.ts';
import type { MetaReader } from './meta.ts';
import { readPayload, type Payload } from './payload.ts';

/** A command that may run. Only the functions of this file create it. */
export type VerifiedCommand<Meta> = {
  readonly hash: Hash;
  readonly payload: Payload<Meta>;
  /** The forms of an exec message; empty for a continuation. */
  readonly program: Program;
};

export type Program = { readonly source: Source; readonly forms: readonly TopLevel[] };

type ParsingOptions = {
  readonly nestingLimit?: number | undefined;
  /** A cache of parsed code: many transactions have the same code. */
  readonly trees?: ParsedSources | undefined;
};

export type VerifyOptions<Meta> = {
  readonly meta: MetaReader<Meta>;
  /** Levels of brackets in the code; more than the default needs a larger stack. */
  readonly nestingLimit?: number | undefined;
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

/** Verifies a command like `verifyCommand`, with the signatures checked by `checker`. */
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
 * Reads payload and code of a command without checks, for commands that are trusted, such as those of a genesis block,
 * whose hash is not that of their text.
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

/** Like `trustCommand`, for a command whose text `readPayload` has read. A fault is a syntax error. */
export function trustPayload<Meta>(
  { hash }: Pick<Command, 'hash'>,
  payload: Payload<Meta>,
  options: ParsingOptions = {},
): Result<VerifiedCommand<Meta>, EvalError> {
  const { message } = payload;
  const program = parsedCode(message.kind === 'exec' ? message.code : '', options);
  return program.ok ? good({ hash, payload, program: program.value }) : program;
}

/** The most signatures of a command, as in nodes: `defaultMaxCommandUserSigListSize` in Validations.hs. */
export const maxSignatures = 100;

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
  if (count <= maxSignatures) return read;
  return invalid(`Signature list size too big: ${count} signatures, ${maxSignatures} are the most`);
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

/** Parses code; returns its forms or the fault. */
export function readProgram(code: string, nestingLimit?: number): Reading<Program> {
  const program = parsedCode(code, { nestingLimit });
  return program.ok ? program : bad({ sentence: placedText(program.fault) });
}

function parsedCode(
  code: string,
  { nestingLimit, trees }: ParsingOptions,
): Result<Program, EvalError> {
  const source = new Source('', code);
  const options = { dialect: 'pact', ...(nestingLimit !== undefined && { nestingLimit }) } as const;
  const parsed = trees?.parse(source, options) ?? parsedAnew(source, options);
  const first = parsed.diagnostics[0];
  if (first !== undefined) return bad(syntaxError(first));
  // Spans of cached forms refer to their own source, which has the same text.
  return good({ source: parsed.source, forms: parsed.forms });
}

function parsedAnew(source: Source, options: Parameters<typeof parseProgram>[1]) {
  const { value: forms, diagnostics } = parseProgram(source, options);
  return { source, forms, diagnostics };
}

function placedText(error: EvalError): string {
  const { line, column } = error.span.startPosition;
  return `${plainly(errorText(error))} (line ${line + 1}, column ${column + 1} of the code)`;
}

/** Escapes characters of code that do not belong in a sentence. */
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
