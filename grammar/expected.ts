// The parser's message for a token that does not fit: `Expected: [..]`, the terminals allowed there,
// named and ordered as in the reference's generated parser (happy's `explist`).

import type { IParserErrorMessageProvider, TokenType } from 'chevrotain';
import { terminals } from './tokens.ts';

const orderOf = new Map(terminals.map((type, index) => [type, index]));

/** The reference shows at most ten elements of a list. */
export function listText(elements: readonly string[]): string {
  const shown = elements.length > 10 ? [...elements.slice(0, 10), '...'] : elements;
  return `[${shown.join(', ')}]`;
}

export function expectedText(types: readonly TokenType[]): string {
  const distinct = [...new Set(types)];
  distinct.sort((left, right) => (orderOf.get(left) ?? 0) - (orderOf.get(right) ?? 0));
  return `Expected: ${listText(distinct.map((type) => type.LABEL ?? type.name))}`;
}

/**
 * For a closing token after a repetition: the reference lists the tokens that could repeat and the
 * closing token.
 */
export function orElse(
  close: TokenType,
  repeated: readonly TokenType[],
): { readonly ERR_MSG: string } {
  return { ERR_MSG: expectedText([close, ...repeated]) };
}

export const expectedMessages: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) => expectedText([expected]),
  buildNoViableAltMessage: ({ expectedPathsPerAlt }) =>
    expectedText(firstOf(expectedPathsPerAlt.flat())),
  buildEarlyExitMessage: ({ expectedIterationPaths }) =>
    expectedText(firstOf(expectedIterationPaths)),
  // Input after a complete program is reported with the remaining tokens, which only the caller has.
  buildNotAllInputParsedMessage: () => '',
};

function firstOf(paths: readonly (readonly TokenType[])[]): TokenType[] {
  return paths.flatMap((path) => path.slice(0, 1));
}
