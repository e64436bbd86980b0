// The parts of a session that REPL builtins may use. Each builtin declares its parts and receives no others; it reaches
// the evaluation itself through the call, like other builtins.

import type { Span } from '../../base/span.ts';
import type { CheckedModule } from '../../lang/session/analyse.ts';
import type { EvalError, LinesFrom, ModuleData } from '../../lang/session/run.ts';
import type { LastStep, ScriptChains } from './chains.ts';
import type { DebugFlag } from './trace-form.ts';
import type { EnvironmentParts, EnvironmentSource } from './environment-parts.ts';
import type { Expectations } from './expectations.ts';

export type ReplContext = EnvironmentSource & {
  readonly expectations: Expectations;
  /** The parts of the trace of each form besides its value. */
  readonly debug: Set<DebugFlag>;
  /** The environment at the start of the running form, if this session started it. */
  readonly environmentOfForm: EnvironmentParts | undefined;
  /** A clock in milliseconds, if the host has one. */
  readonly now: (() => number) | undefined;
  /** How texts for people count lines; from 1 if absent. */
  readonly linesFrom: LinesFrom | undefined;
  /** The chains of the script, if it uses several. */
  readonly chains: ScriptChains;
  /** The last step of a defpact on the current chain. */
  readonly lastStep: LastStep;
  /** The open transaction. */
  readonly transaction: OpenTransaction | undefined;
  beginTransaction(label: string | undefined, span: Span): void;
  /** Clears the state that ends with a transaction. */
  endTransaction(how: 'committed' | 'rolled back'): void;
  /** Runs a file; its path is relative to the file that runs. */
  load(path: string, reset: boolean, span: Span): void;
  /** Shows a text if traces are shown. */
  trace(span: Span, text: string): void;
  /** Shows a text always. */
  print(span: Span, text: string): void;
  /** Returns the text of an error that scripts match on. */
  textOf(error: EvalError): string;
  typecheck(module: ModuleData): CheckedModule;
};

export type OpenTransaction = { readonly id: bigint; readonly label: string | undefined };

/** The name of a part of a session. */
export type ReplPart = keyof ReplContext;

export type ReplParts<Part extends ReplPart> = Pick<ReplContext, Part>;
