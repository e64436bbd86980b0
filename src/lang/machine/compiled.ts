// What terms become: JavaScript closures over resolved slots. Compiled once a definition, shared by all sessions.

import type { Span } from '../../base/span.ts';
import type { Arg } from '../core/term.ts';
import type { Type } from '../values/type.ts';
import type { Context } from './context.ts';
import type { Local, MachineValue } from './value.ts';
import type { WordCall } from './word-call.ts';

export type Code = (local: Local | undefined, context: Context) => MachineValue;

/** The code of a term and how deep it nests: entering it may need that many JavaScript frames. */
export type Compiled = { readonly code: Code; readonly depth: number };

/** A function body with its parameters; none for a nullary one. */
export class CompiledFunction {
  readonly params: readonly Arg[];
  readonly arity: number;
  readonly body: Code;
  readonly depth: number;
  readonly returns: Type | undefined;
  /** What the body is, where that is hardly more than a call of a native. */
  readonly words: WordCall | undefined;
  /** Of the lambda or nullary node: where errors of its application are shown. */
  readonly span: Span;

  constructor(
    params: readonly Arg[],
    body: Compiled,
    returns: Type | undefined,
    span: Span,
    words?: WordCall,
  ) {
    this.params = params;
    this.arity = params.length;
    this.body = body.code;
    this.depth = body.depth;
    this.returns = returns;
    this.span = span;
    this.words = words;
  }
}
