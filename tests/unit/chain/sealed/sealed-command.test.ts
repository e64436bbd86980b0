import { describe, expect, test } from 'vitest';
import {
  commandHash,
  readCommand,
  signCommand,
  type Command,
} from '../../../../src/chain/command/index.ts';
import { openSealed, readSealed } from '../../../../src/chain/sealed/index.ts';
import { entity, letter, seal, trySeal } from '../../../support/sealed-commands.ts';
import { codeCommand, testKey } from '../../../support/signed-commands.ts';
import { valueOf } from '../../../support/value-of.ts';

const options = { nestingLimit: 128 };

function openedBy(name: string, sealed: Command): string | undefined {
  const opened = openSealed(valueOf(readSealed(sealed)), entity(name), options);
  if (opened === undefined) return undefined;
  if (!opened.ok) return opened.fault.sentence;
  const { message } = opened.value.payload;
  return message.kind === 'exec' ? `code: ${message.code}` : undefined;
}

/** Changes the payload and its hash; the signature stays the same. */
function changed(sealed: Command, change: (cmd: string) => string): Command {
  const cmd = change(sealed.cmd);
  return { ...sealed, cmd, hash: commandHash(cmd) };
}

/** Signs the command with another key, which replaces the key of the seal. */
function signedAnew(sealed: Command, change: (cmd: string) => string = (cmd) => cmd): Command {
  const { publicKey } = testKey;
  const key = `"signers":[{"pubKey":"${publicKey}"}]`;
  const cmd = change(sealed.cmd).replace(/"signers":\[[^\]]*\]/, key);
  return valueOf(signCommand(cmd, [testKey]));
}

test('every recipient can open it, and no other entity', () => {
  const sealed = seal(letter('(secret.move 5)', { to: ['carol', 'bob'] }));
  expect(sealed.cmd).not.toContain('secret');
  expect(openedBy('bob', sealed)).toBe('code: (secret.move 5)');
  expect(openedBy('carol', sealed)).toBe('code: (secret.move 5)');
  expect(openedBy('alice', sealed)).toBeUndefined();
  expect(openedBy('dave', sealed)).toBeUndefined();
});

test('a command sealed twice has only its public fields in common', () => {
  const command = letter('1');
  const [first, second] = [seal(command), seal(command)];
  expect(first.hash).not.toBe(second.hash);
  expect(openedBy('bob', first)).toBe(openedBy('bob', second));
});

test('an entity cannot seal a command of another one', () => {
  expect(openedBy('bob', seal(letter('1'), 'dave'))).toBe(
    'this was not sealed by alice for bob, or it was sealed with other keys',
  );
  const { known } = entity('bob');
  const stranger = {
    ...entity('bob'),
    known: new Map([...known].filter(([name]) => name !== 'alice')),
  };
  expect(openSealed(valueOf(readSealed(seal(letter('1')))), stranger, options)).toEqual({
    ok: false,
    fault: { sentence: 'the public key of alice is not known here' },
  });
});

test('no public field can be changed', () => {
  const sealed = seal(letter('1', { to: ['bob', 'carol'] }));
  const other = seal(letter('2', { to: ['bob', 'carol'] }));
  const part = ({ cmd }: Command, of: RegExp): string => of.exec(cmd)?.[0] ?? '';
  const by =
    (written: string, other: string) =>
    (cmd: string): string =>
      cmd.replaceAll(written, other);
  const replacing = (of: RegExp) => (cmd: string) => cmd.replace(of, () => part(other, of));
  const changes: readonly ((cmd: string) => string)[] = [
    by('"networkId":"test"', '"networkId":"other"'),
    by('"from":"alice"', '"from":"dave"'),
    by('"carol"', '"dave"'),
    replacing(/"commitment":"[^"]*"/),
    replacing(/"key":"[^"]*"/),
    replacing(/"text":"[^"]*"/),
  ];
  for (const change of changes) {
    expect(openedBy('bob', changed(sealed, change))).toMatch(/^signature of the seal: invalid/);
    expect(openedBy('bob', signedAnew(sealed, change))).toMatch(/^this was not sealed by /);
  }
  expect(openedBy('bob', sealed)).toBe('code: 1');
});

