// Which keys the signers of a command provide, and what they allow.
import { describe, expect, it } from 'vitest';
import type { ExecutionFlag } from '../../../../src/lang/session/run.ts';
import { coseKey, fresh, pair, send, reported, webAuthn } from '../../../support/send-command.ts';

describe('a command', () => {
  // mkMsgSigs in pact/Pact/Core/Evaluate.hs: consensus.
  it('knows a WebAuthn signer by its public key, and by its address with DisablePact54Fix', () => {
    const code = `(module m G (defcap G () true)
      (defun signed (k) (try false (enforce-guard (read-keyset k)))))
      [(m.signed "key") (m.signed "address")]`;
    const plain = { scheme: 'WebAuthn', pubKey: coseKey };
    const data = JSON.stringify({ key: [coseKey], address: ['the address'] });
    const flags = new Set<ExecutionFlag>(['DisablePact54Fix']);
    const sent = { code, data, pairs: [webAuthn] };
    const addressed = { ...sent, signers: JSON.stringify({ ...plain, addr: 'the address' }) };
    expect(reported(send(fresh(), addressed))).toBe('[true,false]');
    expect(reported(send(fresh(), addressed, { flags }))).toBe('[false,true]');
    const without = { ...sent, signers: JSON.stringify(plain) };
    expect(reported(send(fresh(), without, { flags }))).toBe('[true,false]');
  });

  it('counts the last signer of an address with DisablePact54Fix', () => {
    const code = `(module m G (defcap G () true) (defcap C (x) (enforce-guard (read-keyset "k")))
      (defun f (x) (with-capability (C x) "granted")))
      [(try "refused" (m.f 1)) (try "refused" (m.f 2))]`;
    const scope = (x: number): unknown => [{ name: 'm.C', args: [{ int: x }] }];
    const owner = { pubKey: pair.publicKey, clist: scope(1) };
    const other = { scheme: 'WebAuthn', pubKey: coseKey, addr: pair.publicKey, clist: scope(2) };
    const sent = {
      code,
      data: JSON.stringify({ k: [pair.publicKey] }),
      signers: `${JSON.stringify(owner)},${JSON.stringify(other)}`,
      pairs: [pair, webAuthn],
    };
    const flags = new Set<ExecutionFlag>(['DisablePact54Fix']);
    expect(reported(send(fresh(), sent, { flags }))).toBe('["refused","granted"]');
    expect(reported(send(fresh(), sent))).toBe('["granted","refused"]');
  });

  // The smallest token matches, but has nothing to install: consensus.
  it('fails if a signed capability lacks its managed argument', () => {
    const code = `(module m G (defcap G () true)
      (defcap PAY (who:string amount:integer) @managed amount left true)
      (defun left (have want) (- have want))
      (defun pay () (with-capability (PAY "Ann" 1) "paid"))) (m.pay)`;
    const cap = (...args: unknown[]): unknown => ({ name: 'm.PAY', args: ['Ann', ...args] });
    const signers = (...clist: unknown[]): string =>
      JSON.stringify({ pubKey: pair.publicKey, clist });
    expect(reported(send(fresh(), { code, signers: signers(cap({ int: 5 })) }))).toBe('"paid"');
    const both = { code, signers: signers(cap({ int: 5 }), cap()) };
    expect(reported(send(fresh(), both))).toContain('Invalid managed cap argument index 1');
  });
});
