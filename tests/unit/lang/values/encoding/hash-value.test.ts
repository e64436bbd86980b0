import { expect, it } from 'vitest';
import { hashValue } from '../../../../../src/lang/values/encoding/stable-json.ts';
import { emptyHash } from '../../../../../src/lang/values/encoding/hash.ts';
import { ModuleName, QualifiedName } from '../../../../../src/lang/values/names.ts';
import { parseTime } from '../../../../../src/lang/values/time/time-parse.ts';
import {
  Decimal,
  ListValue,
  ModRef,
  objectValue,
  unit,
  UserGuard,
  type PactValue,
} from '../../../../../src/lang/values/value.ts';

const module = new ModRef(new ModuleName('my-mod'), [new ModuleName('iface')]);
const guard = new UserGuard(new QualifiedName('f', module.module), [module]);
const time = parseTime('%F', '2020-01-01') as PactValue;
const chainData = objectValue([
  ['block-height', 0n],
  ['block-time', parseTime('%F', '1970-01-01') as PactValue],
  ['chain-id', ''],
  ['gas-limit', 0n],
  ['gas-price', new Decimal(0n, 0)],
  ['prev-block-hash', ''],
  ['sender', ''],
]);

it.each<readonly [string, PactValue, string]>([
  ['""', '', emptyHash],
  ['"hello"', 'hello', 'Mk3PAn3UowqTLEQfNlol6GsXPe-kuOWJSCU0cbgbcs8'],
  ['1', 1n, 'A_fIcwIweiXXYXnKU59CNCAUoIXHXwQtB_D8xhEflLY'],
  ['1.0', new Decimal(10n, 1), 'ks31eMRwhaWZIlbw3Pl9Cxnx8cneTV_jDDrOYZG25ds'],
  ['0.05', new Decimal(5n, 2), 'Ob5WwhFQS6uV5ykxce4z2N7S5CQpgqFlKCTKIxc2uh0'],
  ['12345678.5', new Decimal(123456785n, 1), 'C0QShWQz1Wc3U_p7_ev5zlh6v_t6FMj6Ry4r3-0xGf8'],
  ['true', true, 'LCgKNFtF9rwWL0OuXGJUvt0vjzlTR1uOu-1mlTRsmag'],
  ['()', unit, 'a_uaieeRdDjdsX-3PXQkPfVl6ucJaLWikM9fNWPXa-8'],
  ['[1 "a"]', new ListValue([1n, 'a']), '7bjptroWlE_wzrjEZ7QVxzLwVusSnf239sAzbqP9djg'],
  ['2^53', 9007199254740992n, 'HtZ83GwNPWiDYBvcxkHWeW2mL8sxWKWZrhC1TyvoEkY'],
  ['a time', time, 'fxbv4b_v4juK99qN8pTzcPXIvR3GucQPDsmLV3CDstA'],
  ['a module reference', module, 'vediBPdnKkzahPDZY2UF_hkS8i7pIXqwsCj925gLng8'],
  [
    'references in containers and guards',
    new ListValue([module, objectValue([['a', module]]), guard]),
    '_c98nMfdnxKUdjoE7EQR9RUHfqJDJjlljL2JGGwUqiA',
  ],
  ['chain data', chainData, 'JRdgzVN17Xy4-8dWegAKj_BPNv6ffNpbtT6YOCiUcY8'],
])('hashes %s', (_, value, expected) => {
  expect(hashValue(value)).toBe(expected);
});
