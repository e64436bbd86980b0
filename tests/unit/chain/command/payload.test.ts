import { describe, expect, it } from 'vitest';
import {
  anyMeta,
  emptyPublicMeta,
  encodeAnyMeta,
  encodePayload,
  encodePrivateMeta,
  encodePublicMeta,
  privateMeta,
  publicMeta,
  readPayload,
} from '../../../../src/chain/command/index.ts';
import { onlyPrivateMeta } from '../../../../src/chain/command/meta.ts';
import { Decimal, unit } from '../../../../src/lang/session/run.ts';

const meta =
  '{"creationTime":1700000000,"ttl":600,"gasLimit":2500,"chainId":"0","gasPrice":1.0e-8,"sender":"alice"}';
const signer =
  '{"addr":"a","scheme":"WebAuthn","pubKey":"a","clist":[{"name":"ns.m.C","args":["x",1.5,{"int":2}]}]}';
const exec = '{"exec":{"data":{"n":{"int":1}},"code":"(+ 1 \\"é\\")"}}';
const cont =
  '{"cont":{"proof":"p","data":null,"pactId":"id","rollback":true,"step":9223372036854775807}}';
const verifiers = ',"verifiers":[{"name":"allow","proof":[1],"clist":[]}]';

const payload = (message: string, extra = '', of = meta, signers = signer): string =>
  `{"networkId":"net","payload":${message},"signers":[${signers}]${extra},"meta":${of},"nonce":"n"}`;

describe('a payload', () => {
  it.each([
    ['an exec message', payload(exec)],
    ['a continuation', payload(cont)],
    ['verifiers', payload(exec, verifiers)],
    ['no verifiers, which is not the same as none', payload(exec, ',"verifiers":[]')],
    ['a plain signer', payload(exec, '', meta, '{"pubKey":"k"}')],
    ['no network', payload(exec).replace('"net"', 'null')],
  ])('with %s is encoded as it was read', (_, text) => {
    const read = readPayload(text, publicMeta);
    if (!read.ok) throw new Error(read.fault.sentence);
    expect(encodePayload(read.value, encodePublicMeta)).toBe(text);
  });

  it('may omit optional members', () => {
    const text = `{"payload":{"exec":{"code":""}},"signers":[{"pubKey":"k","addr":null,"clist":null,"scheme":null}],"meta":null,"nonce":""}`;
    expect(readPayload(text, anyMeta)).toMatchObject({
      value: {
        networkId: undefined,
        message: { kind: 'exec', code: '', data: unit },
        signers: [{ scheme: undefined, publicKey: 'k', address: undefined, capabilities: [] }],
        verifiers: undefined,
      },
    });
  });

  it('uses the first of duplicate keys, as the reference does', () => {
    const read = readPayload(
      payload(exec).replace('"nonce":"n"', '"nonce":"n","nonce":"m"'),
      anyMeta,
    );
    expect(read).toMatchObject({ value: { nonce: 'n' } });
  });

  it('is a continuation if its exec message is invalid and its continuation is valid', () => {
    const both = `{"exec":{},${cont.slice(1)}`;
    expect(readPayload(payload(both), publicMeta)).toMatchObject({
      value: { message: { kind: 'continuation', step: 9223372036854775807n } },
    });
    expect(readPayload(payload('{"exec":{},"cont":{}}'), publicMeta)).toMatchObject({
      fault: { sentence: 'payload.exec.code is missing: it must be a string' },
    });
  });
});

describe('a fault of a payload is one sentence', () => {
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  it.each([
    ['', 'the payload is not JSON: it ends too early at character 0'],
    ['{"a":1} x', 'the payload is not JSON: there are characters after its end at character 8'],
    // The reference reads JSON of any depth.
    [nested, 'the JSON must be an object, but it is a list'],
    ['[]', 'the JSON must be an object, but it is a list'],
    ['{}', 'payload is missing: it must be an object'],
    [payload('{}'), 'payload has neither "exec" nor "cont"'],
    [payload('{"exec":1}'), 'payload.exec must be an object, but it is a number'],
    [payload('{"exec":{"code":1}}'), 'payload.exec.code must be a string, but it is a number'],
    [
      payload(cont.replace('9223372036854775807', '9223372036854775808')),
      'payload.cont.step must be a whole number of 64 bits',
    ],
    [
      payload(cont.replace('9223372036854775807', '1.5')),
      'payload.cont.step must be a whole number of 64 bits',
    ],
    [
      payload(cont.replace('9223372036854775807', '1e999999999')),
      'payload.cont.step must be a whole number of 64 bits',
    ],
    [
      payload(cont.replace('true', '"yes"')),
      'payload.cont.rollback must be true or false, but it is a string',
    ],
    [
      payload(exec, '', meta, '{"pubKey":"k"},{"pubKey":"k","scheme":"ETH"}'),
      'signers[1].scheme must be "ED25519" or "WebAuthn"',
    ],
    [
      payload(exec, '', meta, '{"pubKey":"k","clist":[{"name":"C","args":[]}]}'),
      'signers[0].clist[0].name must name a capability: "module.NAME"',
    ],
    [
      payload(exec, '', meta, '{"pubKey":"k","clist":[{"name":"m.C"}]}'),
      'signers[0].clist[0].args is missing: it must be a list',
    ],
    [
      payload(exec).replace('"nonce":"n"', '"nonce":false'),
      'nonce must be a string, but it is false',
    ],
    [payload('{"exec":{"code":"","data":1e9999999}}'), 'a number has more than 1000000 digits'],
  ])('%#', (text, sentence) => {
    expect(readPayload(text, publicMeta)).toMatchObject({ ok: false, fault: { sentence } });
  });
});

