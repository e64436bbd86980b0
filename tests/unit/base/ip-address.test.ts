// IP addresses: the texts that are read, the one text of each, and ranges; compared with Node's own reading.
import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ipText,
  isWithin,
  parseIpAddress,
  parseIpRange,
  parsePlainAddress,
  plainAddress,
  prefixOf,
} from '../../../src/base/ip-address.ts';
import { runCount } from '../../support/run-count.ts';

const runs = { numRuns: runCount(300) };
const textOf = (text: string): string | undefined => {
  const address = parseIpAddress(text);
  return address && ipText(address);
};

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['0.0.0.0', '0.0.0.0'],
  ['2001:0DB8:0000::0007', '2001:db8::7'],
  ['::', '::'],
  ['::1', '::1'],
  ['1::', '1::'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
  ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
  ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ['::ffff:192.0.2.7', '::ffff:c000:207'],
  ['64:ff9b::192.0.2.7', '64:ff9b::c000:207'],
  ['fe80::1%eth0', 'fe80::1'],
])('%s is %s', (text, expected) => {
  expect(textOf(text)).toBe(expected);
});

test.each([
  '',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.256',
  '01.2.3.4',
  '0x7f.0.0.1',
  '127.1',
  '2130706433',
  '1.2.3.4 ',
  ':',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7:8::',
  ':1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:',
  '12345::',
  'g::',
  '1.2.3.4::',
  '::1.2.3',
  '::1.2.3.4:5',
  '[::1]',
  `::${'0'.repeat(100)}`,
])('%s is no address', (text) => {
  expect(parseIpAddress(text)).toBeUndefined();
});

test('the same texts are addresses as for Node, with the text that a URL has', () => {
  const part = fc.constantFrom('0', '1', 'ff', '10.0.0.1', '255', 'ffff', '::', ':', '.', '00', '');
  const text = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.array(part, { maxLength: 17 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (each) => {
      const read = parseIpAddress(each);
      expect(read?.version ?? 0).toBe(isIP(each));
      if (read === undefined) return;
      const host = new URL(`http://${read.version === 6 ? `[${each}]` : each}/`).hostname;
      expect(ipText(read)).toBe(host.replace(/^\[(.*)\]$/, '$1'));
      expect(textOf(ipText(read))).toBe(ipText(read));
    }),
    runs,
  );
});

test('a range holds the same addresses as a block list of Node', () => {
  const bytes = (length: number) => fc.array(fc.nat(255), { minLength: length, maxLength: length });
  fc.assert(
    fc.property(
      fc.constantFrom(4, 6),
      fc.nat(128),
      bytes(16),
      fc.array(fc.nat(127), { maxLength: 3 }),
      (version: number, width, some, flipped) => {
        const length = version === 4 ? 4 : 16;
        const bits = Math.min(width, 8 * length);
        const own = { version: version === 4 ? 4 : 6, bytes: some.slice(0, length) } as const;
        const first = prefixOf(own, bits);
        const other = { version: own.version, bytes: [...own.bytes] };
        for (const bit of flipped) {
          const at = Math.floor((bit % (8 * length)) / 8);
          other.bytes[at] = (other.bytes[at] ?? 0) ^ (0x80 >> (bit % 8));
        }
        const range = parseIpRange(`${ipText(first)}/${bits}`);
        const list = new BlockList();
        list.addSubnet(ipText(first), bits, version === 4 ? 'ipv4' : 'ipv6');
        expect(range && isWithin(other, range)).toBe(
          list.check(ipText(other), version === 4 ? 'ipv4' : 'ipv6'),
        );
      },
    ),
    runs,
  );
});

test('a range is an address alone or a prefix without further bits', () => {
  expect(parseIpRange('127.0.0.1')?.bits).toBe(32);
  expect(parseIpRange('::1')?.bits).toBe(128);
  expect(parseIpRange('10.0.0.0/8')?.bits).toBe(8);
  for (const wrong of [
    '10.0.0.1/8',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/08',
    'x/8',
    'fe80::%1/64',
  ]) {
    expect(parseIpRange(wrong), wrong).toBeUndefined();
  }
});

test('an IPv4 address within IPv6 is printed without the prefix', () => {
  expect(plainAddress('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(plainAddress('::ffff:c000:207')).toBe('192.0.2.7');
  expect(plainAddress('192.0.2.7')).toBe('192.0.2.7');
  expect(plainAddress('fe80::1%eth0')).toBe('fe80::1');
  expect(plainAddress('::fffe:c000:207')).toBe('::fffe:c000:207');
  expect(plainAddress('')).toBe('');
  expect(parsePlainAddress('1.2.3.4')).toEqual({
    version: 4,
    bytes: [1, 2, 3, 4],
  });
});
