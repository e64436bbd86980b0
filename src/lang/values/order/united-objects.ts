// The union of two objects.

import { compareText } from '../../../base/text.ts';
import { ObjectValue, type PactValue } from '../value.ts';

/** Returns the fields of both objects, with the left value for common fields. Merges them, because both are sorted. */
export function unitedObjects(left: ObjectValue, right: ObjectValue): ObjectValue {
  if (right.fields.size === 0) return left;
  if (left.fields.size === 0) return right;
  const united = new Map<string, PactValue>();
  const rights = right.fields.entries();
  let next = rights.next();
  for (const [name, value] of left.fields) {
    while (next.done !== true && compareText(next.value[0], name) < 0) {
      united.set(next.value[0], next.value[1]);
      next = rights.next();
    }
    if (next.done !== true && next.value[0] === name) next = rights.next();
    united.set(name, value);
  }
  for (; next.done !== true; next = rights.next()) united.set(next.value[0], next.value[1]);
  return new ObjectValue(united);
}
