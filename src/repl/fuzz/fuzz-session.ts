// Where the script of a run ended, as often as one likes: calls run from there, and leave nothing behind.

import { Source } from '../../base/span.ts';
import {
  isEvalError,
  MemoryDatabase,
  type EvalError,
  type PactValue,
} from '../../lang/session/index.ts';
import type { ReplEngine } from '../engine.ts';

export type CallOutcome =
  | { readonly kind: 'value'; readonly value: PactValue | undefined }
  | { readonly kind: 'error'; readonly error: EvalError };

const sourceName = '(fuzz)';

export class FuzzSession {
  private readonly engine: ReplEngine;
  private readonly base: MemoryDatabase;

  constructor(engine: ReplEngine, base: MemoryDatabase) {
    this.engine = engine;
    this.base = base;
  }

  /** `undefined` where the state is kept elsewhere. A transaction that the script left open is rolled back. */
  static of(engine: ReplEngine): FuzzSession | undefined {
    const { database } = engine.machine;
    if (!(database instanceof MemoryDatabase)) return undefined;
    database.rollback();
    engine.endTransaction();
    return new FuzzSession(engine, database.copy());
  }

  get database(): MemoryDatabase {
    return this.base;
  }

  /** All tables as the script left them. */
  reset(): void {
    this.engine.machine.database = this.base.copy();
    this.engine.endTransaction();
  }

  /** A program as a transaction of its own: what fails leaves nothing behind. */
  transaction(text: string): CallOutcome {
    const { machine } = this.engine;
    machine.database.begin();
    const outcome = this.evaluate(text);
    if (outcome.kind === 'value') machine.database.commit();
    else machine.database.rollback();
    this.engine.endTransaction();
    return outcome;
  }

  /** The same, of which nothing stays in any case. */
  attempt(text: string): CallOutcome {
    const { machine } = this.engine;
    machine.database.begin();
    const outcome = this.evaluate(text);
    machine.database.rollback();
    this.engine.endTransaction();
    return outcome;
  }

  /** Tables as they are now. */
  get tables(): Pick<MemoryDatabase, 'rowKeys' | 'readRow'> {
    return this.engine.machine.database;
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
      throw error;
    }
  }
}
