// A database from before the fork to Pact 5: it has modules as Pact 4 stored them, until they are stored again.

import { MemoryDatabase, type TransactionLogEntry } from '../../src/lang/session/store.ts';
import { readLegacyModule, type ModuleData, type ModuleName } from '../../src/lang/session/run.ts';
import type { MemoryOptions } from '../../src/lang/db/memory.ts';

export class LegacyDatabase extends MemoryDatabase {
  /** The log of the last transaction. */
  lastLog: readonly TransactionLogEntry[] = [];
  private readonly stored: Map<string, { readonly data: ModuleData; readonly size: number }>;

  /** Each text is the JSON of one module. */
  constructor(texts: readonly string[], options?: MemoryOptions) {
    super(options);
    this.stored = new Map(
      texts.map((text) => {
        const reading = readLegacyModule(text);
        if (reading.kind === 'fault') throw new Error(reading.reason);
        const size = Buffer.byteLength(text);
        return [reading.data.module.name.text, { data: reading.data, size }] as const;
      }),
    );
  }

  override readModule(name: ModuleName): ModuleData | undefined {
    return super.readModule(name) ?? this.stored.get(name.text)?.data;
  }

  override moduleSize(name: ModuleName): number | undefined {
    return super.moduleSize(name) ?? this.stored.get(name.text)?.size;
  }

  override commit(): readonly TransactionLogEntry[] | undefined {
    const log = super.commit();
    this.lastLog = log ?? [];
    return log;
  }
}