describe('public metadata', () => {
  const read = (name: string, value: string): unknown => {
    const changed = meta.replace(new RegExp(`"${name}":[^,}]+`), `"${name}":${value}`);
    const answer = readPayload(payload(exec, '', changed), publicMeta);
    return answer.ok
      ? answer.value.meta[name as keyof typeof emptyPublicMeta]
      : answer.fault.sentence;
  };

  it.each([
    ['1e-8', new Decimal(1n, 8)],
    ['1.0E-08', new Decimal(1n, 8)],
    ['0.00000001000', new Decimal(1n, 8)],
    ['2', new Decimal(2n, 0)],
    ['3e2', new Decimal(300n, 0)],
    ['"0.10"', new Decimal(10n, 2)],
    ['"7"', new Decimal(7n, 0)],
    ['"1e-8"', 'meta.gasPrice must be a decimal, but it is a string'],
    ['{"decimal":"1.0"}', 'meta.gasPrice must be a decimal, but it is an object'],
    ['1e99999999', 'meta.gasPrice is too large'],
  ])('gas price %s', (text, value) => expect(read('gasPrice', text)).toEqual(value));

  it.each([
    ['1500', 1500n],
    ['1.5e3', 1500n],
    ['2.5', 2n],
    ['3.5', 4n],
    ['"12"', 12n],
    ['{"int":"12"}', 12n],
    ['-1', 0n],
    ['99999999999999999999', 0xffff_ffff_ffff_ffffn],
    ['"1.5"', 'meta.gasLimit must be an integer, but it is a string'],
    ['{"decimal":"1"}', 'meta.gasLimit must be an integer, but it is an object'],
    ['true', 'meta.gasLimit must be an integer, but it is true'],
  ])('gas limit %s', (text, value) => expect(read('gasLimit', text)).toEqual(value));

  it('is empty if nothing is read', () => {
    expect(encodePublicMeta(emptyPublicMeta)).toBe(
      '{"creationTime":0,"ttl":0,"gasLimit":0,"chainId":"","gasPrice":0,"sender":""}',
    );
  });
});

describe('other metadata', () => {
  it.each(['{"address":{"to":["a","b"],"from":"c"}}', '{"address":null}'])(
    'private: %s',
    (text) => {
      const read = readPayload(payload(exec, '', text), privateMeta);
      if (!read.ok) throw new Error(read.fault.sentence);
      expect(encodePrivateMeta(read.value.meta)).toBe(text);
    },
  );

  const address = '"address":{"to":["a"],"from":"c"}';
  it.each([
    [`{${address},"chainId":"1","creationTime":10,"ttl":600}`, undefined],
    [`{${address},"chainId":"1","ttl":600}`, 'meta.creationTime is missing'],
    [`{${address},"chainId":1,"creationTime":10,"ttl":600}`, 'meta.chainId must be a string'],
    [`{${address},"sender":"x"}`, 'meta must hold an address, for nodes also chainId'],
  ])('of sealed commands for a chain: %s', (text, sentence) => {
    const read = readPayload(payload(exec, '', text), onlyPrivateMeta);
    if (sentence === undefined) expect(read.ok && encodePrivateMeta(read.value.meta)).toBe(text);
    else expect(!read.ok && read.fault.sentence).toContain(sentence);
  });

  it('of sealed commands for a chain is no public metadata', () => {
    const text = `{${address},"chainId":"1","creationTime":10,"ttl":600}`;
    expect(readPayload(payload(exec, '', text), publicMeta).ok).toBe(false);
  });

  it('names every entity once', () => {
    const text = '{"address":{"from":"c","to":["b","a","b"]}}';
    expect(readPayload(payload(exec, '', text), privateMeta)).toMatchObject({
      value: { meta: { address: { to: ['a', 'b'] } } },
    });
  });

  it('any: unchanged', () => {
    const read = readPayload(payload(exec, '', '[1.50,null]'), anyMeta);
    if (!read.ok) throw new Error(read.fault.sentence);
    expect(encodePayload(read.value, encodeAnyMeta)).toBe(payload(exec, '', '[1.50,null]'));
  });
});
