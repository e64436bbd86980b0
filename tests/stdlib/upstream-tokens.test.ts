// The reference's scripts that test the multi-token standard, run with our contracts instead of the reference's: whatever a
// script finds in the reference's contracts, it finds in ours. Intended differences are listed with their reasons.
//
// PACT_REFERENCE names a checkout of pact-5, which has these scripts. None of them is kept here.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/project-files.ts';
import { runUpstream } from './upstream-runs.ts';

const checkout = join(process.env['MARMALADE_REFERENCE'] ?? '', 'pact');
const isPresent = process.env['MARMALADE_REFERENCE'] !== undefined && existsSync(checkout);

const ours = join(root, 'stdlib/poly-fungible');
const textOf = (path: string): string => readFileSync(join(ours, path), 'utf8');

/** There, these interfaces have their own namespace. */
const shared = /(?<![\w-])(token-policy-v2|poly-fungible-v3|updatable-uri-policy-v1)\b/g;
const inNamespace = (text: string): string => `(namespace (read-string 'ns))\n${text}`;

/** Returns one of our modules as their scripts deploy it: with its tables, unless it is an upgrade. */
function moduleAt(folder: string, name: string): string {
  const tables = join(folder, 'tables.pact');
  const creation = existsSync(join(ours, tables))
    ? textOf(tables).replace(/^;.*$/gm, '').trim()
    : '""';
  const code = textOf(join(folder, `${name}.pact`))
    .replace(shared, 'kip.$1')
    .replace('"marmalade-contract-admin"', '"marmalade-v2.marmalade-contract-admin"');
  return inNamespace(`${code}\n(if (read-msg 'upgrade) ["upgraded"] [${creation}])`);
}

const policies = ['collection', 'guard', 'non-fungible', 'non-updatable-uri', 'royalty'];

const instead: () => ReadonlyMap<string, string> = () => {
  const texts = [
    ...['token-policy-v2', 'poly-fungible-v3', 'updatable-uri-policy-v1'].map(
      (name) => [`kip/${name}.pact`, inNamespace(textOf(`interfaces/${name}.pact`))] as const,
    ),
    ['ledger/ledger-v2.interface.pact', inNamespace(textOf('interfaces/ledger-v2.pact'))] as const,
    ['policy-manager/sale.interface.pact', inNamespace(textOf('interfaces/sale-v2.pact'))] as const,
    ['ledger/ledger.pact', moduleAt('ledger', 'ledger')] as const,
    ['policy-manager/policy-manager.pact', moduleAt('policy-manager', 'policy-manager')] as const,
    ...policies.map(
      (name) =>
        [
          `concrete-policies/${name}-policy/${name}-policy-v1.pact`,
          moduleAt(`${name}-policy`, `${name}-policy-v1`),
        ] as const,
    ),
  ];
  return new Map(texts.map(([path, text]) => [resolve(checkout, path), text]));
};

const scripts = [
  'marmalade.repl',
  'ledger/ledger.repl',
  'policy-manager/policy-manager.repl',
  'marmalade-util/util-v1.repl',
  ...policies.map((name) => `concrete-policies/${name}-policy/${name}-policy-v1.repl`),
  'sale-contracts/conventional-auction/conventional-auction.repl',
  'sale-contracts/dutch-auction/dutch-auction.repl',
];

describe('scripts of the multi-token standard', () => {
  it.skipIf(!isPresent).each(scripts)('%s', (script) => {
    const path = join(checkout, script);
    const theirs = runUpstream(path);
    const found = runUpstream(path, instead());
    expect(theirs.passed).toBeGreaterThan(0);
    expect(found).toEqual(theirs);
  });
});
