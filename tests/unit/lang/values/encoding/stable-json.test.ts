import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runCount } from '../../../../support/run-count.ts';
import { readJson } from '../../../../../src/base/json-reader.ts';
import type { JsonValue } from '../../../../../src/base/json.ts';
import { equalValues } from '../../../../../src/lang/values/order/equality.ts';
import { legacyOrder, encodeStable } from '../../../../../src/lang/values/encoding/stable-json.ts';
import {
  FullyQualifiedName,
  KeySetName,
  ModuleName,
  QualifiedName,
  TableName,
} from '../../../../../src/lang/values/names.ts';
import { showValue } from '../../../../../src/lang/values/text/show.ts';
import {
  decodeGuard,
  decodeStable,
} from '../../../../../src/lang/values/encoding/stable-decode.ts';
import { parseTime } from '../../../../../src/lang/values/time/time-parse.ts';
import { timeFromPosixMicros } from '../../../../../src/lang/values/time/time.ts';
import { anyType, integerType, Schema } from '../../../../../src/lang/values/type.ts';
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
  unit,
  UserGuard,
  type PactValue,
} from '../../../../../src/lang/values/value.ts';
import { value } from '../arbitrary-values.ts';

const json = (text: string): JsonValue => {
  const reading = readJson(text, { depth: 1_000_000 });
  if (reading.kind !== 'value') throw new Error(`no JSON: ${text}`);
  return reading.value;
};

const module = new ModuleName('m', 'ns');
const fun = new QualifiedName('f', module);
const hash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
const keysAll = new KeySetGuard(['k1', 'k2'], { kind: 'keys-all' });

const encoded: readonly (readonly [PactValue, string])[] = [
  ['a"\\\n\r\t\u0001\u001f/\u007f\u2028é', '"a\\"\\\\\\n\\r\\t\\u0001\\u001f/\u007f\u2028é"'],
  [true, 'true'],
  [unit, 'null'],
  [5n, '{"int":5}'],
  [9007199254740991n, '{"int":9007199254740991}'],
  [-9007199254740992n, '{"int":"-9007199254740992"}'],
  [new ListValue([1n, 'a']), '[{"int":1},"a"]'],
  [new ListValue([]), '[]'],
  [objectValue([]), '{}'],
  [keysAll, '{"pred":"keys-all","keys":["k1","k2"]}'],
  [new KeySetGuard([], { kind: 'qualified', name: fun }), '{"pred":"ns.m.f","keys":[]}'],
  [new KeySetRefGuard(new KeySetName('k')), '{"keysetref":"k"}'],
  [new KeySetRefGuard(new KeySetName('k', 'n')), '{"keysetref":{"ns":"n","ksn":"k"}}'],
  [new UserGuard(fun, [1n]), '{"args":[{"int":1}],"fun":"ns.m.f"}'],
  [new CapabilityGuard(fun, [], undefined), '{"cgPactId":null,"cgArgs":[],"cgName":"ns.m.f"}'],
  [new CapabilityGuard(fun, [true], 'p'), '{"cgPactId":"p","cgArgs":[true],"cgName":"ns.m.f"}'],
  [
    new ModuleGuard(new ModuleName('m'), 'g'),
    '{"moduleName":{"namespace":null,"name":"m"},"name":"g"}',
  ],
  [new DefPactGuard('p', 'g'), '{"pactId":"p","name":"g"}'],
  [
    new ModRef(module, [new ModuleName('i')]),
    '{"refSpec":[{"namespace":null,"name":"i"}],"refName":{"namespace":"ns","name":"m"}}',
  ],
  [
    new CapToken(new FullyQualifiedName(module, 'C', hash), [1n]),
    `{"#ctName":"ns.m.C.{${hash}}","#ctArgs":[{"int":1}]}`,
  ],
  [
    new TableValue(
      new TableName('t', module),
      hash,
      new Schema(
        fun,
        new Map([
          ['a', integerType],
          ['b', { kind: 'list', element: anyType }],
        ]),
      ),
    ),
    `{":tableName":"ns.m:t",":moduleHash":"${hash}",":schema":` +
      '{"sc_name":"ns.m.f","sc_fields":{"a":"integer","b":{"tylist":"*"}}}}',
  ],
];

