// Runs one production over some tokens, and words its errors as the reference does.

import type { IRecognitionException, IToken } from 'chevrotain';
import { PactParser } from '../../../grammar/parser.ts';
import type { ReadPiece } from '../../../grammar/token-reader.ts';
import { RightParen } from '../../../grammar/tokens.ts';
import type { Source, Span } from '../../base/span.ts';
import type { TopLevel } from './ast.ts';
import { TreeBuilder } from './build.ts';
import { spanOfToken } from './lex.ts';
import { RefusedSyntax } from './diagnostic.ts';
import { listTokens } from './words.ts';

/**
 * `pact` is the dialect of deployed code and transactions; `repl` also allows `defun` and `defconst` at
 * top level.
 */
export type Dialect = 'pact' | 'repl';

export type Refused = {
  readonly kind: 'refused';
  readonly message: string;
  /** The span of the first token that does not fit; `undefined` at the end of the tokens. */
  readonly span: Span | undefined;
};

export type Outcome<Tree> = { readonly kind: 'parsed'; readonly value: Tree } | Refused;

// One parser for all, made at first use: parsing is synchronous and never calls itself.
let shared: { readonly parser: PactParser; readonly builder: TreeBuilder } | undefined;

export function parseTopLevels(
  source: Source,
  tokens: readonly IToken[],
  dialect: Dialect,
): Outcome<readonly TopLevel[]> {
  return runParser(source, tokens, programIn(dialect));
}

/** The forms of a text that is read in pieces; `undefined` on any error. */
export function parsePieces(
  source: Source,
  read: ReadPiece,
  dialect: Dialect,
): readonly TopLevel[] | undefined {
  const ran = run(source, { first: read(), read }, programIn(dialect));
  return ran.kind === 'parsed' ? ran.value : undefined;
}

const programIn =
  (dialect: Dialect) =>
  (parser: PactParser): readonly TopLevel[] =>
    dialect === 'repl' ? parser.replProgram() : parser.program();

export function runParser<Tree>(
  source: Source,
  tokens: readonly IToken[],
  production: (parser: PactParser) => Tree,
): Outcome<Tree> {
  // Chevrotain adds sentinels while it runs, and removes them afterwards.
  const ran = run(source, { first: tokens as IToken[] }, production);
  if (ran.kind === 'parsed') return ran;
  const { error } = ran;
  if (error instanceof RefusedSyntax) {
    return { kind: 'refused', message: error.message, span: error.span };
  }
  return describe(error, source, tokens);
}

type Ran<Tree> =
  | { readonly kind: 'parsed'; readonly value: Tree }
  | { readonly kind: 'failed'; readonly error: RefusedSyntax | IRecognitionException };

type Input = { readonly first: IToken[]; readonly read?: ReadPiece };

function run<Tree>(
  source: Source,
  { first, read }: Input,
  production: (parser: PactParser) => Tree,
): Ran<Tree> {
  shared ??= makeParser();
  const { parser, builder } = shared;
  builder.startSource(source);
  parser.startReading(first, read);
  try {
    const value = production(parser);
    const [error] = parser.errors;
    return error === undefined ? { kind: 'parsed', value } : { kind: 'failed', error };
  } catch (error) {
    if (error instanceof RefusedSyntax) return { kind: 'failed', error };
    throw error;
  } finally {
    parser.startReading([]);
  }
}

function makeParser(): { readonly parser: PactParser; readonly builder: TreeBuilder } {
  const builder = new TreeBuilder();
  return { parser: new PactParser(builder, 'ready'), builder };
}

function describe(
  error: IRecognitionException,
  source: Source,
  tokens: readonly IToken[],
): Refused {
  const { token } = error;
  const isAtEnd = Number.isNaN(token.startOffset);
  const span = isAtEnd ? undefined : spanOfToken(source, token);
  const isComplete = error.name === 'NotAllInputParsedException';
  const message = isComplete ? describeRest(tokens.slice(tokens.indexOf(token))) : error.message;
  return { kind: 'refused', message, span };
}

/** The error for tokens after a complete program (`handleTooMuchInput`, LexUtils.hs). */
function describeRest(rest: readonly IToken[]): string {
  if (rest[0]?.tokenType === RightParen) {
    return `Too many closing parens, remaining tokens: ${listTokens(rest.slice(1))}`;
  }
  return `Unexpected input after expr, remaining tokens: ${listTokens(rest)}`;
}
