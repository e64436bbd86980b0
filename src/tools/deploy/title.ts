// The title of a step, for people.

import type { Step } from './plan.ts';

export function titleOf({ action, kind, name, tables, forms, migrations }: Step): string {
  if (kind === 'tables') return `create ${listed('table', tables.length)} of ${name}`;
  if (kind === 'init') return `run ${listed('form', forms)} of ${name}`;
  if (kind === 'migration') return `migrate ${name}: ${migrations.join(', ')}`;
  const more = [
    ...(tables.length > 0 ? [listed('table', tables.length)] : []),
    ...(forms > 0 ? [listed('form', forms)] : []),
    ...(migrations.length > 0
      ? [`${listed('migration', migrations.length)} (${migrations.join(', ')})`]
      : []),
  ];
  const besides = more.length === 0 ? '' : ` with ${more.join(' and ')}`;
  return `${action} ${kind} ${name}${besides}`;
}

const listed = (what: string, count: number): string => `${count} ${what}${count === 1 ? '' : 's'}`;
