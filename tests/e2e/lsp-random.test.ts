// Random edits and requests; tests/fuzz/lsp.mjs does the same for any length of time.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LanguageClient } from '../support/language-client.ts';
import {
  askAtRandom,
  differenceFromFresh,
  differenceWhileTyping,
  editAtRandom,
} from '../support/lsp-fuzz.ts';
import { root } from '../support/project-files.ts';
import { runCount } from '../support/run-count.ts';
import { Random } from '../support/random.ts';

const program = readFileSync(`${root}repl-scripts/tour/purse.pact`, 'utf8');

test('after random edits a document is as if it had just been opened', async () => {
  const client = await LanguageClient.start();
  const random = new Random(12);
  let text = program;
  const uri = client.open('untitled:edited.pact', text);
  for (let i = 0; i < runCount(25); i++) {
    if (random.oneIn(10)) {
      text = program;
      client.change(uri, { text });
    }
    text = editAtRandom(client, random, uri, text);
    expect(await differenceFromFresh(client, uri, text), `script ${i}`).toBe(undefined);
  }
  expect(await client.end()).toBe(0);
});

test('requests right after a keystroke are answered as by a server that has just opened the text', async () => {
  const client = await LanguageClient.start();
  const random = new Random(14);
  const uri = client.open('untitled:typed.pact', program);
  for (let i = 0; i < runCount(20); i++) {
    expect(await differenceWhileTyping(client, random, uri, program), `key ${i}`).toBe(undefined);
  }
  expect(await client.end()).toBe(0);
});

test('no random request ends in an internal error, and every answer is consistent', async () => {
  const client = await LanguageClient.start();
  const random = new Random(13);
  let text = program;
  const uri = client.open('untitled:asked.pact', text);
  for (let i = 0; i < runCount(150); i++) {
    if (random.oneIn(10)) text = editAtRandom(client, random, uri, text);
    expect(await askAtRandom(client, random, uri, text), `request ${i} of\n${text}`).toBe(
      undefined,
    );
  }
  expect(await client.end()).toBe(0);
  expect(client.stderr).toBe('');
});
