// An error as data: the record in a transaction's output, which is part of consensus, and the more
// detailed one that only local calls return. Source: PactOnChainError and LegacyPactError in
// Pact.Core.Errors (section 11.1).

import { concat, hsep, parens, render, text, type Doc } from '../../base/doc.ts';
import type { ErrorClass } from './entry.ts';
import type { EvalError, StackFrameView } from './error.ts';
import { entryOf } from './table.ts';
import { boundedText, errorText } from './text.ts';

/** Fields in the order of the output. */
export type OnChainError = {
  readonly callStack: readonly [];
  readonly type: OnChainType;
  readonly message: string;
  /** `<toplevel>:LINE` or `ns.mod.fn.{hash}:LINE`, with lines from 0. */
  readonly info: string;
};

export type OnChainType = 'SyntaxError' | 'EvalError' | 'TxFailure';

export type LocalError = {
  readonly callStack: readonly string[];
  readonly type: LocalType;
  readonly message: string;
  readonly info: string;
};

export type LocalType = OnChainType | 'ArgsError' | 'DbError' | 'GasError' | 'ContinuationError';

const onChainTypes = {
  lexer: 'SyntaxError',
  parse: 'SyntaxError',
  desugar: 'EvalError',
  execution: 'EvalError',
  recoverable: 'TxFailure',
  verifier: 'EvalError',
  types: 'EvalError',
} as const satisfies Record<ErrorClass, OnChainType>;

export function onChainError(error: EvalError): OnChainError {
  const origin = error.callStack[0]?.name ?? '<toplevel>';
  return {
    callStack: [],
    type: onChainTypes[error.class],
    message: boundedText(error),
    info: `${origin}:${error.span.startPosition.line}`,
  };
}

/** In characters: the longest message or call stack in a local result, so that both fit into a transaction's result. */
const longestMessage = 1 << 20;

export function localError(error: EvalError): LocalError {
  return {
    callStack: frameTexts(error.callStack),
    type: localType(error),
    message: errorText(error, longestMessage),
    info: `line: ${error.span.startPosition.line}`,
  };
}

function localType(error: EvalError): LocalType {
  if (entryOf(error.name).family === 'DbOpFailure') return 'DbError';
  switch (error.name) {
    case 'NativeArgumentsError':
      return 'ArgsError';
    case 'GasExceeded':
      return 'GasError';
    case 'ContinuationError':
      return 'ContinuationError';
    default:
      return error.class === 'desugar' ? 'SyntaxError' : onChainTypes[error.class];
  }
}

/**
 * Renders each frame, without its place by default. Arguments may be long, and thousands of calls may be open, so the texts
 * together have at most about `longestStack` characters; the last one is `...` if frames are left out.
 */
export function frameTexts(
  frames: readonly StackFrameView[],
  placed: (frame: Doc, view: StackFrameView) => Doc = (frame) => frame,
): readonly string[] {
  const texts: string[] = [];
  let room = longestStack;
  for (const frame of frames) {
    if (room <= 0) return [...texts, '...'];
    const shown = render(placed(frameDoc(frame), frame), { limit: room });
    texts.push(shown);
    room -= shown.length;
  }
  return texts;
}

const longestStack = 1 << 20;

/** `(ns.mod.fn.{hash} arg1 arg2)` */
function frameDoc(frame: StackFrameView): Doc {
  const args = frame.args();
  const name = text(frame.name);
  return parens(args.length === 0 ? name : concat(name, ' ', hsep(args)));
}
