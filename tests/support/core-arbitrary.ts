// Arbitrary Core for property tests: names, types, terms, definitions, modules.

import * as fc from 'fast-check';
import { coreBuiltins } from '../../src/lang/core/encoding/builtin-index.ts';
import type {
  Def,
  DefCapMeta,
  Dependency,
  InterfaceDef,
  Module,
  ModuleData,
} from '../../src/lang/core/model/definition.ts';
import {
  formArity,
  forms,
  type Arg,
  type Name,
  type Term,
} from '../../src/lang/core/model/term.ts';
import { hashFromBytes } from '../../src/lang/values/encoding/hash.ts';
import {
  compareFullyQualifiedNames,
  FullyQualifiedName,
  KeySetName,
  ModuleName,
  QualifiedName,
} from '../../src/lang/values/names.ts';
import * as types from '../../src/lang/values/type.ts';
import { sortedFields } from '../../src/lang/values/value.ts';
import { onLine } from './core-samples.ts';

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 6 }),
  fc.constantFrom('__proto__', 'constructor', 'é', '\u{1f600}'),
);
const span = fc.nat(99).map(onLine);
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hashFromBytes);
const moduleName = fc
  .tuple(text, fc.option(text, { nil: undefined }))
  .map(([name, namespace]) => new ModuleName(name, namespace));
const fullName = fc
  .tuple(moduleName, text, hash)
  .map(([module, name, each]) => new FullyQualifiedName(module, name, each));

const simpleType: fc.Arbitrary<types.Type> = fc.constantFrom(
  types.integerType,
  types.decimalType,
  types.boolType,
  types.stringType,
  types.guardType,
  types.timeType,
  types.unitType,
  types.anyListType,
  types.anyObjectType,
  types.capTokenType,
  types.anyType,
);
const fieldTypes = fc
  .array(fc.tuple(text, simpleType), { maxLength: 3 })
  .map((fields) => sortedFields(fields));
const schema = fc
  .tuple(text, moduleName, fieldTypes)
  .map(([name, module, fields]) => new types.Schema(new QualifiedName(name, module), fields));
const type: fc.Arbitrary<types.Type> = fc.oneof(
  simpleType,
  simpleType.map((element) => ({ kind: 'list', element }) as const),
  fc
    .array(moduleName, { maxLength: 2 })
    .map((interfaces) => ({ kind: 'modref', interfaces }) as const),
  schema.map((each) => ({ kind: 'object', schema: each }) as const),
  schema.map((each) => ({ kind: 'table', schema: each }) as const),
);
const arg: fc.Arbitrary<Arg> = fc.record({
  name: text,
  type: fc.option(type, { nil: undefined }),
  span,
});

