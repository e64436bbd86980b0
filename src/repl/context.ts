// What builtins of the REPL may touch of the session that runs them. Each names its parts and is handed nothing else;
// the evaluation itself they reach through the call, as builtins do.

import type { Span } from '../base/span.ts';
import type { CheckedModule } from '../lang/session/analyse.ts';
import type { EvalError, ModuleData } from '../lang/session/run.ts';
import type { ScriptChains } from './chains/script-chains.ts';
import type { DebugFlag } from './debug/flags.ts';
import type { EnvironmentParts, EnvironmentSource } from './environment-parts.ts';
import type { Expectations } from './expectations.ts';

export type ReplContext = EnvironmentSource & {
  readonly expectations: Expectations;
  /** What the trace shows of each form besides its value. */
  readonly debug: Set<DebugFlag>;
  /** The environment in which the form that runs began, if this session began it. */
  readonly environmentOfForm: EnvironmentParts | undefined;
  /** A clock in milliseconds, where the host has one. */
  readonly now: (() => number) | undefined;
  /** The chains of the script, for those that use several. */
  readonly chains: ScriptChains;
  /** The open transaction. */
  readonly transaction: OpenTransaction | undefined;
  beginTransaction(label: string | undefined, span: Span): void;
  /** Forgets what a transaction ends with. */
  endTransaction(): void;
  /** Runs a file; its path is relative to the file that runs. */
  load(path: string, reset: boolean, span: Span): void;
  /** Shows a text only where traces are shown. */
  trace(span: Span, text: string): void;
  /** Shows a text in any case. */
  print(span: Span, text: string): void;
  /** The text of an error as scripts match on it. */
  textOf(error: EvalError): string;
  typecheck(module: ModuleData): CheckedModule;
};

export type OpenTransaction = { readonly id: bigint; readonly label: string | undefined };

/** The part of a session that a builtin names. */
export type ReplPart = keyof ReplContext;

export type ReplParts<Part extends ReplPart> = Pick<ReplContext, Part>;
