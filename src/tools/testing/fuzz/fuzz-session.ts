// A session that can be reset to the state at the end of the script any number of times, to run calls from there.

import { Source } from '../../../base/span.ts';
import {
  fromGas,
  Interrupted,
  isEvalError,
  tableModel,
  type EvalError,
  type PactValue,
  type TransactionEnvironment,
  usualGasLimit,
} from '../../../lang/session/run.ts';
import { MemoryDatabase, type Database } from '../../../lang/session/store.ts';
import type { ReplEngine } from '../../repl/engine.ts';
import { granted, type Program, type Ran } from './granted.ts';

export type CallOutcome =
  | { readonly kind: 'value'; readonly value: PactValue | undefined }
  | { readonly kind: 'error'; readonly error: EvalError }
  /** The run was cancelled. */
  | { readonly kind: 'ended' };

type Interruptible = { readonly isInterrupted?: (() => boolean) | undefined };

const sourceName = '(fuzz)';

/** The gas limit of a transaction on a chain; without it, a call with a large number would never end. */
const gasOfCall = fromGas(BigInt(usualGasLimit));

export class FuzzSession {
  /** Forms that a script needs to start where this session does. */
  readonly opening: readonly string[];
  /** Keys that had signed when the script ended. */
  readonly signers: readonly string[];
  /** After it is set, nothing runs any more. */
  isEnded = false;
  private readonly engine: ReplEngine;
  private readonly base: MemoryDatabase;
  private readonly environment: TransactionEnvironment;
  private readonly pactIds = new Map<string, string>();

  private readonly isInterrupted: () => boolean;

  constructor(
    engine: ReplEngine,
    base: MemoryDatabase,
    { opening, isInterrupted }: Pick<FuzzSession, 'opening'> & Interruptible,
  ) {
    this.isInterrupted = isInterrupted ?? (() => false);
    this.engine = engine;
    this.base = base;
    this.opening = opening;
    this.environment = { ...engine.machine.environment };
    this.signers = [...this.environment.signatures.keys()];
  }

  /** Returns `undefined` if the state is stored elsewhere. Commits a transaction that the script left open. */
  static of(engine: ReplEngine, { isInterrupted }: Interruptible = {}): FuzzSession | undefined {
    const { meter, machine } = engine;
    const { database } = machine;
    if (!(database instanceof MemoryDatabase)) return undefined;
    const wasOpen = database.commit() !== undefined;
    engine.endTransaction('committed');
    const isMetered = meter.limit !== undefined;
    if (!isMetered) meter.model = tableModel;
    meter.limit = gasOfCall;
    engine.updateMeter();
    const opening = [
      ...(wasOpen ? ['(commit-tx)'] : []),
      ...(isMetered ? ['(env-gaslimit 1000000000)'] : []),
    ];
    return new FuzzSession(engine, database.copy(), { opening, isInterrupted });
  }

  get database(): MemoryDatabase {
    return this.base;
  }

  /** The public data after the calls so far. */
  get publicData(): TransactionEnvironment['publicData'] {
    return this.engine.machine.environment.publicData;
  }

  /** Restores the state at the end of the script. */
  reset(): void {
    const { machine } = this.engine;
    machine.database = this.base.copy();
    Object.assign(machine.environment, this.environment);
    this.engine.endTransaction('rolled back');
  }

  /** Runs a program as a transaction; a failed one is rolled back. */
  transaction(program: Program): Ran {
    return granted(program, this.presentSigners, (text) => this.run(text, 'stays'));
  }

  /** Runs a program as a transaction that is always rolled back. */
  attempt(program: Program): Ran {
    return granted(program, this.presentSigners, (text) => this.run(text, 'goes'));
  }

  /** Evaluates an expression without keeping its effects. */
  ask(text: string): CallOutcome {
    return this.run(text, 'goes');
  }

  /** Evaluates an expression without a gas limit: checks of a state are not transactions. */
  askFreely(text: string): CallOutcome {
    const { meter } = this.engine;
    meter.limit = undefined;
    this.engine.updateMeter();
    try {
      return this.run(text, 'goes');
    } finally {
      meter.limit = gasOfCall;
      this.engine.updateMeter();
    }
  }

  /** Returns the id of the defpact that a transaction with this label starts. */
  pactId(label: string): string {
    const known = this.pactIds.get(label);
    if (known !== undefined) return known;
    const outcome = this.ask(`(hash "${label}")`);
    const id = outcome.kind === 'value' && typeof outcome.value === 'string' ? outcome.value : '';
    if (id !== '') this.pactIds.set(label, id);
    return id;
  }

  /** The current tables. */
  get tables(): Pick<Database, 'rowKeys' | 'readRow' | 'readDefPact'> {
    return this.engine.machine.database;
  }

  private get presentSigners(): readonly string[] {
    return [...this.engine.machine.environment.signatures.keys()];
  }

  private run(text: string, effects: 'stays' | 'goes'): CallOutcome {
    // A single call is too short for the machine to check for interruption.
    this.isEnded ||= this.isInterrupted();
    if (this.isEnded) return { kind: 'ended' };
    const { machine, meter } = this.engine;
    const environment = { ...machine.environment };
    machine.database.begin();
    meter.used = 0;
    const outcome = this.evaluate(text);
    const stays = effects === 'stays' && outcome.kind === 'value';
    if (stays) machine.database.commit();
    else {
      machine.database.rollback();
      Object.assign(machine.environment, environment);
    }
    this.engine.endTransaction(stays ? 'committed' : 'rolled back');
    return outcome;
  }

  private evaluate(text: string): CallOutcome {
    let value: PactValue | undefined;
    try {
      this.engine.run(new Source(sourceName, text), (result) => {
        value = result.kind === 'value' ? result.value : undefined;
      });
      return { kind: 'value', value };
    } catch (error) {
      if (isEvalError(error)) return { kind: 'error', error };
      if (!(error instanceof Interrupted)) throw error;
      this.isEnded = true;
      return { kind: 'ended' };
    }
  }
}
