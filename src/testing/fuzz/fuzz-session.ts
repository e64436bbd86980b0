// Where the script of a run ended, as often as one likes: calls run from there, and leave nothing behind.

import { Source } from '../../base/span.ts';
import {
  fromGas,
  Interrupted,
  isEvalError,
  tableModel,
  type EvalError,
  type PactValue,
  type TransactionEnvironment,
} from '../../lang/session/run.ts';
import { MemoryDatabase, type Database } from '../../lang/session/store.ts';
import type { ReplEngine } from '../../repl/engine.ts';
import { granted, type Program, type Ran } from './granted.ts';

export type CallOutcome =
  | { readonly kind: 'value'; readonly value: PactValue | undefined }
  | { readonly kind: 'error'; readonly error: EvalError }
  /** The run was cancelled. */
  | { readonly kind: 'ended' };

type Interruptible = { readonly isInterrupted?: (() => boolean) | undefined };

const sourceName = '(fuzz)';

/** What a transaction may take on a chain; without it, a call with a large number would never end. */
const gasOfCall = fromGas(150_000n);

export class FuzzSession {
  /** What a script that begins where this session does has to say first. */
  readonly opening: readonly string[];
  /** Keys that had signed when the script ended. */
  readonly signers: readonly string[];
  /** From then on nothing runs any more. */
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

  /** `undefined` where the state is kept elsewhere. A transaction that the script left open is committed. */
  static of(engine: ReplEngine, { isInterrupted }: Interruptible = {}): FuzzSession | undefined {
    const { meter, machine } = engine;
    const { database } = machine;
    if (!(database instanceof MemoryDatabase)) return undefined;
    const wasOpen = database.commit() !== undefined;
    engine.endTransaction();
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

  /** As the calls so far have left it. */
  get publicData(): TransactionEnvironment['publicData'] {
    return this.engine.machine.environment.publicData;
  }

  /** All as the script left it. */
  reset(): void {
    const { machine } = this.engine;
    machine.database = this.base.copy();
    Object.assign(machine.environment, this.environment);
    this.engine.endTransaction();
  }

  /** A program as a transaction of its own: what fails leaves nothing behind. */
  transaction(program: Program): Ran {
    return granted(program, this.presentSigners, (text) => this.run(text, 'stays'));
  }

  /** The same, of which nothing stays in any case. */
  attempt(program: Program): Ran {
    return granted(program, this.presentSigners, (text) => this.run(text, 'goes'));
  }

  /** What an expression gives, and nothing else of it. */
  ask(text: string): CallOutcome {
    return this.run(text, 'goes');
  }

  /** The same without a gas limit: what judges a state is no transaction. */
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

  /** Of the defpact that a transaction with this label begins. */
  pactId(label: string): string {
    const known = this.pactIds.get(label);
    if (known !== undefined) return known;
    const outcome = this.ask(`(hash "${label}")`);
    const id = outcome.kind === 'value' && typeof outcome.value === 'string' ? outcome.value : '';
    if (id !== '') this.pactIds.set(label, id);
    return id;
  }

  /** Tables as they are now. */
  get tables(): Pick<Database, 'rowKeys' | 'readRow' | 'readDefPact'> {
    return this.engine.machine.database;
  }

  private get presentSigners(): readonly string[] {
    return [...this.engine.machine.environment.signatures.keys()];
  }

  private run(text: string, effects: 'stays' | 'goes'): CallOutcome {
    // One call is too short for the machine to ask.
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
    this.engine.endTransaction();
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
