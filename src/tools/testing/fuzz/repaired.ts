// Repairs a failed call if the reason shows how.

import { isRefusal } from '../../../lang/session/store.ts';
import { type EvalError, type ErrorName } from '../../../lang/session/run.ts';
import type { Call } from './call.ts';
import type { Example } from './example.ts';
import type { CallSource } from './next-call.ts';

/** If a row does not exist, replaces its key with an existing one. */
export function repaired(
  call: Call,
  error: EvalError,
  { target, session, random }: CallSource,
): Call | undefined {
  if (call.kind !== 'call' || !isNamed(error, 'NoSuchObjectInDb')) return undefined;
  const { table: name, key } = error.data;
  const table = target.tables.find((each) => `${each.module.text}_${each.name}` === name);
  const keys = table === undefined ? [] : session.tables.rowKeys(table);
  const other = isRefusal(keys) ? undefined : random.pick(keys);
  if (other === undefined) return undefined;
  const args = call.args.map((arg): Example =>
    arg.kind === 'string' && arg.text === key ? { kind: 'string', text: other } : arg,
  );
  return { ...call, args };
}

function isNamed<Name extends ErrorName>(error: EvalError, name: Name): error is EvalError<Name> {
  return error.name === name;
}
