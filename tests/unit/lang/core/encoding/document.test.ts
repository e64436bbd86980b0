import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../../src/base/bytes.ts';
import * as documents from '../../../../../src/lang/core/encoding/document.ts';
import type { DefPactExec, Namespace } from '../../../../../src/lang/core/model/defpact.ts';
import { lineInfo } from '../../../../../src/lang/core/encoding/info-cbor.ts';
import { hashInterface } from '../../../../../src/lang/core/encoding/module-hash.ts';
import { KeySetName, QualifiedName } from '../../../../../src/lang/values/names.ts';
import {
  Decimal,
  KeySetGuard,
  KeySetRefGuard,
  UserGuard,
  type PactValue,
} from '../../../../../src/lang/values/value.ts';
import { gasPayer, moduleNamed, someHash } from '../../../../support/core-samples.ts';

const bytes = (hex: string): Uint8Array => fromHex(hex) ?? new Uint8Array();

describe('stored documents', () => {
  it('of a module has lines, its hash and its transaction', () => {
    const data = { module: hashInterface(gasPayer), dependencies: new Map() };
    const hex =
      '0058b8820186826c6761732d70617965722d7631809f82008383766372656174652d6761732d70617965' +
      '722d67756172648182000415801582028483694741535f504159455281820002029f8364757365728182' +
      '00030383656c696d69748182000004836570726963658182000105ff810202ff8058208885803f5a1e9f' +
      'f9295e315b9d033cec025164882db1f65c03062b132db545645820481dd6e442e2ce4f71cd255938bff0' +
      '9739d4ebcca21ce0bda581e4c6953fd20a00a0';
    expect(toHex(documents.moduleDocument(data, lineInfo))).toBe(hex);
    const read = documents.readModuleDocument(bytes(hex), lineInfo);
    expect(read && toHex(documents.moduleDocument(read, lineInfo))).toBe(hex);
  });

  it('of a keyset is without the tag of guards', () => {
    const key = '368820f80c324bbc7c2b0610688a7da43e39f91d118732671cd9c7500ff43cca';
    const hex =
      '00584682817840333638383230663830633332346262633763326230363130363838613764613433653339' +
      '663931643131383733323637316364396337353030666634336363618100';
    const keySet = new KeySetGuard([key], { kind: 'keys-all' });
    expect(toHex(documents.keySetDocument(keySet))).toBe(hex);
    expect(documents.readKeySetDocument(bytes(hex))).toEqual(keySet);
    const custom = new KeySetGuard([], { kind: 'bare', name: '=' });
    expect(toHex(documents.keySetDocument(custom))).toBe('0048828082038201613d');
  });

  it('of a namespace has the user guard first', () => {
    const guard = (name: string) => new UserGuard(new QualifiedName(name, moduleNamed('ns')), []);
    const namespace: Namespace = { name: 'user', user: guard('success'), admin: guard('failure') };
    const hex =
      '00582a83647573657282028282677375636365737382626e73808082028282676661696c75726582626e738080';
    expect(toHex(documents.namespaceDocument(namespace))).toBe(hex);
    expect(documents.readNamespaceDocument(bytes(hex))).toEqual(namespace);
  });

  it('of a row is the map itself', () => {
    const row = new Map<string, PactValue>([
      ['balance', new Decimal(0n, 1)],
      ['guard', new KeySetRefGuard(new KeySetName('allocation00'))],
    ]);
    const hex =
      '005829a26762616c616e63658200820282010065677561726482028201826c616c6c6f636174696f6e303080';
    expect(toHex(documents.rowDocument(row))).toBe(hex);
    expect(documents.readRowDocument(bytes(hex))).toEqual(row);
  });

  it('of module source is the text', () => {
    const document = documents.moduleSourceDocument('(é)');
    expect(toHex(document)).toBe('004428c3a929');
    expect(documents.readModuleSourceDocument(document)).toBe('(é)');
  });

  it('of a defpact, running or done', () => {
    const nested = {
      stepCount: 1,
      yield: undefined,
      step: 0,
      pactId: 'inner',
      continuation: { def: new QualifiedName('q', moduleNamed('m')), args: [] },
      nested: new Map(),
    };
    const exec: DefPactExec = {
      stepCount: 2,
      yield: {
        data: new Map([['a', 1n]]),
        provenance: { targetChain: '1', moduleHash: someHash },
        sourceChain: '0',
      },
      step: 1,
      pactId: 'outer',
      continuation: { def: new QualifiedName('p', moduleNamed('ns.m')), args: ['x', true] },
      stepHasRollback: true,
      nested: new Map([['inner', nested]]),
    };
    expect(documents.readDefPactDocument(documents.defPactDocument(exec))).toEqual(exec);
    expect(toHex(documents.defPactDocument('completed'))).toBe('004180');
    expect(documents.readDefPactDocument(bytes('004180'))).toBe('completed');
    expect(toHex(documents.defPactDocument({ ...nested, stepHasRollback: false }))).toBe(
      '0056818701800065696e6e65728282617182616d8080f4a0',
    );
  });

  it.each(['', '01', '0048', '0041ff', '004180f6', '01581a', '7b7d'])('refuses %j', (hex) => {
    expect(documents.readRowDocument(bytes(hex))).toBeUndefined();
    expect(documents.readModuleDocument(bytes(hex), lineInfo)).toBeUndefined();
    expect(documents.readKeySetDocument(bytes(hex))).toBeUndefined();
    expect(documents.readNamespaceDocument(bytes(hex))).toBeUndefined();
  });
});
