// Reads stored namespaces and charges for it.

import { sizeOfNamespace } from '../../core/size/module-size.ts';
import type { Namespace } from '../../core/model/defpact.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { chargeNameRead, chargeRead } from '../storage-charges.ts';

export function findNamespace(call: BuiltinCall, name: string): Namespace | undefined {
  chargeNameRead(call, name);
  const namespace = call.machine.database.readNamespace(name);
  if (namespace !== undefined) chargeRead(call, (budget) => sizeOfNamespace(namespace, budget));
  return namespace;
}

export function getNamespace(call: BuiltinCall, name: string): Namespace {
  return findNamespace(call, name) ?? call.fail('NamespaceNotFound', { namespace: name });
}
