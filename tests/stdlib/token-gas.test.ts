// The gas of calls of the ledger of stdlib/poly-fungible, in milligas, each call in its own transaction. The figures are
// those of its documentation page.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { accountOf, guardOf, tokenSession } from '../support/poly-fungible.ts';
import { root } from '../support/project-files.ts';

const royaltyPolicies = '[royalty-policy-v1]';
const artPolicies = '[non-fungible-policy-v1 guard-policy-v1]';

// Real transactions name ids and accounts, so they do not pay for computing them.
const { run } = tokenSession();
run('(env-chain-data { "chain-id": "0", "block-time": (time "2026-01-01T00:00:00Z") })');
const [ann, ben, cat, creator] = ['ann', 'ben', 'cat', 'creator'].map((name) =>
  run(accountOf(name)),
) as [string, string, string, string];
const plain = run('(people.id-of 2 "plain" [])');
const art = run(`(people.id-of 0 "art" ${artPolicies})`);
const song = run(`(people.id-of 1 "song" ${royaltyPolicies})`);
const sale = run('(hash "sale")');
const soldSong = run('(hash "song")');
const escrow = run(`(at "account" (policy-manager.get-escrow-account ${soldSong}))`);

const royalty = `{ "fungible": coin, "creator": ${creator}, "creator-guard": ${guardOf('creator')}, "royalty-rate": 0.1 }`;
const account = `{ "account": ${ann}, "guard": ${guardOf('ann')} }`;
const quote = `{ "fungible": coin, "seller-fungible-account": ${account}, "sale-price": 10.0, "sale-type": "" }`;
const purchase = `{ "buyer": ${ben}, "buyer-guard": ${guardOf('ben')}, "buyer_fungible_account": ${ben} }`;
const signedBy = (key: string, ...capabilities: readonly string[]): string =>
  `(env-sigs [{ "key": "${key}", "caps": [${capabilities.join(' ')}] }])`;
const reported = (data: string): string => `(env-data (+ ${data} people.KEYS))`;

const create = (id: string, rest: string): string =>
  `(ledger.create-token ${id} ${rest} ${guardOf('creator')})`;

type Case = readonly [name: string, milligas: number, before: string, call: string];

const calls: readonly Case[] = [
  ['create-token, no policy', 291_905, signedBy('creator'), create(plain, '2 "plain" []')],
  [
    'create-token, one of a kind, with guards',
    354_935,
    signedBy('creator'),
    create(art, `0 "art" ${artPolicies}`),
  ],
  [
    'create-token, with a royalty',
    378_904,
    reported(`{ "royalty_spec": ${royalty} }`),
    create(song, `1 "song" ${royaltyPolicies}`),
  ],
  [
    'mint, no policy, new account',
    188_672,
    signedBy('ann', `(ledger.MINT ${plain} ${ann} 5.0)`),
    `(ledger.mint ${plain} ${ann} ${guardOf('ann')} 5.0)`,
  ],
  [
    'mint, one of a kind, with guards',
    300_324,
    signedBy('ann', `(ledger.MINT ${art} ${ann} 1.0)`),
    `(ledger.mint ${art} ${ann} ${guardOf('ann')} 1.0)`,
  ],
  [
    'mint, with a royalty',
    224_874,
    signedBy('ann', `(ledger.MINT ${song} ${ann} 5.0)`),
    `(ledger.mint ${song} ${ann} ${guardOf('ann')} 5.0)`,
  ],
  ['create-account', 78_821, '', `(ledger.create-account ${plain} ${ben} ${guardOf('ben')})`],
  [
    'transfer, no policy',
    345_333,
    signedBy('ann', `(ledger.TRANSFER ${plain} ${ann} ${ben} 1.0)`),
    `(ledger.transfer ${plain} ${ann} ${ben} 1.0)`,
  ],
  [
    'transfer-create, no policy, new account',
    327_713,
    signedBy('ann', `(ledger.TRANSFER ${plain} ${ann} ${cat} 1.0)`),
    `(ledger.transfer-create ${plain} ${ann} ${cat} ${guardOf('cat')} 1.0)`,
  ],
  [
    'burn, no policy',
    206_663,
    signedBy('ann', `(ledger.BURN ${plain} ${ann} 1.0)`),
    `(ledger.burn ${plain} ${ann} 1.0)`,
  ],
  [
    'update-uri, no policy',
    62_276,
    signedBy('ann', `(ledger.UPDATE-URI ${plain} "new")`),
    `(ledger.update-uri ${plain} "new")`,
  ],
  [
    'sale: offer, one of a kind, with guards, no price',
    484_485,
    `(env-hash ${sale}) ${signedBy('ann', `(ledger.OFFER ${art} ${ann} 1.0 0)`)}`,
    `(ledger.sale ${art} ${ann} 1.0 0)`,
  ],
  [
    'sale: withdraw, one of a kind, with guards',
    522_749,
    signedBy('ann', `(ledger.WITHDRAW ${art} ${ann} 1.0 0 ${sale})`),
    `(continue-pact 0 true ${sale})`,
  ],
  [
    'sale: offer, with a royalty and a price',
    697_462,
    `(env-hash ${soldSong}) ${reported(`{ "quote": ${quote} }`)} ${signedBy('ann', `(ledger.OFFER ${song} ${ann} 1.0 0)`)}`,
    `(ledger.sale ${song} ${ann} 1.0 0)`,
  ],
  [
    'sale: buy, with a royalty and a price, new account',
    1_141_575,
    `${reported(purchase)} ${signedBy(
      'ben',
      `(ledger.BUY ${song} ${ann} ${ben} 1.0 ${soldSong})`,
      `(coin.TRANSFER ${ben} ${escrow} 10.0)`,
      `(coin.TRANSFER ${escrow} ${creator} 1.0)`,
      `(coin.TRANSFER ${escrow} ${ann} 9.0)`,
    )}`,
    `(continue-pact 1 false ${soldSong})`,
  ],
  ['get-balance', 33_679, '', `(ledger.get-balance ${plain} ${ann})`],
];

it('has not changed, and is as documented', () => {
  run('(env-gasmodel "table") (env-gaslimit 10000000) (env-exec-config ["DisableRuntimeRTC"])');
  const page = readFileSync(join(root, 'stdlib/poly-fungible/README.md'), 'utf8');
  const found = calls.map(([name, , before, call]) => {
    run(`${before} (begin-tx) (env-gas 0) ${call}`);
    const figure = Number(run('(env-milligas)'));
    run('(commit-tx)');
    return [name, figure] as const;
  });
  expect(found).toEqual(calls.map(([name, milligas]) => [name, milligas]));
  for (const [name, milligas] of found) {
    const row = page.split('\n').find((line) => line.startsWith(`| ${name} `));
    expect(row, name).toContain(` ${milligas.toLocaleString('en')} `);
  }
});
