import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../../../../src/base/bytes.ts';
import type { Def, DefCap, Module } from '../../../../../src/lang/core/model/definition.ts';
import {
  moduleDocument,
  moduleDocumentSize,
} from '../../../../../src/lang/core/encoding/document.ts';
import { fileInfo, lineInfo } from '../../../../../src/lang/core/encoding/info-cbor.ts';
import {
  hashInterface,
  hashModule,
  interfacePreimage,
} from '../../../../../src/lang/core/encoding/module-hash.ts';
import { sizeOfModule } from '../../../../../src/lang/core/size/module-size.ts';
import { countUpTo } from '../../../../../src/lang/core/size/size-counter.ts';
import { countDef, replSizes } from '../../../../../src/lang/core/size/term-size.ts';
import { mapVariables, type Renaming } from '../../../../../src/lang/core/model/term-walk.ts';
import { transitiveDependencies } from '../../../../../src/lang/core/model/transitive-dependencies.ts';
import { newestGasSchedule } from '../../../../../src/lang/gas/releases/index.ts';
import { modulePlaceholder, type Hash } from '../../../../../src/lang/values/encoding/hash.ts';
import { QualifiedName } from '../../../../../src/lang/values/names.ts';
import { Schema } from '../../../../../src/lang/values/type.ts';
import {
  CapToken,
  ListValue,
  objectValue,
  TableValue,
  UserGuard,
  type PactValue,
} from '../../../../../src/lang/values/value.ts';
import { arbitraryModule } from '../../../../support/core-arbitrary.ts';
import {
  arg,
  call,
  constant,
  defun,
  form,
  full,
  gasPayer,
  member,
  moduleNamed,
  moduleWith,
  builtin,
  one,
  onLine,
  someHash,
  table,
  text,
} from '../../../../support/core-samples.ts';

const defcap = (name: string, parts: Partial<DefCap> = {}): Def => ({
  kind: 'defcap',
  spec: arg(name),
  params: [],
  term: one,
  meta: { kind: 'unmanaged' },
  span: onLine(0),
  ...parts,
});

describe('the hash', () => {
  it('of an interface is that of the bytes that the network hashed', () => {
    expect(toHex(interfacePreimage(gasPayer))).toBe(
      '86826c6761732d70617965722d7631809f82008383766372656174652d6761732d70617965722d6775617264' +
        '81820004f680f682028483694741535f504159455281820002f69f83647573657281820003f683656c696d69' +
        '7481820000f68365707269636581820001f6ff8102f6ff804040f6',
    );
    expect(hashInterface(gasPayer).hash).toBe('iIWAP1oen_kpXjFbnQM87AJRZIgtsfZcAwYrEy21RWQ');
  });

  it('of a module agrees with the reference', () => {
    // (module m G (defcap G () (enforce-verifier 'allow)) (defun x () (with-capability (G) 1)))
    const module = moduleWith('free.m', [
      defcap('G', { term: call(builtin('enforce-verifier'), text('allow')) }),
      defun('x', form('with-capability', call(member('G', 'free.m', modulePlaceholder)), one)),
    ]);
    expect(hashModule(module).hash).toBe('Uj0lQPPu9CKvw13K4VP4DZoaPKOphk_-vuq823hLSLo');
  });

  it('does not depend on positions, source or the hashes that the module has', () => {
    const module = moduleWith('m', [defun('f')]);
    const moved = moduleWith('m', [{ ...defun('f'), span: onLine(7) }], {
      code: '(module ...)',
      hash: someHash,
      txHash: modulePlaceholder,
      span: onLine(3),
    });
    expect(hashModule(moved).hash).toBe(hashModule(module).hash);
  });
});

