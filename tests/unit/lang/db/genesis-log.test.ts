// The genesis transactions of a network, run on the in-memory engine. The hashes of the transaction logs are known, and
// cover module hashes, stored documents and their order.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toBase64Url, fromBase64Url } from '../../../../src/base/base64url.ts';
import { concatBytes, decodeUtf8, utf8 } from '../../../../src/base/bytes.ts';
import { Source } from '../../../../src/base/span.ts';
import { blake2b256 } from '../../../../src/base/crypto/hashes.ts';
import { lineInfo } from '../../../../src/lang/core/encoding/info-cbor.ts';
import { Loaded } from '../../../../src/lang/core/model/loaded.ts';
import type { TransactionLogEntry } from '../../../../src/lang/db/database.ts';
import { MemoryDatabase } from '../../../../src/lang/db/memory.ts';
import { noCapabilities } from '../../../../src/lang/state/capabilities.ts';
import { parseJsonValue } from '../../../../src/lang/session/json.ts';
import { QualifiedName } from '../../../../src/lang/values/names.ts';
import { emptyObject, type PactValue } from '../../../../src/lang/values/value.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';
import { moduleNamed } from '../../../support/core-samples.ts';
import { skipped } from '../../../support/skipped.ts';

const file = new URL(
  '../../../../../shared/vectors/chainweb/genesis-payloads/Development0.json',
  import.meta.url,
);

type Genesis = {
  readonly hash: string;
  readonly code: string;
  readonly data: unknown;
  readonly logs: string;
};

function transactions(): readonly Genesis[] {
  if (!existsSync(file)) return [];
  const payload = JSON.parse(readFileSync(file, 'utf8')) as { transactions: [string, string][] };
  return payload.transactions.map(([transaction, output]) => {
    const { hash, cmd } = decoded(transaction) as { hash: string; cmd: string };
    const command = JSON.parse(cmd) as { payload: { exec: { code: string; data: unknown } } };
    const { logs } = decoded(output) as { logs: string };
    return { hash, ...command.payload.exec, logs };
  });
}

function decoded(text: string): unknown {
  return JSON.parse(decodeUtf8(fromBase64Url(text) ?? new Uint8Array()) ?? '');
}

function logHash(log: readonly TransactionLogEntry[]): string {
  const parts = log.flatMap(({ domain, key, value }) => [utf8(`D${domain}K${key}V`), value]);
  return toBase64Url(blake2b256(concatBytes(parts)));
}

function dataOf(data: unknown): PactValue {
  const read = data === null ? undefined : parseJsonValue(JSON.stringify(data));
  return read?.ok === true ? read.value : emptyObject;
}

describe.skipIf(!existsSync(file))(`genesis (vectors: ${skipped(!existsSync(file), 10)})`, () => {
  const database = new MemoryDatabase({ info: lineInfo });
  const engine = new ReplEngine({
    host: silentHost,
    depthLimit: 2000,
    nestingLimit: 200,
    makeDatabase: () => database,
  });
  const granted = (name: string) => ({
    name: new QualifiedName(name, moduleNamed('coin')),
    args: [],
  });

  it.each(transactions())('$hash', ({ hash, code, data, logs }) => {
    const { machine } = engine;
    machine.reset(new Loaded());
    machine.environment.hash = hash;
    machine.environment.data = dataOf(data);
    machine.capabilities = noCapabilities
      .granting(granted('COINBASE'))
      .granting(granted('GENESIS'));
    database.begin();
    engine.run(new Source('genesis.pact', code));
    expect(logHash(database.commit() ?? [])).toBe(logs);
  });

  it('leaves the modules of the network', () => {
    const modules = database.moduleNames().map((name) => {
      return `${name.text} ${database.readModule(name)?.module.hash}`;
    });
    expect(modules).toEqual([
      'coin 3iIBQdJnst44Z2ZgXoHPkAauybJ0h85l_en_SGHNibE',
      'fungible-v1 NmdRtszCwacjHGyyE9N_flQMRRBhcHVFP4OjhiPej1E',
      'fungible-v2 YxE-KgC6JmKmCcgKTJmlEn_I58I4EXmhfrvzX7berYk',
      'fungible-xchain-v1 h89ic3ghz23Rjk0pHNKtFOwrvSs7mbmuqloVXOhl2GI',
      'gas-payer-v1 iIWAP1oen_kpXjFbnQM87AJRZIgtsfZcAwYrEy21RWQ',
      'ns eAnZwwSKgXn0OT0gYVyuvr7BdEoUE9qgDx_jgnKoxlI',
    ]);
  });
});
