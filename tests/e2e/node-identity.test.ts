// `pact node identity`: an id is made once, shown, and replaced only on request.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-identity-e2e-'));
afterAll(() => rmSync(folder, { recursive: true }));

function identity(...options: readonly string[]) {
  const { status, stdout, stderr } = runCommand(['node', 'identity', ...options], { cwd: folder });
  return { status, text: stdout + stderr };
}

const idOf = (text: string): string => /is ([\w-]{43})\.$/m.exec(text)?.[1] ?? 'none';

test('an id is made once, and again on request', () => {
  const first = identity('--data', 'own', '--set', 'p2p.announce=node.example:443');
  expect(first.text).toContain(`p2p.peers as ${idOf(first.text)}@node.example:443.`);
  expect(identity('--data', 'own').text).toContain(`The id of this node is ${idOf(first.text)}.`);
  expect(JSON.parse(identity('--data', 'own', '--json').text)).toMatchObject({
    kind: 'identity',
    id: idOf(first.text),
    isSelfSigned: true,
    file: join(folder, 'own/p2p/identity.pem'),
  });
  const second = identity('--data', 'own', '--new');
  expect(second.text).toContain(`The old id was ${idOf(first.text)}`);
  expect(second.text).toContain('refuse this one until their');
  expect(idOf(second.text)).not.toBe(idOf(first.text));
  expect(identity('--data', 'own').text).toContain(idOf(second.text));
});

test('mistakes', () => {
  expect(identity()).toEqual({
    status: 1,
    text: 'pact: no identity is kept: give the folder of the node with --data or --config\n',
  });
  identity('--data', 'damaged');
  const file = join(folder, 'damaged/p2p/identity.pem');
  writeFileSync(file, readFileSync(file, 'utf8').replace('PRIVATE', 'SECRET'));
  expect(identity('--data', 'damaged').text).toContain(
    `${file}, the identity of this node, is damaged: there is no private key in PEM form. Restore the file, or make another identity with pact node identity --new`,
  );
  expect(identity('--data', 'damaged', '--new').status).toBe(0);
  const files = ['--set', 'p2p.certificate=c.pem', '--set', 'p2p.key=k.pem'];
  expect(identity(...files).text).toBe(
    `pact: p2p.certificate names ${join(folder, 'c.pem')}, but there is no such file\n`,
  );
  const checked = runCommand(['node', '--check-config', ...files, '--set', 'p2p.port=0'], {
    cwd: folder,
  });
  expect(checked.stderr).toContain('p2p.certificate names');
  expect(identity(...files, '--new').text).toContain('the certificate is your own file');
});
