import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runCount } from '../../../../support/run-count.ts';
import { fromHex, toHex } from '../../../../../src/base/bytes.ts';
import { readCbor, type CborReader } from '../../../../../src/base/cbor-reader.ts';
import { CborWriter } from '../../../../../src/lang/values/encoding/cbor-writer.ts';
import { equalTypes, equalValues } from '../../../../../src/lang/values/order/equality.ts';
import {
  readFullyQualifiedName,
  readModuleName,
  readQualifiedName,
  readTableName,
  writeFullyQualifiedName,
  writeModuleName,
  writeQualifiedName,
  readType,
  writeType,
} from '../../../../../src/lang/values/encoding/type-cbor.ts';
import {
  FullyQualifiedName,
  KeySetName,
  ModuleName,
  QualifiedName,
  TableName,
} from '../../../../../src/lang/values/names.ts';
import { anyType, integerType, Schema } from '../../../../../src/lang/values/type.ts';
import {
  readGuard,
  readKeySet,
  readPactValue,
  readRow,
  writeGuard,
  writeKeySet,
  writePactValue,
  writeRow,
} from '../../../../../src/lang/values/encoding/value-cbor.ts';
import { ValueTooLarge } from '../../../../../src/lang/values/value-too-large.ts';
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
  TableValue,
  TimeValue,
  unit,
  UserGuard,
  type PactValue,
} from '../../../../../src/lang/values/value.ts';
import { type as anyTypeArbitrary, value as anyValue } from '../arbitrary-values.ts';

const written = (write: (writer: CborWriter) => void): string => {
  const writer = new CborWriter();
  write(writer);
  return toHex(writer.finish());
};
const read = <T>(hex: string, reading: (reader: CborReader) => T): T | undefined =>
  readCbor(fromHex(hex) as Uint8Array, reading);

describe('items', () => {
  it.each<readonly [string, (writer: CborWriter) => void]>([
    ['17', (to) => to.uint(23)],
    ['1818', (to) => to.uint(24)],
    ['18ff', (to) => to.uint(255)],
    ['190100', (to) => to.uint(256)],
    ['1a00010000', (to) => to.uint(65536)],
    ['1b0000000100000000', (to) => to.uint(2 ** 32)],
    ['1b001fffffffffffff', (to) => to.uint(Number.MAX_SAFE_INTEGER)],
    ['20', (to) => to.int(-1)],
    ['20', (to) => to.int(-1n)],
    ['3903e7', (to) => to.int(-1000n)],
    ['1b0020000000000000', (to) => to.int(2n ** 53n)],
    ['1bffffffffffffffff', (to) => to.int(2n ** 64n - 1n)],
    ['3bffffffffffffffff', (to) => to.int(-(2n ** 64n))],
    ['c249010000000000000000', (to) => to.int(2n ** 64n)],
    ['c349010000000000000000', (to) => to.int(-(2n ** 64n) - 1n)],
    ['f5', (to) => to.bool(true)],
    ['f4', (to) => to.bool(false)],
    ['f6', (to) => to.unit()],
    ['60', (to) => to.text('')],
    ['62c3a9', (to) => to.text('é')],
    ['64f09f9880', (to) => to.text('\u{1f600}')],
    [`7818${'61'.repeat(24)}`, (to) => to.text('a'.repeat(24))],
    [`590100${'00'.repeat(256)}`, (to) => to.bytes(new Uint8Array(256))],
    ['80', (to) => to.list([], (_, item) => to.uint(item))],
    ['9f0102ff', (to) => to.list([1, 2], (_, item) => to.uint(item))],
    ['820102', (to) => to.vector([1, 2], (_, item) => to.uint(item))],
    ['80', (to) => to.maybe<number>(undefined, (_, item) => to.uint(item))],
    ['8101', (to) => to.maybe(1, (_, item) => to.uint(item))],
    ['a0', (to) => to.map(new Map<string, boolean>(), (_, item) => to.bool(item))],
    [
      'a1695f5f70726f746f5f5ff5',
      (to) => to.map(new Map([['__proto__', true]]), (_, item) => to.bool(item)),
    ],
  ])('%s', (hex, write) => {
    expect(written(write)).toBe(hex);
  });

  it.each<readonly [string, (reader: CborReader) => unknown, unknown]>([
    ['1bffffffffffffffff', (from) => from.int(), 2n ** 64n - 1n],
    ['c349010000000000000000', (from) => from.int(), -(2n ** 64n) - 1n],
    ['1bffffffffffffffff', (from) => from.uint(), undefined],
    ['1800', (from) => from.uint(), 0],
    ['9f0102ff', (from) => from.list((items) => items.uint()), [1, 2]],
    ['820102', (from) => from.list((items) => items.uint()), [1, 2]],
    ['9f0102', (from) => from.list((items) => items.uint()), undefined],
    ['9affffffff01', (from) => from.list((items) => items.uint()), undefined],
    ['61', (from) => from.text(), undefined],
    ['61ff', (from) => from.text(), undefined],
    ['7f6161ff', (from) => from.text(), undefined],
    ['f4', (from) => from.bool(), false],
    ['f6', (from) => from.bool(), undefined],
    ['8101', (from) => from.maybe((item) => item.uint()), 1],
    ['820101', (from) => from.maybe((item) => item.uint()), undefined],
    ['0101', (from) => from.uint(), undefined],
    ['', (from) => from.uint(), undefined],
  ])('%s is read', (hex, reading, expected) => {
    expect(read(hex, reading)).toEqual(expected);
  });

  it('stop at the limit of bytes', () => {
    const writer = new CborWriter(100);
    expect(() => {
      for (;;) writer.text('abc');
    }).toThrow(ValueTooLarge);
  });
});

