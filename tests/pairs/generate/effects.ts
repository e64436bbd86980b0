// Expressions with effects: writes, events, capabilities that are required, acquired or installed.

import { argumentsOf, call, expression, type Scope } from './expressions.ts';
import { keyOf } from './keys.ts';
import { literalOf } from './objects.ts';
import { anyType, bool, integer, type CapabilityInfo, type TableInfo } from './types.ts';

export function effect(scope: Scope): string {
  const { world, module } = scope;
  const { random } = world;
  const tables = module?.tables ?? [];
  const capabilities = module?.capabilities ?? [];
  if (tables.length > 0 && random.oneIn(2)) return ofTable(scope, random.pick(tables));
  if (capabilities.length > 0 && random.oneIn(2))
    return ofCapability(scope, random.pick(capabilities));
  return random.oneIn(2)
    ? `(enforce ${random.oneIn(2) ? '(< 1 2)' : expression(scope, bool, 2)} "stopped")`
    : expression(scope, anyType(random), 2);
}

function ofTable(scope: Scope, { name, schema }: TableInfo): string {
  const { random } = scope.world;
  const key = keyOf(scope);
  switch (random.below(9)) {
    case 0:
      return `(insert ${name} ${key} ${literalOf(scope, schema, 2)})`;
    case 1: {
      const field = random.pick(schema.fields);
      return `(update ${name} ${key} {"${field.name}": ${expression(scope, field.type, 2)}})`;
    }
    case 2:
      return `(select ${name} (constantly ${random.pick(['true', 'true', 'false'])}))`;
    case 3: {
      const field = random.pick(schema.fields);
      return `(select ${name} ["${field.name}"] (where "${field.name}" (= ${expression(scope, field.type, 1)})))`;
    }
    case 4:
      return `(fold-db ${name} (lambda (k v) ${expression(scope, bool, 1)}) (lambda (k v) [k v]))`;
    case 5:
      return `(${random.pick(['keys', 'describe-table'])} ${name})`;
    case 6:
      if (scope.world.isSimple) return `(keys ${name})`;
      return `(${random.pick(['txids', 'txlog', 'keylog'])} ${name} 0)`;
    default:
      return `(write ${name} ${key} ${literalOf(scope, schema, 2)})`;
  }
}

function ofCapability(scope: Scope, { name, parameters, kind }: CapabilityInfo): string {
  const { random } = scope.world;
  const token = call(name, argumentsOf(scope, parameters, 1));
  const choice = random.below(7);
  if (choice === 0) return `(require-capability ${token})`;
  if (choice === 1) return `(emit-event ${token})`;
  if (choice === 2 && (kind === 'managed' || kind === 'once'))
    return `(install-capability ${token})`;
  if (choice === 3) return `(enforce-guard (create-capability-guard ${token}))`;
  const body = random.oneIn(3) ? `(require-capability ${token})` : expression(scope, integer, 1);
  return `(with-capability ${token} ${body})`;
}
