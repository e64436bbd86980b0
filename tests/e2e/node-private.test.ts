// Sealed commands on `pact node`, with the entity in its configuration file: results survive a kill.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toHex } from '../../src/base/bytes.ts';
import { encodeCommand } from '../../src/chain/command/index.ts';
import { keyFileText } from '../../src/apps/request/keys.ts';
import { folderWith } from '../support/command.ts';
import { startService } from '../support/service-process.ts';
import { entity, entityKeys } from '../support/sealed-commands.ts';
import { counterModule, sealed } from '../support/sealed-devnets.ts';

type Results = Readonly<Record<string, { readonly result: { readonly data: unknown } }>>;

const keyOf = (name: string): string => toHex(entityKeys.get(name)!);

test('a node executes commands for its entity, and knows their results after a kill', async () => {
  const folder = folderWith({
    'node.yaml':
      'network: development\ndata: data\nservice: { port: 0 }\n' +
      `entity: bob\nentityKey: bob.key\nentities:\n  alice: ${keyOf('alice')}\n`,
  });
  const { secretKey } = entity('bob');
  writeFileSync(join(folder.path, 'bob.key'), keyFileText(keyOf('bob'), secretKey));
  const start = () =>
    startService<{ readonly address: string }>(['node', '--config', 'node.yaml', '--json'], {
      cwd: folder.path,
    });
  let node = await start();
  const ask = async (verb: string, body: string): Promise<string> => {
    const path = `multichain/0.0/development/chain/0/pact/${verb}`;
    const headers = { 'content-type': 'application/json' };
    const url = `${node.ready.address}/${path}`;
    return (await fetch(url, { method: 'POST', headers, body })).text();
  };
  const creationTime = Math.floor(Date.now() / 1000);
  const adds = Array.from({ length: 8 }, () => sealed('(free.counter.add)', { creationTime }));
  for (const each of [sealed(counterModule, { creationTime }), ...adds]) {
    expect(await ask('private', encodeCommand(each))).toBe(`{"requestKeys":["${each.hash}"]}`);
  }
  await node.end('SIGKILL');
  node = await start();
  for (const { hash } of adds) await ask('listen', JSON.stringify({ listen: hash }));
  const requestKeys = adds.map(({ hash }) => hash);
  const results = JSON.parse(await ask('poll', JSON.stringify({ requestKeys }))) as Results;
  // In the order in which they were taken.
  const counts = requestKeys.map((key) => results[key]?.result.data);
  expect(counts).toEqual(adds.map((_, i) => ({ int: i + 1 })));
  await node.end('SIGTERM');
  folder.remove();
});
