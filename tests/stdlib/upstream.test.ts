// The reference's scripts that test coin, run with our contracts instead of the reference's: whatever a script finds in the
// reference's newest contracts, it finds in ours, except for gas, which tests/stdlib/coin-gas.test.ts compares.
//
// PACT_REFERENCE names a checkout of pact-5, CHAINWEB_REFERENCE one of the node. None of their files is kept here.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/project-files.ts';
import { runUpstream } from './upstream-runs.ts';

type Contracts = {
  readonly coin: string;
  readonly fungible: string;
  readonly crossing: string;
  readonly gasPayer?: string;
  readonly names?: string;
  readonly guards?: string;
};

/** Reads the files at these paths within a folder. */
function contractsIn(folder: string, paths: Contracts): Contracts {
  const texts = Object.entries(paths).map(([name, path]) => [name, read(join(folder, path))]);
  return Object.fromEntries(texts) as Contracts;
}

const read = (path: string): string => readFileSync(path, 'utf8');

const ours = contractsIn(join(root, 'stdlib'), {
  coin: 'coin/coin.pact',
  fungible: 'fungible-v2/fungible-v2.pact',
  crossing: 'fungible-xchain-v1/fungible-xchain-v1.pact',
  gasPayer: 'gas-payer-v1/gas-payer-v1.pact',
  names: 'ns/ns.pact',
  guards: 'guards/guards.pact',
});

const tables = '\n(create-table coin-table)\n(create-table allocation-table)\n';

/** The checkouts: the scripts of each, its newest contracts, and which contract replaces which of its files. */
const checkouts = [
  {
    variable: 'CHAINWEB_REFERENCE',
    folder: 'pact',
    newest: {
      coin: 'coin-contract/coin.pact',
      fungible: 'coin-contract/v2/fungible-v2.pact',
      crossing: 'coin-contract/v4/fungible-xchain-v1.pact',
      gasPayer: 'gas-payer/gas-payer-v1.pact',
      names: 'namespaces/ns.pact',
      guards: 'util/guards.pact',
    },
    // A contract that needs interfaces which its predecessors did not have includes them.
    replaced: ({ coin, fungible, crossing, gasPayer, names, guards }: Contracts) => ({
      'coin-contract/coin.pact': coin,
      'coin-contract/coin-install.pact': coin + tables,
      'coin-contract/v2/fungible-v2.pact': fungible,
      'coin-contract/v4/fungible-xchain-v1.pact': crossing,
      'coin-contract/v5/coin-v5.pact': coin,
      'coin-contract/v4/coin-v4.pact': coin,
      'coin-contract/v3/coin-v3.pact': crossing + coin,
      'coin-contract/v2/coin.pact': crossing + coin,
      'coin-contract/v1/coin.pact': fungible + crossing + coin + tables,
      'gas-payer/gas-payer-v1.pact': gasPayer,
      'namespaces/ns.pact': names,
      'util/guards.pact': guards,
      // Theirs needs a registry that their script does not load.
      'util/util-ns.pact':
        '(define-namespace "util" (read-keyset "util-ns-users") (read-keyset "util-ns-admin"))',
    }),
    scripts: [
      'pact5/coin-contract/coin.repl',
      'pact5/namespaces/ns.repl',
      'coin-contract/coin.repl',
      'coin-contract/v5/coin-v5.repl',
      'coin-contract/v4/coin-v4.repl',
      'coin-contract/v3/coin-v3.repl',
      'coin-contract/v2/coin.repl',
      'coin-contract/v1/coin.repl',
      'namespaces/ns.repl',
      'util/guards.repl',
    ],
  },
  {
    variable: 'PACT_REFERENCE',
    folder: 'pact-tests/pact-tests',
    newest: {
      coin: 'coin-v5/coin-v5.pact',
      fungible: 'coin-v5/fungible-v2.pact',
      crossing: 'coin-v5/fungible-xchain-v1.pact',
      gasPayer: 'marmalade/pact/root/gas-payer-v1.pact',
    },
    replaced: ({ coin, fungible, crossing, gasPayer }: Contracts) => ({
      'coin-v5/coin-v5.pact': coin,
      'coin-v5/fungible-v2.pact': fungible,
      'coin-v5/fungible-xchain-v1.pact': crossing,
      'coin-v1/coin.pact': fungible + crossing + coin + tables,
      'marmalade/pact/root/coin.pact': coin + tables,
      'marmalade/pact/root/fungible-v2.pact': fungible,
      'marmalade/pact/root/fungible-xchain-v1.pact': crossing,
      'marmalade/pact/root/gas-payer-v1.pact': gasPayer,
    }),
    scripts: [
      'coin-v5.repl',
      'coin-v1.repl',
      'marmalade/pact/marmalade.repl',
      'marmalade/pact/ledger/ledger.repl',
      'marmalade/pact/policy-manager/policy-manager.repl',
    ],
  },
];

describe.each(checkouts)(
  'scripts of $variable',
  ({ variable, folder, newest, replaced, scripts }) => {
    const checkout = join(process.env[variable] ?? '', folder);
    const isPresent = process.env[variable] !== undefined && existsSync(checkout);
    const within = (contracts: Contracts): ReadonlyMap<string, string> => {
      const texts = Object.entries<string | undefined>(replaced(contracts));
      return new Map(texts.map(([path, text = '']) => [resolve(checkout, path), text]));
    };

    it.skipIf(!isPresent).each(scripts)('%s', (script) => {
      const path = join(checkout, script);
      const theirs = runUpstream(path, within(contractsIn(checkout, newest)));
      expect(theirs.passed).toBeGreaterThan(0);
      expect(runUpstream(path, within(ours))).toEqual(theirs);
    });
  },
);
