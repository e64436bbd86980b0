// What exchanges do to check a node (check:data of the standard): walk through all blocks, add up their operations, and compare
// the sums with balances. The balances come from the interface itself, and from the table of the coin in the state.
import { isRefusal } from '../../src/lang/db/database.ts';
import { encodeStable, type PactValue } from '../../src/lang/session/run.ts';
import { Decimal } from '../../src/lang/values/value.ts';
import type { Engine } from '../../src/node/engine/engine.ts';
import { table } from './core-samples.ts';
import type { RosettaEndpoint } from './rosetta-schemas.ts';

/** Sends a request, and returns the JSON of the answer. Throws if it is an error. */
export type AskRosetta = (endpoint: RosettaEndpoint, members: object) => Promise<unknown>;

type Identifier = { readonly index: number; readonly hash: string };

export type WalkedTransaction = {
  readonly transaction_identifier: { readonly hash: string };
  readonly operations: readonly {
    readonly operation_identifier: { readonly index: number };
    readonly related_operations?: readonly { readonly index: number }[];
    readonly type: string;
    readonly status: string;
    readonly account: { readonly address: string };
    readonly amount: { readonly value: string };
    readonly metadata: {
      readonly 'prev-ownership': unknown;
      readonly 'curr-ownership': unknown;
    };
  }[];
  readonly related_transactions?: readonly {
    readonly network_identifier?: { readonly sub_network_identifier: { readonly network: string } };
    readonly transaction_identifier: { readonly hash: string };
    readonly direction: string;
  }[];
};

type Block = {
  readonly block: {
    readonly block_identifier: Identifier;
    readonly parent_block_identifier: Identifier;
    readonly transactions: readonly WalkedTransaction[];
  };
  readonly other_transactions?: readonly { readonly hash: string }[];
};

export type Held = { readonly units: bigint; readonly guard: string };

export type Walk = {
  readonly blocks: number;
  readonly transactions: readonly (WalkedTransaction & { readonly chain: number })[];
  /** Balances that were compared: of the interface, and of the table. */
  readonly compared: number;
  /** What differs, as sentences. */
  readonly differences: readonly string[];
};

/** Walks through a chain from its first block to its newest. */
export async function walkChain(
  chain: number,
  { ask, engine }: { readonly ask: AskRosetta; readonly engine: Engine },
): Promise<Walk> {
  const { current_block_identifier: newest } = (await ask('network/status', {})) as {
    current_block_identifier: Identifier;
  };
  const sums = new Map<string, Held>();
  const transactions: Walk['transactions'][number][] = [];
  const differences: string[] = [];
  let compared = 0;
  let before: Identifier | undefined;
  for (let height = 0; height <= newest.index; height++) {
    const at = `chain ${chain}, height ${height}`;
    const { block, other_transactions: others } = (await ask('block', {
      block_identifier: { index: height },
    })) as Block;
    const parent = before ?? block.block_identifier;
    if (parent.hash !== block.parent_block_identifier.hash) differences.push(`${at}: parent`);
    before = block.block_identifier;
    if (others !== undefined) differences.push(`${at}: other transactions`);
    const changed = new Set<string>();
    for (const each of block.transactions) {
      transactions.push({ ...each, chain });
      add(each, { sums, changed, differences, at });
    }
    const rows = tableAt(engine, chain, height);
    compared += compare(sums, rows, { differences, at });
    const sample = [...rows.keys()].filter((_, i) => i % 10 === height % 10);
    for (const address of new Set([...changed, ...sample])) {
      compared++;
      const { block_identifier: answered, balances } = (await ask('account/balance', {
        account_identifier: { address },
        block_identifier: height % 2 === 0 ? { index: height } : block.block_identifier,
      })) as { block_identifier: Identifier; balances: [{ value: string }] };
      const isSame =
        answered.hash === block.block_identifier.hash &&
        BigInt(balances[0].value) === (sums.get(address)?.units ?? 0n);
      if (!isSame) differences.push(`${at}: the balance of ${address} is ${balances[0].value}`);
    }
  }
  return { blocks: newest.index + 1, transactions, compared, differences };
}

type Noting = { readonly differences: string[]; readonly at: string };

function add(
  { operations }: WalkedTransaction,
  {
    sums,
    changed,
    differences,
    at,
  }: Noting & { readonly sums: Map<string, Held>; readonly changed: Set<string> },
): void {
  for (const [i, each] of operations.entries()) {
    const { address } = each.account;
    const held = sums.get(address);
    if (each.operation_identifier.index !== i) differences.push(`${at}: index ${i}`);
    const previous = JSON.stringify(each.metadata['prev-ownership']);
    if (held !== undefined && held.guard !== previous) {
      differences.push(`${at}: ${address} was owned by ${held.guard}, not by ${previous}`);
    }
    const units = (held?.units ?? 0n) + BigInt(each.amount.value);
    sums.set(address, { units, guard: JSON.stringify(each.metadata['curr-ownership']) });
    changed.add(address);
  }
}

/** Returns how many accounts there are. */
function compare(
  sums: ReadonlyMap<string, Held>,
  rows: ReadonlyMap<string, Held>,
  { differences, at }: Noting,
): number {
  for (const address of new Set([...sums.keys(), ...rows.keys()])) {
    const [sum, row] = [sums.get(address), rows.get(address)];
    if (sum?.units === row?.units && sum?.guard === row?.guard) continue;
    differences.push(
      `${at}: ${address} has ${sum?.units} by operations, ${row?.units} in the table`,
    );
  }
  return rows.size;
}

const coinTable = table('coin-table', 'coin');

/** Returns the table of the coin after the block of a height: amounts in units of 10^-12. */
export function tableAt(engine: Engine, chain: number, height: number): ReadonlyMap<string, Held> {
  const view = engine.chain(chain).state.at(height);
  if (!view.ok) throw new Error(view.fault.kind);
  const { database } = view.value;
  const accounts = database.rowKeys(coinTable);
  if (isRefusal(accounts)) return new Map();
  return new Map(
    accounts.map((account) => {
      const row = database.readRow(coinTable, account);
      if (row === undefined || isRefusal(row)) throw new Error('the account has no row');
      const balance = row.get('balance');
      if (!(balance instanceof Decimal)) throw new Error('the balance is no decimal');
      const guard = JSON.stringify(JSON.parse(encodeStable(row.get('guard') as PactValue)));
      return [account, { units: balance.mantissa * 10n ** BigInt(12 - balance.places), guard }];
    }),
  );
}
