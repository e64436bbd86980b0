import { describe, expect, test } from 'vitest';
import { commandHash, openSealed, readSealed, type Command } from '../../../src/command/index.ts';
import { entity, letter, seal, trySeal } from '../../support/sealed-commands.ts';
import { codeCommand, valueOf } from '../../support/signed-commands.ts';
import { readCommand } from '../../../src/command/index.ts';

const options = { nestingLimit: 128 };

function openedBy(name: string, sealed: Command): string | undefined {
  const opened = openSealed(valueOf(readSealed(sealed)), entity(name), options);
  if (opened === undefined) return undefined;
  if (opened.kind === 'fault') return opened.sentence;
  const { message } = opened.value.payload;
  return message.kind === 'exec' ? `code: ${message.code}` : undefined;
}

/** With another payload, and the hash of it. */
function changed(sealed: Command, change: (cmd: string) => string): Command {
  const cmd = change(sealed.cmd);
  return { ...sealed, cmd, hash: commandHash(cmd) };
}

test('every recipient opens it, and nobody else', () => {
  const sealed = seal(letter('(secret.move 5)', { to: ['carol', 'bob'] }));
  expect(sealed.cmd).not.toContain('secret');
  expect(openedBy('bob', sealed)).toBe('code: (secret.move 5)');
  expect(openedBy('carol', sealed)).toBe('code: (secret.move 5)');
  expect(openedBy('alice', sealed)).toBeUndefined();
  expect(openedBy('dave', sealed)).toBeUndefined();
});

test('one command sealed twice has nothing in common but what it says openly', () => {
  const command = letter('1');
  const [first, second] = [seal(command), seal(command)];
  expect(first.hash).not.toBe(second.hash);
  expect(openedBy('bob', first)).toBe(openedBy('bob', second));
});

test('whoever it is not from cannot seal it', () => {
  expect(openedBy('bob', seal(letter('1'), 'dave'))).toBe(
    'this was not sealed by alice for bob, or not with these keys',
  );
  const { known } = entity('bob');
  const stranger = {
    ...entity('bob'),
    known: new Map([...known].filter(([name]) => name !== 'alice')),
  };
  expect(openSealed(valueOf(readSealed(seal(letter('1')))), stranger, options)).toEqual({
    kind: 'fault',
    sentence: 'the public key of alice is not known here',
  });
});

test('nothing that is open can be changed', () => {
  const sealed = seal(letter('1', { to: ['bob', 'carol'] }));
  const other = seal(letter('2', { to: ['bob', 'carol'] }));
  const part = ({ cmd }: Command, of: RegExp): string => of.exec(cmd)?.[0] ?? '';
  const replaced = (of: RegExp): Command =>
    changed(sealed, (cmd) => cmd.replace(of, () => part(other, of)));
  const cases: readonly Command[] = [
    changed(sealed, (cmd) => cmd.replace('"networkId":"test"', '"networkId":"other"')),
    changed(sealed, (cmd) => cmd.replace('"from":"alice"', '"from":"dave"')),
    changed(sealed, (cmd) => cmd.replaceAll('"carol"', '"dave"')),
    replaced(/"commitment":"[^"]*"/),
    replaced(/"key":"[^"]*"/),
    replaced(/"text":"[^"]*"/),
  ];
  for (const each of cases) expect(openedBy('bob', each)).toMatch(/^this was not sealed by /);
  expect(openedBy('bob', sealed)).toBe('code: 1');
});

test('all recipients are told the same', () => {
  // A sender who seals two commands, and puts together a box of each.
  const [left, right] = [seal(letter('1')), seal(letter('2'))];
  const commitment = /"commitment":"[^"]*"/;
  const mixed = changed(left, (cmd) => cmd.replace(commitment, commitment.exec(right.cmd)![0]));
  expect(openedBy('bob', mixed)).toMatch(/^this was not sealed by alice/);
});

describe('what cannot be sealed', () => {
  const faultOf = (command: Command): string => {
    const sealed = trySeal(command);
    return sealed.kind === 'fault' ? sealed.sentence : 'sealed';
  };
  test.each([
    [letter('1', { to: [] }), /^meta\.address\.to is empty/],
    [letter('1', { to: ['nobody'] }), /^there is no public key of nobody$/],
    [
      letter('1', { to: Array.from({ length: 65 }, (_, i) => `n${i}`) }),
      /^meta\.address\.to names 65/,
    ],
    [valueOf(readCommand(codeCommand('1').text)), /^meta must hold an address and nothing else$/],
    [valueOf(readCommand(codeCommand('1', { meta: {} }).text)), /^meta\.address is missing/],
  ])('%#', (command, sentence) => {
    expect(faultOf(command)).toMatch(sentence);
  });
});

describe('what is no sealed command', () => {
  const sealed = seal(letter('1'));
  const faultOf = (command: Command): string => {
    const read = readSealed(command);
    return read.kind === 'fault' ? read.sentence : 'read';
  };
  test.each([
    [letter('1'), /^payload is not sealed: pact seal encrypts a command for its recipients$/],
    [{ ...sealed, hash: letter('1').hash }, /^Hash Mismatch/],
    [{ ...sealed, signatures: letter('1').signatures }, /^signers must be empty/],
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

test('what is within must be signed, for the same entities and network', () => {
  const within = letter('1');
  const unsigned = { ...within, signatures: [] };
  expect(openedBy('bob', seal(unsigned))).toContain('Number of sig(s) does not match');
  const forged = { ...within, signatures: letter('2').signatures };
  expect(openedBy('bob', seal(forged))).toContain('Invalid sig(s) found');
});
