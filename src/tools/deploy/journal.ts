// The data that a deployment stores between runs: every transaction with its bytes, before it is sent, and its outcome.
// Records are JSON, appended and never changed; the caller decides where and how they are stored.

import { readJson } from '../../base/json-reader.ts';
import {
  isJsonArray,
  isJsonObject,
  jsonNull,
  printJson,
  type JsonObject,
  JsonNumber,
  type JsonValue,
} from '../../base/json.ts';
import type { Step } from './plan.ts';

/** Stores the record durably before it returns. */
export interface JournalFile {
  append(record: string): Promise<void>;
}

export type AttemptEnd =
  | { readonly how: 'success'; readonly gas: string }
  /** It is in a block, and its code failed. */
  | { readonly how: 'failure'; readonly message: string }
  /** No block can include it any more. */
  | { readonly how: 'expired' }
  /** No node ever accepted it, or its signatures were never complete. */
  | { readonly how: 'dropped' };

/** One transaction for one step. */
export type Attempt = {
  /** The request key. */
  readonly key: string;
  readonly chain: string;
  readonly step: string;
  readonly title: string;
  readonly module: string;
  /** Forms of the module must run in a later transaction. */
  readonly leavesForms: boolean;
  /** It runs the forms of the module. */
  readonly runsForms: boolean;
  readonly cmd: string;
  /** The signatures in the order of the signers; `undefined` if one is missing. */
  readonly signatures: readonly (string | undefined)[];
  /** Seconds since 1970: no block at or after this time includes it. */
  readonly expires: number;
  /** A node may have received it. */
  readonly mayBeSent: boolean;
  readonly end: AttemptEnd | undefined;
};

export class Journal {
  private readonly file: JournalFile;
  private readonly attempts = new Map<string, Attempt>();

  /** `records`: the stored records, oldest first. Unreadable ones are ignored. */
  constructor(file: JournalFile, records: readonly string[]) {
    this.file = file;
    for (const record of records) this.apply(record);
  }

  /** Attempts without an outcome, in the order in which they were made. */
  open(chain: string): readonly Attempt[] {
    return this.of(chain).filter(({ end }) => end === undefined);
  }

  /** Modules of a chain whose forms have not run yet. */
  formsDue(chain: string): ReadonlySet<string> {
    const due = new Set<string>();
    for (const { module, leavesForms, runsForms, end } of this.of(chain)) {
      if (end?.how !== 'success') continue;
      if (leavesForms) due.add(module);
      if (runsForms) due.delete(module);
    }
    return due;
  }

  find(key: string): Attempt | undefined {
    return this.attempts.get(key);
  }

  async begin(attempt: Omit<Attempt, 'end' | 'mayBeSent'>): Promise<Attempt> {
    await this.write({ kind: 'attempt', ...attempt });
    return this.attempts.get(attempt.key) as Attempt;
  }

  async sign(key: string, signatures: Attempt['signatures']): Promise<void> {
    await this.write({ kind: 'signed', key, signatures });
  }

  /** Call this before the first byte is sent. */
  async sending(key: string): Promise<void> {
    await this.write({ kind: 'sending', key });
  }

  async end(key: string, end: AttemptEnd): Promise<void> {
    await this.write({ kind: 'end', key, ...end });
  }

  private of(chain: string): readonly Attempt[] {
    return [...this.attempts.values()].filter((attempt) => attempt.chain === chain);
  }

  private async write(record: object): Promise<void> {
    const text = printJson(jsonOf(record));
    await this.file.append(text);
    this.apply(text);
  }

  private apply(text: string): void {
    const read = readJson(text);
    if (read.kind === 'fault' || !isJsonObject(read.value)) return;
    const record = read.value;
    const key = textIn(record, 'key');
    const attempt = this.attempts.get(key);
    const kind = textIn(record, 'kind');
    if (kind === 'attempt') this.attempts.set(key, attemptIn(record));
    if (attempt === undefined) return;
    if (kind === 'signed') {
      this.attempts.set(key, { ...attempt, signatures: signaturesIn(record) });
    }
    if (kind === 'sending') this.attempts.set(key, { ...attempt, mayBeSent: true });
    if (kind === 'end') this.attempts.set(key, { ...attempt, end: endIn(record) });
  }
}

/** Returns the facts of a step that its attempt stores. */
export function stepFacts({ id, name, kind, forms }: Step): {
  readonly step: string;
  readonly module: string;
  readonly runsForms: boolean;
} {
  return { step: id, module: name, runsForms: kind === 'init' || forms > 0 };
}

function attemptIn(record: JsonObject): Attempt {
  return {
    key: textIn(record, 'key'),
    chain: textIn(record, 'chain'),
    step: textIn(record, 'step'),
    title: textIn(record, 'title'),
    module: textIn(record, 'module'),
    leavesForms: record.get('leavesForms') === true,
    runsForms: record.get('runsForms') === true,
    cmd: textIn(record, 'cmd'),
    signatures: signaturesIn(record),
    expires: Number(printJson(record.get('expires') ?? jsonNull)),
    mayBeSent: false,
    end: undefined,
  };
}

function signaturesIn(record: JsonObject): Attempt['signatures'] {
  const signatures = record.get('signatures') ?? [];
  if (!isJsonArray(signatures)) return [];
  return signatures.map((each) => (typeof each === 'string' ? each : undefined));
}

function endIn(record: JsonObject): AttemptEnd {
  const how = textIn(record, 'how');
  if (how === 'success') return { how, gas: textIn(record, 'gas') };
  if (how === 'failure') return { how, message: textIn(record, 'message') };
  return { how: how === 'expired' ? 'expired' : 'dropped' };
}

function textIn(record: JsonObject, name: string): string {
  const value = record.get(name);
  return typeof value === 'string' ? value : '';
}

/** Converts plain data, as above, to JSON. */
function jsonOf(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([name, each]) => [name, jsonOf(each)]));
  }
  if (typeof value === 'number') return new JsonNumber(String(value));
  return typeof value === 'string' || typeof value === 'boolean' ? value : jsonNull;
}