test('the chain and the times of a command for a node are part of it, and cannot be changed', () => {
  const placement = { chainId: '3', creationTime: 1_700_000_000, ttl: 600 };
  const sealed = seal(letter('1', { placement }));
  const { meta } = valueOf(readSealed(sealed));
  expect(meta.placement).toEqual({ chainId: '3', creationTime: 1_700_000_000n, ttl: 600n });
  expect(openedBy('bob', sealed)).toBe('code: 1');
  for (const [written, other] of [
    ['"chainId":"3"', '"chainId":"4"'],
    ['"ttl":600', '"ttl":6000'],
    [',"chainId":"3","creationTime":1700000000,"ttl":600', ''],
  ] as const) {
    const change = (cmd: string): string => cmd.replace(written, other);
    expect(openedBy('bob', signedAnew(sealed, change))).toMatch(/^this was not sealed by /);
  }
});

test('an observer cannot derive a command with another request key from it', () => {
  const sealed = seal(letter('1', { to: ['bob', 'carol'], nonce: 'mine' }));
  const boxOfCarol = /("to":"carol","key":"[0-9a-f]*","text":")../;
  const changes: readonly ((cmd: string) => string)[] = [
    (cmd) => cmd.replace('"nonce":"mine"', '"nonce":"theirs"'),
    (cmd) => cmd.replace('"nonce":', ' "nonce":'),
    (cmd) => cmd.replace('{"networkId"', '{"more":1,"networkId"'),
    (cmd) => cmd.replace(boxOfCarol, '$1AA'),
  ];
  for (const change of changes) {
    const other = changed(sealed, change);
    expect(other.hash).not.toBe(sealed.hash);
    expect(openedBy('bob', other)).toMatch(/^signature of the seal: invalid/);
    expect(openedBy('bob', signedAnew(sealed, change))).toMatch(/^this was not sealed by /);
  }
  expect(openedBy('bob', signedAnew(sealed))).toMatch(/^this was not sealed by /);
});

test('a command sealed without a seal key, as old logs have, can be opened', () => {
  const old = { cmd: oldCmd, hash: commandHash(oldCmd), signatures: [] };
  expect(old.hash).toBe('u9g0dyTWLOX174RdM7jhy4IvraxeJE5JbGPlRRRiGEg');
  expect(openedBy('bob', old)).toBe('code: (+ 1 2)');
});

test('all recipients receive the same', () => {
  // A sender seals two commands and combines a box of each.
  const [left, right] = [seal(letter('1')), seal(letter('2'))];
  const commitment = /"commitment":"[^"]*"/;
  const mixed = changed(left, (cmd) => cmd.replace(commitment, commitment.exec(right.cmd)![0]));
  expect(openedBy('bob', signedAnew(mixed))).toMatch(/^this was not sealed by alice/);
});

describe('commands that cannot be sealed', () => {
  const faultOf = (command: Command): string => {
    const sealed = trySeal(command);
    return !sealed.ok ? sealed.fault.sentence : 'sealed';
  };
  test.each([
    [letter('1', { to: [] }), /^meta\.address\.to is empty/],
    [letter('1', { to: ['nobody'] }), /^there is no public key of nobody$/],
    [
      letter('1', { to: Array.from({ length: 65 }, (_, i) => `n${i}`) }),
      /^meta\.address\.to has 65/,
    ],
    // The maximum number of recipients.
    [
      letter('1', { to: Array.from({ length: 64 }, (_, i) => `n${i}`) }),
      /^there is no public key of n0$/,
    ],
    [
      valueOf(readCommand(codeCommand('1').text)),
      /^meta must hold an address, for nodes also chainId, creationTime and ttl, and nothing else$/,
    ],
    [valueOf(readCommand(codeCommand('1', { meta: {} }).text)), /^meta\.address is missing/],
  ])('%#', (command, sentence) => {
    expect(faultOf(command)).toMatch(sentence);
  });
});

