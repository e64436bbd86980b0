// The network of a client: what its share of work is counted by.
import { expect, test } from 'vitest';
import { networkOf } from '../../../src/base/client.ts';

test('an IPv4 address is a network, however it is written', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
});

test('all addresses of one IPv6 subscriber are one network', () => {
  const own = networkOf('2001:db8:0:7::1');
  expect(own).toBe('2001:db8:0:7::/64');
  for (const same of [
    '2001:db8:0:7:1:2:3:4',
    '2001:0DB8:0000:0007:ffff::',
    '2001:db8::7:0:0:0:9',
    '2001:db8:0:7::1%eth0',
  ]) {
    expect(networkOf(same)).toBe(own);
  }
  expect(networkOf('2001:db8:0:8::1')).not.toBe(own);
  expect(networkOf('2001:db8::')).toBe('2001:db8::/64');
  expect(networkOf('::1')).toBe('::/64');
});

test('a connection that has no address any more belongs to no network of others', () => {
  expect(networkOf('')).toBe('');
});
