// Random values for property tests, with field names that break naive maps.

import fc from 'fast-check';
import {
  FullyQualifiedName,
  KeySetName,
  ModuleName,
  QualifiedName,
  TableName,
} from '../../../../src/lang/values/names.ts';
import { Schema, type Type } from '../../../../src/lang/values/type.ts';
import {
  CapabilityGuard,
  CapToken,
  Decimal,
  DefPactGuard,
  KeySetGuard,
  KeySetRefGuard,
  ListValue,
  ModRef,
  ModuleGuard,
  objectValue,
  sortedFields,
  sortedSet,
  TableValue,
  TimeValue,
  unit,
  UserGuard,
  type Guard,
  type PactValue,
} from '../../../../src/lang/values/value.ts';
import { compareModuleNames } from '../../../../src/lang/values/names.ts';
import { wellFormed } from '../../../../src/base/text.ts';

const text = fc.string({ unit: 'binary', maxLength: 8 }).map(wellFormed);
export const identifier = fc.constantFrom('a', 'b-c', '__proto__', 'constructor', 'f?', 'ns', 'é');
const fieldName = fc.oneof(
  fc.constantFrom(
    '__proto__',
    '10',
    '9',
    'constructor',
    'then',
    'toString',
    'a',
    '',
    'é',
    '\u{1f600}',
  ),
  text,
);
const hash = fc.constantFrom(
  'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g',
  'A_fIcwIweiXXYXnKU59CNCAUoIXHXwQtB_D8xhEflLY',
);

const moduleName = fc
  .tuple(identifier, fc.option(identifier, { nil: undefined }))
  .map(([name, namespace]) => new ModuleName(name, namespace));
const qualifiedName = fc
  .tuple(identifier, moduleName)
  .map(([name, module]) => new QualifiedName(name, module));
const fullName = fc
  .tuple(moduleName, identifier, hash)
  .map(([module, name, of]) => new FullyQualifiedName(module, name, of));
const moduleSet = fc
  .uniqueArray(moduleName, { maxLength: 3, selector: (name) => name.text })
  .map((names) => names.sort(compareModuleNames));

const schemaOf = (type: fc.Arbitrary<Type>): fc.Arbitrary<Schema> =>
  fc
    .tuple(qualifiedName, fc.array(fc.tuple(fieldName, type), { maxLength: 3 }))
    .map(([name, fields]) => new Schema(name, sortedFields(fields)));

export const type: fc.Arbitrary<Type> = fc.letrec<{ type: Type }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Type>(
      { kind: 'primitive', name: 'integer' },
      { kind: 'primitive', name: 'unit' },
      { kind: 'any-list' },
      { kind: 'any-object' },
      { kind: 'captoken' },
      { kind: 'any' },
    ),
    tie('type').map((element): Type => ({ kind: 'list', element })),
    moduleSet.map((interfaces): Type => ({ kind: 'modref', interfaces })),
    schemaOf(tie('type')).map((schema): Type => ({ kind: 'object', schema })),
    schemaOf(tie('type')).map((schema): Type => ({ kind: 'table', schema })),
  ),
})).type;

export const decimal = fc
  .tuple(
    fc.oneof(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.bigInt(-9999n, 9999n)),
    fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 255 })),
  )
  .map(([mantissa, places]) => new Decimal(mantissa, places));

const keySet = fc
  .tuple(
    fc.array(text, { maxLength: 3 }),
    fc.oneof(
      fc.constantFrom({ kind: 'keys-all' }, { kind: 'keys-any' }, { kind: 'keys-2' } as const),
      identifier.map((name) => ({ kind: 'bare', name }) as const),
      qualifiedName.map((name) => ({ kind: 'qualified', name }) as const),
    ),
  )
  .map(([keys, predicate]) => new KeySetGuard(sortedSet(keys), predicate));
const keySetName = fc
  .tuple(text, fc.option(identifier, { nil: undefined }))
  .map(([name, namespace]) => new KeySetName(name, namespace));

export const time = fc
  .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  .map((micros) => new TimeValue(micros));

const guardWith = (args: fc.Arbitrary<PactValue[]>): fc.Arbitrary<Guard> =>
  fc.oneof(
    keySet,
    keySetName.map((name) => new KeySetRefGuard(name)),
    fc.tuple(qualifiedName, args).map(([fun, items]) => new UserGuard(fun, items)),
    fc
      .tuple(qualifiedName, args, fc.option(text, { nil: undefined }))
      .map(([name, items, pactId]) => new CapabilityGuard(name, items, pactId)),
    fc.tuple(moduleName, text).map(([module, name]) => new ModuleGuard(module, name)),
    fc.tuple(text, text).map(([pactId, name]) => new DefPactGuard(pactId, name)),
  );

/** A value of any kind. */
export const value: fc.Arbitrary<PactValue> = fc.letrec<{ value: PactValue }>((tie) => {
  const args = fc.array(tie('value'), { maxLength: 4 });
  return {
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      text,
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
      fc.bigInt(-300n, 300n),
      fc.boolean(),
      decimal,
      fc.constant(unit),
      time,
      args.map((items) => new ListValue(items)),
      fc.array(fc.tuple(fieldName, tie('value')), { maxLength: 4 }).map(objectValue),
      guardWith(args),
      fc.tuple(moduleName, moduleSet).map(([module, names]) => new ModRef(module, names)),
      fc.tuple(fullName, args).map(([name, items]) => new CapToken(name, items)),
      fc
        .tuple(identifier, moduleName, hash, schemaOf(type))
        .map(
          ([name, module, of, schema]) => new TableValue(new TableName(name, module), of, schema),
        ),
    ),
  };
}).value;

export const guard: fc.Arbitrary<Guard> = guardWith(fc.array(value, { maxLength: 2 }));
