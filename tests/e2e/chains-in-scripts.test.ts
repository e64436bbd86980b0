// Runs scripts with several chains by the built command, in every way that it offers: the proofs are made by a file of their
// own, which must use the values of the program.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { languagesTwice } from '../package/bundles.mjs';
import { runEveryWay } from '../package/ways.mjs';
import { command, folderWith, runCommand } from '../support/command.ts';
import { root } from '../support/project-files.ts';

const place = folderWith({});
cpSync(join(root, 'repl-scripts/chains'), join(place.path, 'chains'), { recursive: true });
cpSync(join(root, 'tests/package/crossing'), join(place.path, 'crossing'), { recursive: true });
afterAll(place.remove);

test('no file of the build that is loaded beside another one contains the language a second time', () => {
  expect(languagesTwice(join(root, 'dist'), join(root, 'src'))).toEqual([]);
});

test('a script whose values cross passes in every way', async () => {
  const ways = await runEveryWay(command, { folder: place.path, script: 'crossing/values.repl' });
  expect(ways.filter(({ passed }) => !passed)).toEqual([]);
  expect(ways).toHaveLength(11);
});

test('a proof after a transaction that was rolled back fails in every way, with the same words', async () => {
  const script = 'rolled-back.repl';
  const { path, remove } = folderWith({
    [script]: `(module m G (defcap G () true) (defpact p () (step (yield { "n": 1.5 } "1")) (step 1)))
(begin-tx) (m.p) (rollback-tx)
(env-chain-proof "1")`,
  });
  const ways = await runEveryWay(command, { folder: path, script });
  remove();
  const isTold = ({ passed, text }: (typeof ways)[number]): boolean =>
    !passed && text.includes('no step of a defpact has run on chain 0');
  expect(ways.filter((way) => !isTold(way))).toEqual([]);
});

test('pact test --filter, and standard input', () => {
  const cwd = join(place.path, 'chains');
  expect(runCommand(['test', '-f', 'they arrive', 'token.repl'], { cwd }).stdout).toMatch(
    /2 passed/,
  );
  const input = '(load "token.repl")';
  expect(runCommand(['-'], { cwd, input })).toMatchObject({ status: 0, stderr: '' });
});