describe('encoding', () => {
  it.each(encoded)('%o', (of, text) => {
    expect(encodeStable(of)).toBe(text);
    expect(equalValues(decodeStable(json(text)), of)).toBe(true);
  });

  it.each([
    [10n, 1, '1'],
    [1000n, 1, '100'],
    [0n, 3, '0'],
    [1n, 1, '0.1'],
    [-25n, 2, '-0.25'],
    [12345678n, 1, '1234567.8'],
    [123456785n, 1, '1.23456785e7'],
    [1n, 2, '1.0e-2'],
    [-50n, 3, '-5.0e-2'],
    [12n, 4, '1.2e-3'],
    [9007199254740991n, 0, '9007199254740991'],
    [9007199254740992n, 0, '{"decimal":"9007199254740992"}'],
    [90071992547409920n, 2, '{"decimal":"900719925474099.20"}'],
    [1n, 255, '1.0e-255'],
  ])('the decimal %s of %s places as %s', (mantissa, places, text) => {
    expect(encodeStable(new Decimal(mantissa, places))).toBe(text);
  });

  it.each([
    ['2020-01-01T00:00:00Z', 0n, '{"time":"2020-01-01T00:00:00Z"}'],
    ['2020-01-01T00:00:00Z', 1000n, '{"time":"2020-01-01T00:00:00Z"}'],
    ['2020-01-01T00:00:00Z', 1001n, '{"timep":"2020-01-01T00:00:00.001001Z"}'],
  ])('the time %s and %s microseconds', (text, micros, expected) => {
    const time = timeFromPosixMicros(BigInt(Date.parse(text)) * 1000n + micros);
    expect(encodeStable(time)).toBe(expected);
  });

  it.each([
    [
      ['a', 'b', 'c', 'd'],
      ['a', 'd', 'b', 'c'],
    ],
    [
      ['keys', 'pred'],
      ['pred', 'keys'],
    ],
    [
      ['name', 'namespace'],
      ['namespace', 'name'],
    ],
    [
      ['amount', 'balance', 'guard'],
      ['amount', 'guard', 'balance'],
    ],
    [
      ['amount', 'from', 'to'],
      ['amount', 'to', 'from'],
    ],
    [
      [
        'block-height',
        'block-time',
        'chain-id',
        'gas-limit',
        'gas-price',
        'prev-block-hash',
        'sender',
      ],
      [
        'gas-price',
        'gas-limit',
        'sender',
        'prev-block-hash',
        'chain-id',
        'block-height',
        'block-time',
      ],
    ],
  ])('fields %j in the order of the retired hash map', (keys, expected) => {
    expect(legacyOrder(keys)).toEqual(expected);
  });
});

