// What each sender spent on gas by day, kept as sums: a busy account has thousands of transactions a day, and the sum of a month
// would read them all. Days are those of the blocks, in UTC; blocks whose time PostgreSQL cannot store have none.

import type { Connection } from './connections.ts';

export type StoredHeights = {
  readonly chain: number;
  readonly from: number;
  readonly to: number;
};

/** The sums of stored blocks: their chain is $1, their heights are from $2 to $3. */
const sums = `
  select t.sender, b.chain, (b.created at time zone 'UTC')::date as day,
    count(*) as transactions, sum(t.gas) as gas, coalesce(sum(t.gas * t.gas_price), 0) as paid
  from blocks b
  join transactions t on t.chain = b.chain and t.height = b.height
  where b.chain = $1 and b.height between $2 and $3 and b.created is not null and t.sender is not null
  group by 1, 2, 3`;

/** Adds the gas of blocks that were just stored. */
export async function addGas(
  connection: Connection,
  { chain, from, to }: StoredHeights,
): Promise<void> {
  await connection.query(
    `insert into gas_by_day (sender, chain, day, transactions, gas, paid) ${sums}
     on conflict (sender, chain, day) do update set
       transactions = gas_by_day.transactions + excluded.transactions,
       gas = gas_by_day.gas + excluded.gas, paid = gas_by_day.paid + excluded.paid`,
    [chain, from, to],
  );
}

/** Takes back the gas of blocks, which must still be stored. */
export async function removeGas(
  connection: Connection,
  { chain, from, to }: StoredHeights,
): Promise<void> {
  const { rows } = await connection.query<{ sender: string; day: string }>(
    `with taken as (
       update gas_by_day g set transactions = g.transactions - s.transactions,
         gas = g.gas - s.gas, paid = g.paid - s.paid
       from (${sums}) s where g.sender = s.sender and g.chain = s.chain and g.day = s.day
       returning g.sender, g.day, g.transactions
     )
     select sender, day::text from taken where transactions = 0`,
    [chain, from, to],
  );
  await connection.query(
    `delete from gas_by_day g using unnest($2::text[], $3::date[]) as gone (sender, day)
     where g.chain = $1 and g.sender = gone.sender and g.day = gone.day`,
    [chain, rows.map(({ sender }) => sender), rows.map(({ day }) => day)],
  );
}