describe('the hash replaces the placeholder', () => {
  const own = (name: string, hash: Hash): PactValue => new CapToken(full(name, 'm', hash), []);
  const reference = (hash: Hash) => member('g', 'm', hash);
  const schema = new Schema(new QualifiedName('s', moduleNamed('m')), new Map());

  const defsWith = (hash: Hash): readonly Def[] => [
    defun('f', call(reference(hash), form('enforce', one, member('h', 'other')))),
    defcap('C', {
      term: reference(hash),
      meta: { kind: 'managed', paramIndex: 0, param: 'p', manager: full('g', 'm', hash) },
    }),
    {
      kind: 'defpact',
      spec: arg('p'),
      params: [],
      steps: [
        { kind: 'step', body: reference(hash) },
        { kind: 'step-with-rollback', body: one, rollback: reference(hash) },
      ],
      span: onLine(0),
    },
    constant('cap', own('C', hash)),
    constant('list', new ListValue([own('C', hash), 1n])),
    constant('object', objectValue([['c', new CapToken(full('D', 'other'), [own('C', hash)])]])),
    constant('table', new TableValue(table('t', 'm'), hash, schema)),
  ];

  it('in terms, managers, governance and constants', () => {
    const hashed = hashModule(moduleWith('m', defsWith(modulePlaceholder)));
    expect(hashed.defs).toEqual(defsWith(hashed.hash));
    expect(hashed.governance).toEqual({ kind: 'capability', name: full('G', 'm', hashed.hash) });
  });

  it('but not inside guards', () => {
    const guard = new UserGuard(new QualifiedName('g', moduleNamed('m')), [
      own('C', modulePlaceholder),
    ]);
    const hashed = hashModule(moduleWith('m', [constant('guard', guard)]));
    expect(hashed.defs).toEqual([constant('guard', guard)]);
  });

  it('also in values nested beyond the stack', () => {
    let value = own('C', modulePlaceholder);
    for (let i = 0; i < 100_000; i++) value = new ListValue([value]);
    const hashed = hashModule(moduleWith('m', [constant('deep', value)]));
    let inner = (hashed.defs[0] as { value: { value: PactValue } }).value.value;
    while (inner instanceof ListValue) inner = inner.items[0] as PactValue;
    expect(inner).toEqual(own('C', hashed.hash));
  });
});

/** Makes every second top-level name of a defun refer to the module itself, as before it has a hash. */
function referringToItself(module: Module): Module {
  const own = { module: module.name, hash: modulePlaceholder };
  let count = 0;
  const renaming: Renaming = {
    nodes: 0,
    rename: (name) => (name.kind === 'top' && count++ % 2 === 0 ? { ...name, ...own } : name),
  };
  const defs = module.defs.map((def) =>
    def.kind === 'defun' ? { ...def, term: mapVariables(def.term, renaming) } : def,
  );
  return { ...module, defs };
}

describe('what hashing computes for definitions', () => {
  const sizeOf = (def: Def): number =>
    countUpTo(Infinity, (counter) => countDef(counter, def, replSizes));
  const documentOf = (module: Module) => ({ module, dependencies: new Map() });

  function dependencyCharges(module: Module): readonly number[] {
    const charges: number[] = [];
    transitiveDependencies({
      module,
      find: ({ name }) => module.defs[name.length % module.defs.length] ?? defun(name),
      loadedCount: 100,
      budget: Infinity,
      costs: newestGasSchedule.costs.dependencies,
      charge: (milligas) => charges.push(milligas),
    });
    return charges;
  }

  it('equals their sizes, documents and references without it', () => {
    fc.assert(
      fc.property(arbitraryModule, (arbitrary) => {
        const module = referringToItself(arbitrary);
        sizeOfModule(module, replSizes.withoutInfo);
        const hashed = hashModule(module, replSizes);
        for (const def of hashed.defs) expect(sizeOf(def)).toBe(sizeOf({ ...def }));
        const unknown = { ...hashed, defs: hashed.defs.map((def) => ({ ...def })) };
        expect(dependencyCharges(hashed)).toEqual(dependencyCharges(unknown));
        for (const info of [lineInfo, fileInfo]) {
          const size = moduleDocumentSize(documentOf(hashed), info);
          expect(size).toBe(moduleDocument(documentOf(hashed), info).length);
        }
      }),
    );
  });
});
