// An entity can read public data beneath its own, and never writes to it.
import { expect, test } from 'vitest';
import { KeySetGuard, sortedSet } from '../../../../src/lang/session/run.ts';
import { KeySetName, lineInfo, MemoryDatabase } from '../../../../src/lang/session/store.ts';
import { EntityDatabase } from '../../../../src/chain/sealed/entity-database.ts';

const keySet = (key: string) => new KeySetGuard(sortedSet([key]), { kind: 'keys-all' });
const own = new KeySetName('own', undefined);
const open = new KeySetName('open', undefined);
const missing = new KeySetName('missing', undefined);

function databases() {
  const [mine, all] = [0, 1].map(() => new MemoryDatabase({ info: lineInfo, writeOver: 'merge' }));
  all!.begin();
  all!.writeKeySet(open, keySet('public'));
  const guards = { user: keySet('public'), admin: keySet('public') };
  all!.writeNamespace({ name: 'open-ns', ...guards });
  all!.commit();
  mine!.begin();
  return new EntityDatabase(mine!, all!);
}

test('public keysets and namespaces can be read', () => {
  const entity = databases();
  entity.writeKeySet(own, keySet('mine'));
  expect(entity.readKeySet(own)).toEqual(keySet('mine'));
  expect(entity.readKeySet(open)).toEqual(keySet('public'));
  expect(entity.readKeySet(missing)).toBeUndefined();
  expect(entity.readNamespace('open-ns')?.name).toBe('open-ns');
});

test('public data cannot be overwritten', () => {
  const entity = databases();
  expect(() => entity.writeKeySet(open, keySet('mine'))).toThrow();
  expect(() =>
    entity.writeNamespace({ name: 'open-ns', user: keySet('a'), admin: keySet('a') }),
  ).toThrow();
});