const index = fc.nat(70_000);
const name: fc.Arbitrary<Name> = fc.oneof(
  fc.record({ kind: fc.constant('local' as const), text, index }),
  fc.record({ kind: fc.constant('top' as const), text, module: moduleName, hash }),
  fc.record({
    kind: fc.constant('modref' as const),
    text,
    module: moduleName,
    interfaces: fc.array(moduleName, { maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant('dynamic' as const), text, member: text, index }),
);
const literal = fc.oneof(
  text.map((value) => ({ kind: 'string', value }) as const),
  fc.bigInt().map((value) => ({ kind: 'integer', value }) as const),
  fc
    .tuple(fc.bigInt(), fc.nat(255))
    .map(([mantissa, places]) => ({ kind: 'decimal', mantissa, places }) as const),
  fc.constant({ kind: 'unit' } as const),
  fc.boolean().map((value) => ({ kind: 'bool', value }) as const),
);

export const arbitraryTerm: fc.Arbitrary<Term> = fc.letrec<{ term: Term }>((tie) => {
  const term = tie('term');
  const kind = <K extends Term['kind']>(of: K) => fc.constant(of);
  const leaf = fc.oneof(
    fc.record({ kind: kind('var'), name, span }),
    fc.record({
      kind: kind('builtin'),
      name: fc.constantFrom(...coreBuiltins, 'txlog', 'expect'),
      span,
    }),
    fc.record({ kind: kind('literal'), literal, span }),
    fc.record({ kind: kind('inline'), value: fc.oneof(text, fc.bigInt(), fc.boolean()), span }),
  );
  const branch = fc.oneof(
    fc.record({
      kind: kind('lambda'),
      params: fc.array(arg, { minLength: 1, maxLength: 3 }),
      body: term,
      span,
    }),
    fc.record({ kind: kind('let'), arg, value: term, body: term, span }),
    fc.record({ kind: kind('app'), fun: term, args: fc.array(term, { maxLength: 3 }), span }),
    fc.record({ kind: kind('sequence'), first: term, second: term, span }),
    fc.record({ kind: kind('nullary'), body: term, span }),
    fc.record({ kind: kind('list'), items: fc.array(term, { maxLength: 3 }), span }),
    fc.record({
      kind: kind('object'),
      fields: fc.array(fc.tuple(text, term), { maxLength: 3 }),
      span,
    }),
    fc.constantFrom(...forms).chain((form) =>
      fc.record({
        kind: kind('form'),
        form: fc.constant(form),
        terms: fc.array(term, { minLength: formArity[form], maxLength: formArity[form] }),
        span,
      }),
    ),
  );
  return { term: fc.oneof({ maxDepth: 3 }, leaf, branch) };
}).term;

function meta<M>(manager: fc.Arbitrary<M>): fc.Arbitrary<DefCapMeta<M>> {
  return fc.oneof(
    fc.constantFrom(
      { kind: 'event' } as const,
      { kind: 'auto-managed' } as const,
      { kind: 'unmanaged' } as const,
    ),
    fc.record({
      kind: fc.constant('managed' as const),
      paramIndex: fc.nat(9),
      param: text,
      manager,
    }),
  );
}

const params = fc.array(arg, { maxLength: 3 });
const defconst = fc.record({
  kind: fc.constant('defconst' as const),
  spec: arg,
  value: fc.oneof(
    arbitraryTerm.map((term) => ({ kind: 'term', term }) as const),
    text.map((value) => ({ kind: 'evaluated', value }) as const),
  ),
  span,
});
const defschema = fc.record({
  kind: fc.constant('defschema' as const),
  name: text,
  fields: fieldTypes,
  span,
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('step' as const), body: arbitraryTerm }),
  fc.record({
    kind: fc.constant('step-with-rollback' as const),
    body: arbitraryTerm,
    rollback: arbitraryTerm,
  }),
  fc.record({
    kind: fc.constant('entity-step' as const),
    entity: arbitraryTerm,
    body: arbitraryTerm,
  }),
  fc.record({
    kind: fc.constant('entity-step-with-rollback' as const),
    entity: arbitraryTerm,
    body: arbitraryTerm,
    rollback: arbitraryTerm,
  }),
);
const def: fc.Arbitrary<Def> = fc.oneof(
  fc.record({ kind: fc.constant('defun' as const), spec: arg, params, term: arbitraryTerm, span }),
  defconst,
  fc.record({
    kind: fc.constant('defcap' as const),
    spec: arg,
    params,
    term: arbitraryTerm,
    meta: meta(fullName),
    span,
  }),
  defschema,
  fc.record({ kind: fc.constant('deftable' as const), name: text, schema, span }),
  fc.record({
    kind: fc.constant('defpact' as const),
    spec: arg,
    params,
    steps: fc.array(step, { minLength: 1, maxLength: 3 }),
    span,
  }),
);
const interfaceDef: fc.Arbitrary<InterfaceDef> = fc.oneof(
  fc.record({ kind: fc.constant('interface-defun' as const), spec: arg, params, span }),
  defconst,
  fc.record({
    kind: fc.constant('interface-defcap' as const),
    spec: arg,
    params,
    meta: meta(text),
    span,
  }),
  defschema,
  fc.record({ kind: fc.constant('interface-defpact' as const), spec: arg, params, span }),
);

const imports = fc.array(
  fc.record({
    module: moduleName,
    hash: fc.option(hash, { nil: undefined }),
    names: fc.option(fc.array(text, { maxLength: 2 }), { nil: undefined }),
  }),
  { maxLength: 2 },
);
export const arbitraryModule: fc.Arbitrary<Module> = fc.record({
  kind: fc.constant('module' as const),
  name: moduleName,
  governance: fc.oneof(
    fullName.map((each) => ({ kind: 'capability', name: each }) as const),
    text.map((each) => ({ kind: 'keyset', name: new KeySetName(each) }) as const),
  ),
  defs: fc.array(def, { maxLength: 4 }),
  blessed: fc.array(hash, { maxLength: 2 }),
  imports,
  implements: fc.array(moduleName, { maxLength: 2 }),
  hash,
  txHash: hash,
  code: fc.constant(''),
  span,
});

export const arbitraryModuleData: fc.Arbitrary<ModuleData> = fc
  .tuple(
    fc.oneof(
      arbitraryModule,
      fc.record({
        kind: fc.constant('interface' as const),
        name: moduleName,
        defs: fc.array(interfaceDef, { maxLength: 4 }),
        imports,
        hash,
        txHash: hash,
        code: fc.constant(''),
        span,
      }),
    ),
    fc.array(fc.record({ name: fullName, def }), { maxLength: 2 }),
  )
  .map(([each, dependencies]) => ({ module: each, dependencies: byName(dependencies) }));

function byName(dependencies: readonly Dependency[]): ReadonlyMap<string, Dependency> {
  const sorted = [...dependencies].sort((a, b) => compareFullyQualifiedNames(a.name, b.name));
  return new Map(sorted.map((each) => [each.name.key, each]));
}
