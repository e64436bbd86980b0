// The programs of tests/fuzz/lsp.mjs: random edit scripts and requests over the stdio of the real
// process, and recovery from a fault at every token.
import { readFileSync } from 'node:fs';
import { Source } from '../../src/base/span.ts';
import { lex } from '../../src/lang/syntax/lex.ts';
import { parseProgram } from '../../src/lang/syntax/parse.ts';
import { outlineOf } from '../../src/ide/services/outline.ts';
import { LanguageClient } from '../support/language-client.ts';
import { askAtRandom, differenceFromFresh, editAtRandom } from '../support/lsp-fuzz.ts';
import { faultsOf, judge, type Judgement } from '../support/recovery.ts';
import { Random } from '../support/random.ts';

/** How many edit scripts end with another document than a fresh one. */
export async function editScripts(
  paths: readonly string[],
  count: number,
  seed: number,
): Promise<number> {
  const client = await LanguageClient.start();
  const random = new Random(seed);
  let bad = 0;
  let text = '';
  const uri = client.open('untitled:edited.pact', '');
  for (let i = 0; i < count; i++) {
    if (i === 0 || random.oneIn(20)) {
      text = readFileSync(random.pick(paths), 'utf8').slice(0, 6_000);
      client.change(uri, { text });
    }
    text = editAtRandom(client, random, uri, text);
    const difference = await differenceFromFresh(client, uri, text);
    if (difference === undefined) continue;
    bad++;
    console.log(`edit script ${i} of seed ${seed}: ${difference.slice(0, 2_000)}`);
  }
  await client.end();
  return bad;
}

/** How many random requests end with an internal error, or with an answer that makes no sense. */
export async function requests(
  paths: readonly string[],
  count: number,
  seed: number,
): Promise<number> {
  const client = await LanguageClient.start();
  const random = new Random(seed);
  let bad = 0;
  let text = '';
  const uri = client.open('untitled:asked.pact', '');
  for (let i = 0; i < count; i++) {
    if (i % 500 === 0) {
      text = readFileSync(random.pick(paths), 'utf8').slice(0, 6_000);
      client.change(uri, { text });
    }
    if (random.oneIn(10)) text = editAtRandom(client, random, uri, text);
    const fault = await askAtRandom(client, random, uri, text);
    if (fault === undefined) continue;
    bad++;
    console.log(`request ${i} of seed ${seed}: ${fault}`);
  }
  await client.end();
  return bad;
}

/** Every token of the files deleted, doubled and replaced, one at a time. */
export function recovery(paths: readonly string[]): Judgement {
  let all: Judgement = { faults: 0, definitions: 0, kept: 0, farErrors: 0, manyErrors: 0 };
  for (const path of paths) {
    const source = new Source(path, readFileSync(path, 'utf8'));
    const { diagnostics } = parseProgram(source, { dialect: 'repl' });
    if (diagnostics.length > 0) continue;
    for (const fault of faultsOf(lex(source).tokens, source.text)) {
      all = judge(all, source, fault, outlineOf);
    }
  }
  return all;
}
