import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../../../../src/base/bytes.ts';
import {
  moduleDocument,
  readModuleDocument,
} from '../../../../../src/lang/core/encoding/document.ts';
import {
  fileInfo,
  lineInfo,
  noInfo,
  rangeInfo,
} from '../../../../../src/lang/core/encoding/info-cbor.ts';
import { readTerm } from '../../../../../src/lang/core/encoding/term-cbor-reader.ts';
import { writeTerm } from '../../../../../src/lang/core/encoding/term-cbor.ts';
import type { Term } from '../../../../../src/lang/core/model/term.ts';
import { readCbor } from '../../../../../src/base/cbor-reader.ts';
import { CborWriter } from '../../../../../src/lang/values/encoding/cbor-writer.ts';
import { Source, Span } from '../../../../../src/base/span.ts';
import { arbitraryModuleData, arbitraryTerm } from '../../../../support/core-arbitrary.ts';
import {
  call,
  form,
  member,
  builtin,
  one,
  onLine,
  text,
} from '../../../../support/core-samples.ts';

function bytesOf(term: Term, info = noInfo): Uint8Array {
  const writer = new CborWriter();
  writeTerm(writer, term, info.write);
  return writer.finish();
}

const span = onLine(0);

describe('bytes of a term', () => {
  it.each<[string, Term, string]>([
    [
      'a local',
      { kind: 'var', name: { kind: 'local', text: 'x', index: 2 }, span },
      '83008261788200' + '02f6',
    ],
    ['a member', member('f', 'ns.m', 'AAAA'), '830082616683' + '0182616d81626e73' + '43000000f6'],
    [
      'a dynamic call',
      { kind: 'var', name: { kind: 'dynamic', text: 'x', member: 'f', index: 0 }, span },
      '8300826178820382616600f6',
    ],
    ['a call', call(builtin('+'), one, one), '8403830700f69f83088201' + '01f68308820101f6fff6'],
    ['a call without arguments', call(builtin('chain-data')), '84038307' + '1874f680f6'],
    ['a form', form('if', one, one, one), '8306' + '8402' + '8308820101f6'.repeat(3) + 'f6'],
    ['an empty list', { kind: 'list', items: [], span }, '830980f6'],
    ['an empty object', { kind: 'object', fields: [], span }, '830a80f6'],
    ['an object', { kind: 'object', fields: [['a', one]], span }, '830a9f8261618308820101f6fff6'],
    ['a string', text('é'), '8308820062c3a9f6'],
    ['unit', { kind: 'literal', literal: { kind: 'unit' }, span }, '83088103f6'],
    [
      'a decimal',
      { kind: 'literal', literal: { kind: 'decimal', mantissa: -15n, places: 1 }, span },
      '8308820282012ef6',
    ],
    ['a builtin that the reference does not have', builtin('txlog'), '830c6574786c6f67f6'],
  ])('%s', (_, term, hex) => {
    expect(toHex(bytesOf(term))).toBe(hex);
    expect(readCbor(bytesOf(term), (reader) => bytesOf(readTerm(reader, noInfo.read)))).toEqual(
      bytesOf(term),
    );
  });

  it.each([
    ['line', lineInfo, '8308820101' + '01'],
    ['range', rangeInfo, '8308820101' + '8401000102'],
    ['file', fileInfo, '8308820101' + '8264612e' + '7078' + '8401000102'],
  ] as const)('with %s positions', (_, info, hex) => {
    const source = new Source('a.px', 'first\n\u{1f600}x');
    const term: Term = { ...one, span: new Span(source, 6, 9) };
    const bytes = bytesOf(term, info);
    expect(toHex(bytes)).toBe(hex);
    const read = readCbor(bytes, (reader) => readTerm(reader, info.read));
    expect(read && toHex(bytesOf(read, info))).toBe(hex);
  });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(arbitraryTerm, (term) => {
        const bytes = bytesOf(term, fileInfo);
        const read = readCbor(bytes, (reader) => readTerm(reader, fileInfo.read));
        expect(read && toHex(bytesOf(read, fileInfo))).toBe(toHex(bytes));
      }),
    );
  });

  it('of a body nested deeper than the stack', () => {
    let term: Term = one;
    for (let i = 0; i < 50_000; i++) term = { kind: 'sequence', first: one, second: term, span };
    const bytes = bytesOf(term);
    expect(readCbor(bytes, (reader) => bytesOf(readTerm(reader, noInfo.read)))).toEqual(bytes);
  });
});

describe('bytes of a module', () => {
  it('are read back', () => {
    fc.assert(
      fc.property(arbitraryModuleData, (data) => {
        const bytes = moduleDocument(data, lineInfo);
        const read = readModuleDocument(bytes, lineInfo);
        expect(read && toHex(moduleDocument(read, lineInfo))).toBe(toHex(bytes));
        expect([...(read?.dependencies.keys() ?? [])]).toEqual([...data.dependencies.keys()]);
      }),
    );
  });

  it('are refused if one is missing or wrong, never with another error', () => {
    fc.assert(
      fc.property(arbitraryModuleData, fc.nat(), fc.nat(255), (data, at, byte) => {
        const bytes = moduleDocument(data, lineInfo);
        const cut = bytes.slice(0, at % bytes.length);
        expect(readModuleDocument(cut, lineInfo)).toBeUndefined();
        const changed = bytes.slice();
        changed[at % bytes.length] = byte;
        expect(() => readModuleDocument(changed, lineInfo)).not.toThrow();
      }),
    );
  });
});
