// A chain for tests of deployments: it accepts transactions, knows what their code defines, and can be told not to answer,
// to lose answers, to refuse, and to let transactions expire. It runs nothing.
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json.ts';
import { readJson } from '../../src/base/json-reader.ts';
import { commandHash } from '../../src/chain/command/index.ts';
import type { NetworkAnswer, NetworkPort } from '../../src/tools/modules/index.ts';

/** The hash of a module on this chain, so that a test can plan with it. */
export const fakeHash = (code: string): string => commandHash(code);

type Sent = { readonly key: string; readonly code: string };

export class FakeChain implements NetworkPort {
  readonly modules = new Map<string, string>();
  readonly tables = new Set<string>();
  readonly keysets = new Set<string>();
  /** Conditions of migrations that are true. */
  readonly done = new Set<string>();
  readonly results = new Map<string, JsonObject>();
  /** Transactions in the order of their blocks. */
  readonly mined: Sent[] = [];
  /** Every request for `send` that reached the chain, including repeated ones. */
  readonly sends: string[] = [];
  /** The time of the newest block, in seconds since 1970. */
  time = 1_000_000;
  /** Code longer than this number of characters runs out of gas. */
  gasFor = Infinity;
  /** Called before each request; if it returns an answer, that is the answer. */
  before: (path: string, body: string) => NetworkAnswer | undefined = () => undefined;
  /** Called after each request; returns the answer to send instead. */
  after: (path: string, answer: NetworkAnswer) => NetworkAnswer = (_, answer) => answer;
  /** Whether the chain puts transactions into blocks. */
  isMining = true;
  private readonly waiting = new Map<string, Sent>();

  addressOf = (chain: string): string => `fake/${chain}`;

  ask(_: string, path: string, body: string): Promise<NetworkAnswer> {
    const answer = this.before(path, body) ?? this.answer(path, body);
    return Promise.resolve(this.after(path, answer));
  }

  private answer(path: string, body: string): NetworkAnswer {
    const read = objectIn(body);
    if (path === 'send') return this.send(read);
    if (path.startsWith('poll')) return this.poll(read);
    const { key, code } = sentIn(read);
    if (!path.includes('preflight=true')) return json({ result: this.read(code), reqKey: key });
    return json({ preflightResult: { gas: 100, result: this.tried(code) } });
  }

  private send(body: JsonObject): NetworkAnswer {
    const [command] = body.get('cmds') as readonly JsonObject[];
    const sent = sentIn(command!);
    this.sends.push(sent.key);
    if (this.results.has(sent.key)) {
      return { kind: 'answer', status: 400, text: 'Transaction already exists on chain' };
    }
    this.waiting.set(sent.key, sent);
    return json({ requestKeys: [sent.key] });
  }

  private poll(body: JsonObject): NetworkAnswer {
    if (this.isMining) this.mine();
    const keys = body.get('requestKeys') as readonly string[];
    return json(
      Object.fromEntries(
        keys
          .filter((key) => this.results.has(key))
          .map((key) => [key, plain(this.results.get(key)!)]),
      ),
    );
  }

  mine(): void {
    for (const [key, sent] of this.waiting) {
      const result = this.tried(sent.code);
      this.mined.push(sent);
      if (result.status === 'success') this.apply(sent.code);
      this.results.set(key, objectIn(JSON.stringify({ reqKey: key, gas: 100, result })));
    }
    this.waiting.clear();
  }

  /** Forgets the pending transactions, as a node may. */
  forget(): void {
    this.waiting.clear();
  }

  private tried(code: string): { readonly status: string; readonly [name: string]: unknown } {
    if (code.length > this.gasFor) return failed('Gas limit (150000) exceeded: 150001');
    const needed = /\(needs ([\w.]+)\)/.exec(code)?.[1];
    if (needed !== undefined && !this.modules.has(needed)) return failed(`${needed} is missing`);
    for (const [, table = ''] of code.matchAll(/\(create-table ([\w.]+)\)/g)) {
      if (this.tables.has(table)) return failed(`Table ${table} already exists`);
    }
    return { status: 'success', data: 'done' };
  }

  private apply(code: string): void {
    for (const [text, name = ''] of code.matchAll(/\((?:module|interface) (\w+)[^]*?\)\)\)?/g)) {
      this.modules.set(name, fakeHash(text));
    }
    for (const [, table = ''] of code.matchAll(/\(create-table ([\w.]+)\)/g))
      this.tables.add(table);
    for (const [, name = ''] of code.matchAll(/\(define-keyset "([\w.]+)"/g))
      this.keysets.add(name);
    for (const [, condition = ''] of code.matchAll(/\(\(migrated (\(done-\w+\))\)/g))
      this.done.add(condition);
  }

  private read(code: string): object {
    const module = /describe-module "([\w.]+)"/.exec(code)?.[1];
    if (module !== undefined) {
      const hash = this.modules.get(module);
      if (hash === undefined) return failed(`Cannot find module: ${module}`);
      return { status: 'success', data: { name: module, hash, tx_hash: '' } };
    }
    const keyset = /describe-keyset "([\w.]+)"/.exec(code)?.[1];
    if (keyset !== undefined) {
      return this.keysets.has(keyset)
        ? { status: 'success', data: { keys: ['a'], pred: 'keys-all' } }
        : failed(`Cannot find keyset in the database: ${keyset}`);
    }
    const table = /^\(read ([\w.]+)/.exec(code)?.[1];
    if (table !== undefined) {
      return failed(
        this.tables.has(table) ? `No value found in table ${table}` : `No such table: ${table}`,
      );
    }
    const done = /\(done-\w+\)$/.exec(code)?.[0];
    if (done !== undefined) return { status: 'success', data: this.done.has(done) };
    return { status: 'success', data: { timep: new Date(this.time * 1000).toISOString() } };
  }
}

const failed = (message: string) => ({ status: 'failure', error: { message } });

const json = (value: object): NetworkAnswer => ({
  kind: 'answer',
  status: 200,
  text: JSON.stringify(value),
});

function objectIn(text: string): JsonObject {
  const read = readJson(text);
  if (read.kind !== 'value' || !isJsonObject(read.value)) throw new Error(`no object: ${text}`);
  return read.value;
}

function sentIn(command: JsonObject): Sent {
  const cmd = objectIn(command.get('cmd') as string);
  const exec = (cmd.get('payload') as JsonObject).get('exec') as JsonObject;
  return { key: command.get('hash') as string, code: exec.get('code') as string };
}

function plain(value: JsonValue): unknown {
  if (isJsonObject(value)) {
    return Object.fromEntries([...value].map(([name, each]) => [name, plain(each)]));
  }
  if (typeof value === 'object' && 'kind' in value && value.kind === 'number') {
    return Number((value as { readonly text: string }).text);
  }
  return value;
}
