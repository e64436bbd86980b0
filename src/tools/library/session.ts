// The library: Pact within a program, without files, terminal or threads. A session is a REPL that returns data.

import { Source } from '../../base/span.ts';
import { isEvalError, syntaxError } from '../../lang/session/run.ts';
import { parseExpression, type TopLevel } from '../../lang/session/analyse.ts';
import { ReplEngine } from '../repl/engine.ts';
import type { MakeChainProofs } from '../repl/chain-proofs.ts';
import { type ReplHost, silentHost } from '../repl/options.ts';
import {
  errorOf,
  expectationOf,
  formAnswer,
  type Answer,
  type FormAnswer,
  type PactError,
  type RunResult,
} from './answers.ts';
import { depthLimit, loadLimit, nestingLimit } from './limits.ts';
import { valueOfPlain, type PlainData } from './plain-data.ts';
import {
  eventOf,
  gasOf,
  loadedModules,
  rowsOf,
  tablesOf,
  type Gas,
  type LoadedModule,
  type Row,
  type SessionEvent,
} from './state.ts';
import {
  publicDataWith,
  setGas,
  signaturesOf,
  type ChainData,
  type GasSettings,
  type Signature,
} from './surroundings.ts';

export type SessionOptions = {
  /**
   * Returns the text of a file for `load`, or `undefined` if there is none. Paths are as written in scripts, combined with
   * the folder of the loading file.
   */
  readonly readFile?: (path: string) => string | undefined;
  /** Called with the output of `print` and warnings, as it happens. */
  readonly onPrint?: (text: string) => void;
  /**
   * Makes the proofs of `env-chain-proof`, for scripts that use several chains: `makeChainProofs` of
   * `@multichain/pact/testing`.
   */
  readonly makeChainProofs?: MakeChainProofs;
  /**
   * The nesting limits of programs. The defaults fit the usual stack of Node and browsers; a thread with a larger stack can
   * raise both in proportion.
   */
  readonly limits?: {
    /** Levels of brackets in a source; default 128. */
    readonly nesting?: number;
    /** Nested evaluation steps; default 1500. A function call takes 7 or more. */
    readonly depth?: number;
  };
};

/**
 * A REPL with its database. Forms run as in a script: REPL builtins such as `begin-tx` and `expect` can be used, and
 * sources see the definitions of earlier ones. An error of Pact is an answer, never an exception.
 */
export interface Session {
  /**
   * Runs every form of a source. Messages show `name`; code with a name that ends in `.pact` cannot use REPL builtins.
   */
  run(source: string, name?: string): RunResult;
  /** Evaluates one expression. */
  evaluate(expression: string): Answer;

  /** The events emitted by capabilities in the current transaction, oldest first. */
  readonly events: readonly SessionEvent[];
  clearEvents(): void;
  readonly gas: Gas;
  /** Sets the given members and keeps the others. */
  setGas(settings: GasSettings): void;
  /** The modules that are loaded in the current transaction or stored. */
  readonly modules: readonly LoadedModule[];
  /** Names of the tables that were created: `namespace.module.table`. */
  readonly tables: readonly string[];
  /** Returns the rows of a table by key; `undefined` if there is no such table. */
  rows(table: string): ReadonlyMap<string, Row> | undefined;

  /** Sets the data that `read-msg` and similar builtins read. */
  setData(data: PlainData): void;
  /** Sets signatures that are valid for everything. */
  setKeys(keys: readonly string[]): void;
  setSignatures(signatures: readonly Signature[]): void;
  /** Sets the given members and keeps the others. */
  setChainData(data: ChainData): void;
}

/** Creates an independent session with an empty database. */
export function createSession(options: SessionOptions = {}): Session {
  return new ReplSession(options);
}

class ReplSession implements Session {
  private readonly engine: ReplEngine;
  private readonly nesting: number;
  private prints: string[] = [];

  constructor({ readFile, onPrint, makeChainProofs, limits = {} }: SessionOptions) {
    this.nesting = limits.nesting ?? nestingLimit;
    this.engine = new ReplEngine({
      host: {
        ...hostOf(readFile, (text) => {
          this.prints.push(text);
          onPrint?.(text);
        }),
        ...(makeChainProofs !== undefined && { makeChainProofs }),
      },
      depthLimit: limits.depth ?? depthLimit,
      nestingLimit: this.nesting,
      loadLimit,
      namesAreValues: true,
    });
  }

  run(text: string, name = 'program.repl'): RunResult {
    const { engine } = this;
    const forms: FormAnswer[] = [];
    const met = engine.expectations.all.length;
    this.prints = [];
    const error = this.attempt(() => {
      engine.run(new Source(name, text), (result, { span }) =>
        forms.push(formAnswer(result, span)),
      );
    });
    const expectations = engine.expectations.all.slice(met).map(expectationOf);
    const answers = { forms, expectations, prints: this.prints };
    return error === undefined
      ? { kind: 'completed', ...answers }
      : { kind: 'error', error, ...answers };
  }

  evaluate(text: string): Answer {
    const source = new Source('expression', text);
    const { value, diagnostics } = parseExpression(source, { nestingLimit: this.nesting });
    const [fault] = diagnostics;
    if (fault !== undefined) return { kind: 'error', error: errorOf(syntaxError(fault)) };
    const answers: FormAnswer[] = [];
    const error = this.attempt(() => {
      const form: readonly TopLevel[] =
        value === undefined ? [] : [{ kind: 'term', expression: value, span: value.span }];
      this.engine.runParsed(source, form, (result, { span }) =>
        answers.push(formAnswer(result, span)),
      );
    });
    if (error !== undefined) return { kind: 'error', error };
    return answers[0] as FormAnswer;
  }

  get events(): readonly SessionEvent[] {
    return this.engine.machine.events.map(eventOf);
  }

  clearEvents(): void {
    this.engine.machine.events = [];
  }

  get gas(): Gas {
    return gasOf(this.engine);
  }

  setGas(settings: GasSettings): void {
    setGas(this.engine, settings);
  }

  get modules(): readonly LoadedModule[] {
    return loadedModules(this.engine);
  }

  get tables(): readonly string[] {
    return [...tablesOf(this.engine).keys()];
  }

  rows(table: string): ReadonlyMap<string, Row> | undefined {
    const name = tablesOf(this.engine).get(table);
    return name === undefined ? undefined : rowsOf(this.engine, name);
  }

  setData(data: PlainData): void {
    this.engine.machine.environment.data = valueOfPlain(data);
  }

  setKeys(keys: readonly string[]): void {
    this.setSignatures(keys.map((key) => ({ key })));
  }

  setSignatures(signatures: readonly Signature[]): void {
    this.engine.machine.environment.signatures = signaturesOf(signatures);
  }

  setChainData(data: ChainData): void {
    const { environment } = this.engine.machine;
    environment.publicData = publicDataWith(environment.publicData, data);
  }

  /** Runs an action and returns the error of the program, if any. Rethrows bugs of ours. */
  private attempt(action: () => void): PactError | undefined {
    try {
      action();
      return undefined;
    } catch (error) {
      this.engine.meter.forgetExcess();
      if (isEvalError(error)) return errorOf(error);
      throw error;
    }
  }
}

function hostOf(readFile: SessionOptions['readFile'], print: (text: string) => void): ReplHost {
  return {
    ...silentHost,
    print: (_, text) => print(text),
    readFile(path) {
      if (readFile === undefined) return silentHost.readFile(path);
      const text = readFile(path);
      return text === undefined
        ? { kind: 'failure', reason: 'there is no such file' }
        : { kind: 'text', text };
    },
  };
}