describe('invalid sealed commands', () => {
  const sealed = seal(letter('1'));
  const faultOf = (command: Command): string => {
    const read = readSealed(command);
    return !read.ok ? read.fault.sentence : 'read';
  };
  test.each([
    [letter('1'), /^payload is not sealed: pact seal encrypts a command for its recipients$/],
    [{ ...sealed, hash: letter('1').hash }, /^Hash Mismatch/],
    [{ ...sealed, signatures: [] }, /^signers must have only the key of the seal/],
    [changed(sealed, (cmd) => cmd.replace('"version":2', '"version":3')), /version must be 2/],
    [changed(sealed, (cmd) => cmd.replace('"version":2,', '')), /^signers must be empty/],
    [
      changed(sealed, (cmd) => cmd.replace('"to":["bob"]', '"to":["bob","carol"]')),
      /one box for each/,
    ],
    [changed(sealed, (cmd) => cmd.replace(/"key":"../, '"key":"')), /boxes\[0\]\.key must be 64/],
    [
      changed(sealed, (cmd) => cmd.replace(/"text":"../, '"text":"!!')),
      /boxes\[0\]\.text must be base64url/,
    ],
    [
      changed(sealed, (cmd) => cmd.replace(/"commitment":"../, '"commitment":"')),
      /commitment must be a hash/,
    ],
    [changed(sealed, () => '{'), /^the payload is not JSON/],
  ])('%#', (command, sentence) => {
    expect(faultOf(command)).toMatch(sentence);
  });
});

test('the inner command must be signed, for the same entities and network', () => {
  const within = letter('1');
  const unsigned = { ...within, signatures: [] };
  expect(openedBy('bob', seal(unsigned))).toContain('Number of sig(s) does not match');
  const forged = { ...within, signatures: letter('2').signatures };
  expect(openedBy('bob', seal(forged))).toContain('Invalid sig(s) found');
});

/** Sealed by version 0.1.0 with the test keys. */
const oldCmd =
  '{"networkId":"test","payload":{"sealed":{"commitment":"8tRgOJ1PBacLVPmhswU2mtz3Zfvd5jl1WykK9BAFTAk","boxes":[{"to":"bob","key":"4c98534edf0e5c27b13e700be382b67e8967bd5820a4977b5eb7824fc1b1ab6e","text":"I_-WXEFeiAY1pty1jHzunN96dW2uV2c9gCS3I3r1nVNIBua9MJ9mdocL4Mygkx1v5IavGOMoQYnAqqCnSD0RH7Je5ugYpeUJ63nfZNx1L8BRUmdB1TgBeZpH_ZAR9NBTY09o1ikiByJRv5Q8SMZ5hg0mu90hgwSnzyLkIQ-G3n_wO4TyJI_sRWjlaYMXDEp_7-9ahFg1MP7BFYMGxLqD-AlXr-uD9yVTPw-JaB9LcruM8wEGak2LL74QMgYFwjgFeTs0ckZtzFyAHNWXqg1psV449j2jJmCMTLV73Ko9qVZ7ig57bRolgWAYRn6pST-s94rIALHwnmFTdehKpvGAZkExk_lr7zYDHNEw2FkBu_mn5vaXKlXIgQoVxV9vN4hi5M4ep1geWaXJi3MNFu1j2SmALnMTCq0Zk65ScDOu6UW2NMDFRjvzWSmWWJCcCu9dtMaN74UCm-fmmajgpv6hhmGu_p7Rr1IxcBDEA64lQPqOmlsuM8dhciiNS2XNjC7Vogs2GbmH5AUdnXGGpamqPicek1_kGAKRhZ6nUBXW0_QhWnttQ7MT2EC-fv3xEjYdIqETsq8_p7S0tEHwFNnz9uQ-Cuu-bgyNc_uCMYmPPf1clTdSHZFC-w9ckI6MFLdEj9mId4ymePLhPMykimmwfPZGa7b9PiyO6t9ISqXG8x79_Ve19o-9UHNEiRGipca37aj13xHANSiBo-E"}]}},"signers":[],"meta":{"address":{"to":["bob"],"from":"alice"}},"nonce":"old"}';

describe('a dishonest sender', () => {
  /** Seals one command with the public fields of another. */
  function sealedAs(open: Command, within: Command): Command {
    let reads = 0;
    return seal({
      ...within,
      // The public fields are read first.
      get cmd() {
        return reads++ === 0 ? open.cmd : within.cmd;
      },
    });
  }

  const other = (change: Parameters<typeof codeCommand>[1]): Command =>
    valueOf(readCommand(codeCommand('1', { meta: { address }, ...change }).text));
  const address = { from: 'alice', to: ['bob'] };

  test('cannot seal a command of another network', () => {
    expect(openedBy('bob', sealedAs(letter('1'), other({ networkId: 'elsewhere' })))).toBe(
      'the command inside is for another network',
    );
  });

  test('cannot seal a command for other entities', () => {
    expect(openedBy('bob', sealedAs(letter('1', { to: ['bob', 'carol'] }), letter('1')))).toBe(
      'the command inside is for other entities, or another chain or time',
    );
  });

  test('cannot seal a different command from the one committed to', () => {
    const salts: Uint8Array[] = [];
    // The salt has changed by the time it is sealed.
    const random = (length: number): Uint8Array => {
      salts[0]?.fill(9);
      salts.push(new Uint8Array(length).fill(salts.length + 1));
      return salts.at(-1)!;
    };
    expect(openedBy('bob', seal(letter('1'), 'alice', random))).toBe(
      'the command inside does not match the commitment',
    );
  });
});
