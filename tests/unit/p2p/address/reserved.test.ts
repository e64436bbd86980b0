// Addresses that no peer can have, and groups of addresses.
import { BlockList } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ipText, parseIpRange } from '../../../../src/base/ip-address.ts';
import { groupOf, isReserved } from '../../../../src/p2p/address/reserved.ts';
import { runCount } from '../../../support/run-count.ts';

test.each([
  '0.0.0.0',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::1.2.3.4',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'localhost',
  'LOCALHOST',
  'a.localhost',
])('%s is reserved', (host) => {
  expect(isReserved(host)).toBe(true);
});

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '::ffff:1.1.1.1',
  '2001:200::1',
  '2001:db7::1',
  '2003::1',
  '2600::1',
  '3fff:1000::1',
  'node.example',
  'localhost.example',
  'mylocalhost',
])('%s is not reserved', (host) => {
  expect(isReserved(host)).toBe(false);
});

test('a test network allows ranges', () => {
  const [loopback, site] = ['127.0.0.0/8', 'fd00::/8'].map((text) => parseIpRange(text));
  if (loopback === undefined || site === undefined) throw new Error('both are ranges');
  const except = [loopback, site];
  for (const host of ['127.0.0.1', '::ffff:127.9.9.9', 'localhost', 'fd12::1']) {
    expect(isReserved(host, except), host).toBe(false);
  }
  for (const host of ['10.0.0.1', '::1', 'fc12::1']) {
    expect(isReserved(host, except), host).toBe(true);
  }
});

test('the table agrees with a block list of Node', () => {
  // Two lists: an IPv4 address is also in ranges of IPv6 for Node.
  const [list, list6] = [new BlockList(), new BlockList()];
  for (const [start, bits] of [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const)
    list.addSubnet(start, bits, 'ipv4');
  for (const [start, bits] of [
    ['::', 3],
    ['4000::', 2],
    ['8000::', 1],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['3fff::', 20],
  ] as const)
    list6.addSubnet(start, bits, 'ipv6');
  const edge = fc.constantFrom(
    0,
    1,
    2,
    9,
    10,
    11,
    15,
    16,
    18,
    20,
    31,
    63,
    64,
    88,
    99,
    100,
    113,
    127,
    168,
    169,
    172,
    192,
    198,
    203,
    224,
    255,
  );
  const byte = fc.oneof(edge, fc.nat(255));
  const v4 = fc
    .array(byte, { minLength: 4, maxLength: 4 })
    .map((bytes) => ipText({ version: 4, bytes }));
  const start = fc.constantFrom(
    [0x20],
    [0x20, 0x01],
    [0x20, 0x01, 0x0d, 0xb8],
    [0x20, 0x02],
    [0x3f, 0xff],
    [],
  );
  const v6 = fc
    .tuple(start, fc.array(byte, { minLength: 16, maxLength: 16 }))
    .map(([first, rest]) => ipText({ version: 6, bytes: [...first, ...rest].slice(0, 16) }));
  fc.assert(
    fc.property(v4, (host) => {
      expect(isReserved(host), host).toBe(list.check(host, 'ipv4'));
    }),
    { numRuns: runCount(2000) },
  );
  fc.assert(
    fc.property(v6, (host) => {
      // Node compares a mapped address with its IPv4 address as well.
      if (!host.startsWith('::ffff:'))
        expect(isReserved(host), host).toBe(list6.check(host, 'ipv6'));
    }),
    { numRuns: runCount(2000) },
  );
});

test.each([
  ['1.2.3.4', '1.2.0.0/16'],
  ['::ffff:1.2.3.4', '1.2.0.0/16'],
  ['2a01:db8:1::5', '2a01:db8::/32'],
  ['node.example', 'node.example'],
  ['A.B.Node.Example', 'node.example'],
  ['localhost', 'localhost'],
])('%s is in the group %s', (host, group) => {
  expect(groupOf(host)).toBe(group);
});