const m = new ModuleName('m');
const nsm = new ModuleName('m', 'ns');
const fun = new QualifiedName('f', m);
const hash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
const hashHex = '58200e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8';

describe('names and types', () => {
  it.each<
    readonly [string, (writer: CborWriter) => void, (reader: CborReader) => unknown, unknown]
  >([
    ['82616d80', (to) => writeModuleName(to, m), readModuleName, m],
    ['82616d81626e73', (to) => writeModuleName(to, nsm), readModuleName, nsm],
    [
      '82616b80',
      (to) => writeModuleName(to, new KeySetName('k')),
      readModuleName,
      new KeySetName('k'),
    ],
    [
      '82617482616d80',
      (to) => writeQualifiedName(to, new TableName('t', m)),
      readTableName,
      new TableName('t', m),
    ],
    ['82616682616d80', (to) => writeQualifiedName(to, fun), readQualifiedName, fun],
    [
      `8382616d806166${hashHex}`,
      (to) => writeFullyQualifiedName(to, new FullyQualifiedName(m, 'f', hash)),
      readFullyQualifiedName,
      new FullyQualifiedName(m, 'f', hash),
    ],
    ['820000', (to) => writeType(to, integerType), readType, integerType],
    [
      '82018108',
      (to) => writeType(to, { kind: 'list', element: anyType }),
      readType,
      { kind: 'list', element: anyType },
    ],
    [
      '82038182616d80',
      (to) => writeType(to, { kind: 'modref', interfaces: [m] }),
      readType,
      { kind: 'modref', interfaces: [m] },
    ],
  ])('%s', (hex, write, reading, expected) => {
    expect(written(write)).toBe(hex);
    expect(read(hex, reading)).toEqual(expected);
  });

  it('types survive the round trip', () => {
    fc.assert(
      fc.property(anyTypeArbitrary, (type) => {
        const again = read(
          written((to) => writeType(to, type)),
          readType,
        );
        expect(again !== undefined && equalTypes(again, type)).toBe(true);
      }),
    );
  });
});

