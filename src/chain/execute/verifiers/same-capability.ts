// Whether two capabilities are the same: name and arguments.

import { equalValues, type QualifiedCapability } from '../../../lang/session/run.ts';

export function sameCapability(left: QualifiedCapability, right: QualifiedCapability): boolean {
  if (left.name.text !== right.name.text || left.args.length !== right.args.length) return false;
  return left.args.every((arg, i) => {
    const other = right.args[i];
    return other !== undefined && equalValues(arg, other);
  });
}