describe('decoding', () => {
  // The characters that `isSpace` of the reference's host language counts.
  it.each(['\t\n\v\f\r ', '\u00a0', '\u1680', '\u2000\u200a', '\u202f', '\u205f', '\u3000'])(
    'reads numbers within the blanks %j',
    (blanks) => {
      const integer = JSON.stringify({ int: `${blanks}(${blanks}-${blanks}5${blanks})${blanks}` });
      expect(showValue(decodeStable(json(integer)))).toBe('-5');
      const decimal = JSON.stringify({ decimal: `${blanks}-5.0${blanks}` });
      expect(showValue(decodeStable(json(decimal)))).toBe('-5.0');
    },
  );

  // Blanks in JavaScript or elsewhere, but not there.
  it.each(['\u2028', '\u2029', '\ufeff', '\u0085', '\u200b', '\u180e'])(
    'reads no number beside %j',
    (character) => {
      for (const field of ['int', 'decimal']) {
        for (const text of [`${character}5`, `5${character}`]) {
          const plain = objectValue([[field, text]]);
          expect(decodeStable(json(JSON.stringify({ [field]: text })))).toEqual(plain);
        }
      }
    },
  );

  it.each([
    ['1', '1.0'],
    ['1.50', '1.5'],
    ['1e2', '100.0'],
    [`0.${'0'.repeat(255)}5`, '0.0'],
    [`0.${'0'.repeat(254)}15`, `0.${'0'.repeat(254)}2`],
    ['1e-1000000000', '0.0'],
    ['{"int":5,"x":1}', '5'],
    ['{"int":2.5}', '2'],
    ['{"int":3.5}', '4'],
    ['{"int":1e-99999999}', '0'],
    ['{"int":"-5"}', '-5'],
    ['{"int":" (( - 0x1f) ) "}', '-31'],
    ['{"int":"0o17"}', '15'],
    ['{"int":"0b11"}', '{"int": "0b11"}'],
    ['{"int":"((5)"}', '{"int": "((5)"}'],
    ['{"int":"5.0"}', '{"int": "5.0"}'],
    ['{"int":true}', '{"int": true}'],
    ['{"int":true,"decimal":"1.50"}', '1.50'],
    ['{"decimal":"1.50"}', '1.50'],
    ['{"decimal":"12e-1"}', '1.2'],
    ['{"decimal":1.5}', '{"decimal": 1.5}'],
    ['{"decimal":"x"}', '{"decimal": "x"}'],
    ['{"time":"2020-01-01T00:00:00Z","x":1}', '"2020-01-01T00:00:00Z"'],
    ['{"timep":"2020-01-01T00:00:00.5Z"}', '"2020-01-01T00:00:00Z"'],
    ['{"time":"nonsense"}', '{"time": "nonsense"}'],
    ['{"keys":["b","a","b"],"x":1}', 'KeySet {keys: [a, b],pred: keys-all}'],
    ['{"keys":["a"],"pred":null}', 'KeySet {keys: [a],pred: keys-all}'],
    ['{"keys":["a"],"pred":"a.b.c"}', 'KeySet {keys: [a],pred: a.b.c}'],
    ['{"keys":["a"],"pred":"a.b.c.d"}', '{"keys": ["a"],"pred": "a.b.c.d"}'],
    ['{"keys":["a"],"pred":1}', '{"keys": ["a"],"pred": 1.0}'],
    ['{"keys":["a",1]}', '{"keys": ["a", 1.0]}'],
    ['["a","b"]', '["a", "b"]'],
    ['{"keysetref":"n.k"}', "'n.k"],
    ['{"keysetref":{"ksn":"k","ns":null}}', "'k"],
    ['{"keysetref":{"ns":"n"}}', '{"keysetref": {"ns": "n"}}'],
    [
      '{"fun":"m.f","args":[{"keys":[]}]}',
      'UserGuard {fun: m.f,args: [KeySet {keys: [],pred: keys-all}]}',
    ],
    ['{"fun":"f","args":[]}', '{"args": [],"fun": "f"}'],
    ['{"fun":"m.f","args":{}}', '{"args": {},"fun": "m.f"}'],
    ['{"cgName":"n.m.C","cgArgs":[1]}', 'CapabilityGuard {name: n.m.C,args: [1.0],pactId: }'],
    ['{"cgName":"m.C","cgArgs":[],"cgPactId":1}', '{"cgArgs": [],"cgName": "m.C","cgPactId": 1.0}'],
    ['{"moduleName":{"name":"m"},"name":"n"}', 'ModuleGuard {module: m,name: n}'],
    ['{"moduleName":"m","name":"n"}', '{"moduleName": "m","name": "n"}'],
    ['{"pactId":"p","name":"n","x":1}', 'PactGuard {pactId: p,name: n}'],
    ['{"refName":{"name":"m","namespace":"n"}}', 'n.m'],
    ['{"refName":{"name":"1"}}', '{"refName": {"name": "1"}}'],
    ['{"refName":{"name":"m"},"refSpec":[1]}', '{"refName": {"name": "m"},"refSpec": [1.0]}'],
    ['{"#ctName":"m.C.{aa}","#ctArgs":[]}', '{"#ctArgs": [],"#ctName": "m.C.{aa}"}'],
    ['{"#ctName":"m.C.{AA}","#ctArgs":[]}', 'CapToken(m.C)'],
    ['{"#ctName":"m.C","#ctArgs":[]}', '{"#ctArgs": [],"#ctName": "m.C"}'],
    [
      '{"__proto__":1,"10":2,"9":3,"constructor":4}',
      '{"10": 2.0,"9": 3.0,"__proto__": 1.0,"constructor": 4.0}',
    ],
    ['{"a":1,"a":2}', '{"a": 1.0}'],
  ])('%s gives %s', (text, expected) => {
    expect(showValue(decodeStable(json(text)))).toBe(expected);
  });

  it('keeps microseconds of precise times', () => {
    expect(decodeStable(json('{"timep":"2020-01-01T00:00:00.123456Z"}'))).toEqual(
      parseTime('%F %T%Q', '2020-01-01 00:00:00.123456'),
    );
  });

  it('stops early on blanks that no digit follows', () => {
    const blanks = `${' '.repeat(200_000)}x`;
    expect(decodeStable(json(`{"int":"${blanks}"}`))).toEqual(objectValue([['int', blanks]]));
    expect(decodeStable(json(`{"decimal":"${blanks}"}`))).toEqual(
      objectValue([['decimal', blanks]]),
    );
  });

  it('refuses numbers of too many digits', () => {
    expect(() => decodeStable(json('1e1000000000'))).toThrow(ValueTooLarge);
    expect(() => decodeStable(json('{"int":1e1000000000}'))).toThrow(ValueTooLarge);
  });

  it('accepts a list of keys where a guard is wanted', () => {
    expect(decodeGuard(json('["k2","k1","k2"]'))).toEqual(keysAll);
    expect(decodeGuard(json('["k1",2]'))).toBeUndefined();
    expect(decodeGuard(json('{"x":1}'))).toBeUndefined();
    expect(decodeGuard(json('1'))).toBeUndefined();
    expect(decodeGuard(json('{"args":[],"fun":"ns.m.f"}'))).toEqual(new UserGuard(fun, []));
  });
});

describe('round trip', () => {
  const isFaithful = (of: PactValue): boolean =>
    // Objects that look like another value, whole milliseconds and hashes of other lengths are decoded differently.
    !encodeStable(of).includes('{"time"');

  it('decodes what it encodes, except for what the format loses', () => {
    fc.assert(
      fc.property(value, (of) => {
        fc.pre(isFaithful(of));
        const again = decodeStable(json(encodeStable(of)));
        expect(equalValues(again, of)).toBe(true);
        expect(encodeStable(again)).toBe(encodeStable(of));
      }),
      { numRuns: runCount(300) },
    );
  });

  it('gives the same value again for any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const once = decodeStable(json(text));
        expect(encodeStable(decodeStable(json(encodeStable(once))))).toBe(encodeStable(once));
      }),
      { numRuns: runCount(300) },
    );
  });
});