describe('values', () => {
  it.each<readonly [string, PactValue]>([
    ['820082006161', 'a'],
    ['8200820105', 5n],
    ['82008202820282c249010000000000000000'.replace('0282c2', '02c2'), new Decimal(2n ** 64n, 2)],
    ['82008103', unit],
    ['82008204f5', true],
    ['820180', new ListValue([])],
    ['820182820082010182008204f4', new ListValue([1n, false])],
    ['8202820082816161820081'.slice(0, 16) + '8100', new KeySetGuard(['a'], { kind: 'keys-all' })],
    ['82028201826c616c6c6f636174696f6e303080', new KeySetRefGuard(new KeySetName('allocation00'))],
    ['820282028282616682616d8080'.replace('8282028282', '82028282'), new UserGuard(fun, [])],
    ['82028202' + '8282616682616d809f8200820101ff', new UserGuard(fun, [1n])],
    ['82028203' + '8382616682616d8080' + '80', new CapabilityGuard(fun, [], undefined)],
    ['82028203' + '8382616682616d809f8200820101ff' + '816170', new CapabilityGuard(fun, [1n], 'p')],
    ['82028204' + '8282616d806167', new ModuleGuard(m, 'g')],
    ['82028205' + '8261706167', new DefPactGuard('p', 'g')],
    ['8203a1616182008201' + '01', objectValue([['a', 1n]])],
    ['8204' + '82' + '82616d80' + '81' + '82616d81626e73', new ModRef(m, [nsm])],
    [
      '8205' + '82' + `8382616d806166${hashHex}` + '9f8200820101ff',
      new CapToken(new FullyQualifiedName(m, 'f', hash), [1n]),
    ],
    ['8206' + '3a000f423f', new TimeValue(-1_000_000n)],
    [
      '8207' + '83' + '82617482616d80' + hashHex + '82' + '82616682616d80' + 'a16161820000',
      new TableValue(new TableName('t', m), hash, new Schema(fun, new Map([['a', integerType]]))),
    ],
  ])('%s', (hex, value) => {
    expect(written((to) => writePactValue(to, value))).toBe(hex);
    const again = read(hex, readPactValue);
    expect(again !== undefined && equalValues(again, value)).toBe(true);
  });

  it('rows and keysets as the reference stores them', () => {
    const row = new Map<string, PactValue>([
      ['balance', new Decimal(0n, 1)],
      ['guard', new KeySetRefGuard(new KeySetName('allocation00'))],
    ]);
    const rowHex =
      'a26762616c616e63658200820282010065677561726482028201826c616c6c6f636174696f6e303080';
    expect(written((to) => writeRow(to, row))).toBe(rowHex);
    expect(read(rowHex, readRow)).toEqual(row);
    const keySet = new KeySetGuard([], { kind: 'bare', name: '=' });
    expect(written((to) => writeKeySet(to, keySet))).toBe('828082038201613d');
    expect(read('828082038201613d', readKeySet)).toEqual(keySet);
    const guard = new UserGuard(new QualifiedName('success', new ModuleName('ns')), []);
    expect(written((to) => writeGuard(to, guard))).toBe('82028282677375636365737382626e738080');
    expect(read('82028282677375636365737382626e738080', readGuard)).toEqual(guard);
  });

  it('survive the round trip', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const hex = written((to) => writePactValue(to, value));
        const again = read(hex, readPactValue);
        expect(again !== undefined && equalValues(again, value)).toBe(true);
        expect(written((to) => writePactValue(to, again as PactValue))).toBe(hex);
      }),
      { numRuns: runCount(300) },
    );
  });

  it('endlessly nested types are refused', () => {
    expect(read('8201'.repeat(100_000), readType)).toBeUndefined();
  });

  it('random bytes are refused without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        readCbor(bytes, readPactValue);
        readCbor(bytes, readRow);
        readCbor(bytes, readType);
        readCbor(Uint8Array.from([0x82, ...bytes]), readPactValue);
      }),
    );
  });
});
