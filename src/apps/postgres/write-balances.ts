// Balances as sums of their changes: after each change, the newest of each account, and what all accounts have together. They are
// kept only for chains whose line begins with the genesis block; before that, no balance is known.

import type { Connection } from './connections.ts';

/** The temporary table that receives the changes of a batch. */
export const stage = 'staged_changes';

export async function createStage(connection: Connection): Promise<void> {
  await connection.query(
    `create temporary table if not exists ${stage} (
      chain integer, height bigint, position integer, transaction integer, event integer,
      token text, account text, amount numeric, kind text
    ) on commit delete rows`,
  );
}

const columns = 'chain, height, position, transaction, event, token, account, amount, kind';

export type Addition = {
  readonly chain: number;
  /** Whether the balances before these changes are known. */
  readonly isCurrent: boolean;
};

/** Adds the changes of the stage. */
export async function addBalances(
  connection: Connection,
  { chain, isCurrent }: Addition,
): Promise<void> {
  if (!isCurrent) {
    await connection.query(
      `insert into balance_changes (${columns}) select ${columns} from ${stage}`,
    );
    return;
  }
  await connection.query(
    `insert into balance_changes (${columns}, balance)
     select s.chain, s.height, s.position, s.transaction, s.event, s.token, s.account, s.amount, s.kind,
       coalesce(b.balance, 0) + sum(s.amount) over (
         partition by s.token, s.account order by s.height, s.position
       )
     from ${stage} s
     left join balances b on b.token = s.token and b.account = s.account and b.chain = $1`,
    [chain],
  );
  await connection.query(
    `insert into balances (token, account, chain, balance)
     select token, account, $1, sum(amount) from ${stage} group by token, account
     on conflict (token, account, chain) do update set balance = balances.balance + excluded.balance`,
    [chain],
  );
  await connection.query(
    `insert into supplies (token, chain, height, supply)
     select token, $1, height, coalesce(before.supply, 0) + sum(amount) over (
       partition by token order by height
     )
     from (
       select token, height, sum(amount) as amount from ${stage}
       group by token, height having sum(amount) <> 0
     ) changes
     left join lateral (
       select supply from supplies where token = changes.token and chain = $1
       order by height desc limit 1
     ) before on true`,
    [chain],
  );
  // Last, because other chains wait for these rows until the commit.
  await addToHolders(connection, `select token, account, sum(amount) from ${stage} group by 1, 2`);
}

/** Chains that are written at the same time change the same rows: all of them in one order, so that none waits in a circle. */
async function addToHolders(connection: Connection, changes: string): Promise<void> {
  await connection.query(
    `insert into holders (token, account, balance)
     select * from (${changes}) changes order by 1, 2
     on conflict (token, account) do update set balance = holders.balance + excluded.balance`,
  );
}

/** Removes the changes of blocks of a fork. */
export async function removeBalances(
  connection: Connection,
  { chain, above }: { readonly chain: number; readonly above: number },
): Promise<void> {
  // In the order in which all chains lock these rows.
  await addToHolders(
    connection,
    `select token, account, -sum(amount) from balance_changes
     where chain = ${String(chain)} and height > ${String(above)} group by 1, 2`,
  );
  const { rows } = await connection.query<{ token: string; account: string }>(
    `with removed as (
       delete from balance_changes where chain = $1 and height > $2 returning token, account, amount
     ), sums as (
       select token, account, sum(amount) as amount from removed group by token, account
     )
     update balances b set balance = b.balance - s.amount from sums s
     where b.chain = $1 and b.token = s.token and b.account = s.account
     returning b.token, b.account`,
    [chain, above],
  );
  // An account whose first change is gone was never there.
  const accounts = [rows.map(({ token }) => token), rows.map(({ account }) => account)];
  await connection.query(
    `delete from balances b using unnest($2::text[], $3::text[]) as gone (token, account)
     where b.chain = $1 and b.token = gone.token and b.account = gone.account
       and not exists (
         select from balance_changes c
         where c.chain = $1 and c.token = b.token and c.account = b.account
       )`,
    [chain, ...accounts],
  );
  await connection.query(
    `delete from holders h using unnest($1::text[], $2::text[]) as gone (token, account)
     where h.token = gone.token and h.account = gone.account
       and not exists (select from balances b where b.token = h.token and b.account = h.account)`,
    accounts,
  );
  await connection.query('delete from supplies where chain = $1 and height > $2', [chain, above]);
}

/** Computes everything from the changes of a chain. */
export async function computeAllBalances(connection: Connection, chain: number): Promise<void> {
  await connection.query(
    `update balance_changes c set balance = sums.balance
     from (
       select height, position, sum(amount) over (
         partition by token, account order by height, position
       ) as balance
       from balance_changes where chain = $1
     ) sums
     where c.chain = $1 and c.height = sums.height and c.position = sums.position`,
    [chain],
  );
  await connection.query(
    `insert into balances (token, account, chain, balance)
     select token, account, $1, sum(amount) from balance_changes where chain = $1
     group by token, account`,
    [chain],
  );
  await addToHolders(
    connection,
    `select token, account, balance from balances where chain = ${String(chain)}`,
  );
  await connection.query(
    `insert into supplies (token, chain, height, supply)
     select token, $1, height, sum(sum(amount)) over (partition by token order by height)
     from balance_changes where chain = $1
     group by token, height having sum(amount) <> 0`,
    [chain],
  );
}
