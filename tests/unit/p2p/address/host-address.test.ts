// The grammar of addresses of peers: what is read, and that nothing means another host to a client of HTTP.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hostAddressOf,
  parseHost,
  parseHostAddress,
} from '../../../../src/p2p/address/host-address.ts';
import { keyOf } from '../../../../src/p2p/address/peer-info.ts';
import { runCount } from '../../../support/run-count.ts';

test.each([
  ['node.example:1789', { host: 'node.example', port: 1789 }],
  ['NODE.Example:0', { host: 'node.example', port: 0 }],
  ['localhost:65535', { host: 'localhost', port: 65_535 }],
  ['1.node-2.example:1', { host: '1.node-2.example', port: 1 }],
  ['a--b:1', { host: 'a--b', port: 1 }],
  ['192.0.2.7:1789', { host: '192.0.2.7', port: 1789 }],
  ['[2001:DB8:0::7]:1789', { host: '2001:db8::7', port: 1789 }],
  [`${'a'.repeat(63)}.x:1`, { host: `${'a'.repeat(63)}.x`, port: 1 }],
  [`${'ab.'.repeat(84)}c:1`, { host: `${'ab.'.repeat(84)}c`, port: 1 }],
])('reads %s', (text, expected) => {
  expect(parseHostAddress(text)).toEqual({ ok: true, value: expected });
});

const port = 'an address is a host and a port, such as node.example:1789';
const name = 'a host is a name such as node.example, an IPv4 address, or an IPv6 address';
const brackets = 'an IPv6 address needs brackets, such as [2001:db8::7]:1789';
const invalid = 'the IPv6 address is not valid';

test.each([
  ['', port],
  [':1', port],
  ['node.example', port],
  ['node.example:', port],
  ['node.example:-1', port],
  ['node.example:1e3', port],
  ['node.example: 1', port],
  ['node.example:123456', port],
  ['node.example:65536', 'a port is a whole number up to 65535'],
  ['2001:db8::7:1789', brackets],
  ['[node.example]:1', brackets],
  ['[2001:db8::7:1', brackets],
  ['[::ffff:1.2.3.4]:1', invalid],
  ['[fe80::1%eth0]:1', invalid],
  ['[1::2::3]:1', invalid],
  ['[2001:db8::ffff]:1', 'an IPv6 address of a node must have no group ffff'],
  ['0x7f.0.0.1:1', name],
  ['2130706433:1', name],
  ['0177.0.0.1:1', name],
  ['127.1:1', name],
  ['127.0.0.1.:1', name],
  ['1.2.3.4.5:1', name],
  ['1.2.3.256:1', name],
  ['node.example.:1', name],
  ['.example:1', name],
  ['a..b:1', name],
  ['-a.b:1', name],
  ['a-.b:1', name],
  ['a.0x7f:1', name],
  ['a_b.c:1', name],
  ['user@host:1', name],
  ['host/path:1', name],
  ['host\u0000:1', name],
  ['１２７.0.0.1:1', name],
  ['nöde.example:1', name],
  ['ℯxample.com:1', name],
  [`${'a'.repeat(64)}.x:1`, name],
  [`${'ab.'.repeat(84)}cd:1`, name],
  ['xn--a.example:1', 'the host is not a valid name'],
])('refuses %s', (text, fault) => {
  expect(parseHostAddress(text)).toEqual({ ok: false, fault });
});

test('both parts of a message are checked', () => {
  expect(hostAddressOf({ host: '2001:db8::7', port: 1789 })).toEqual({
    ok: true,
    value: { host: '2001:db8::7', port: 1789 },
  });
  for (const wrong of [-1, 65_536, 1.5, Number.NaN]) {
    expect(hostAddressOf({ host: 'a', port: wrong }).ok).toBe(false);
  }
  expect(hostAddressOf({ host: '[2001:db8::7]', port: 1 }).ok).toBe(false);
});

test('a host that is read means the same to a client of HTTP, and is read again as it is', () => {
  const letter = fc.constantFrom(...Array.from('abcxz0179-._:%[]@/\\?# \t\u0000１。ſßİé0xX'));
  const text = fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV4Extended(),
    fc.ipV6(),
    fc.array(letter, { maxLength: 12 }).map((all) => all.join('')),
    fc
      .array(fc.constantFrom('0x', '7f', '127', '0', '1', '.', 'a', 'xn--', '-', ':', '::'), {
        maxLength: 9,
      })
      .map((all) => all.join('')),
    fc.string(),
  );
  fc.assert(
    fc.property(text, (each) => {
      const read = parseHost(each);
      if (!read.ok) return;
      expect(parseHost(read.value)).toEqual(read);
      const address = { host: read.value, port: 1789 };
      expect(parseHostAddress(keyOf(address))).toEqual({ ok: true, value: address });
      const { hostname } = new URL(`https://${keyOf(address)}/`);
      expect(hostname.replace(/^\[(.*)\]$/, '$1')).toBe(read.value);
    }),
    { numRuns: runCount(2000) },
  );
});
