// The programs of tests/fuzz/lsp.mjs: random edit scripts and requests over the stdio of the real
// process, and recovery from a fault at every token.
import { readFileSync } from 'node:fs';
import { Source } from '../../src/base/span.ts';
import { lex } from '../../src/lang/syntax/lex.ts';
import { parseProgram } from '../../src/lang/syntax/parse.ts';
import { outlineOf } from '../../src/tools/analysis/services/outline.ts';
import { LanguageClient } from '../support/language-client.ts';
import {
  askAtRandom,
  differenceFromFresh,
  differenceWhileTyping,
  editAtRandom,
} from '../support/lsp-fuzz.ts';
import { faultsOf, judge, type Judgement } from '../support/recovery.ts';
import { Random } from '../support/random.ts';

type Work = { readonly paths: readonly string[]; readonly count: number; readonly seed: number };

/** Returns how many edit scripts end with a document that differs from a freshly opened one. */
export function editScripts(work: Work): Promise<number> {
  return repeat(work, { name: 'edit script', textFor: 20 }, async (client, random, uri, given) => {
    const text = editAtRandom(client, random, uri, given);
    return { text, fault: await differenceFromFresh(client, uri, text) };
  });
}

/** Returns how often the answers while typing differ from those for a freshly opened document. */
export function typing(work: Work): Promise<number> {
  const options = { name: 'key', textFor: 20, longest: Infinity };
  return repeat(work, options, async (client, random, uri, text) => ({
    text,
    fault: await differenceWhileTyping(client, random, uri, text),
  }));
}

/** Returns how many random requests end with an internal error or an answer that makes no sense. */
export function requests(work: Work): Promise<number> {
  return repeat(work, { name: 'request', textFor: 500 }, async (client, random, uri, given) => {
    const text = random.oneIn(10) ? editAtRandom(client, random, uri, given) : given;
    return { text, fault: await askAtRandom(client, random, uri, text) };
  });
}

type RepeatOptions = {
  readonly name: string;
  readonly textFor: number;
  /** Characters of the document. */
  readonly longest?: number;
};

/** `textFor`: the number of requests after which the document gets the text of another file. */
async function repeat(
  { paths, count, seed }: Work,
  { name, textFor, longest = 6_000 }: RepeatOptions,
  once: (
    client: LanguageClient,
    random: Random,
    uri: string,
    text: string,
  ) => Promise<{ readonly text: string; readonly fault: string | undefined }>,
): Promise<number> {
  const client = await LanguageClient.start();
  const random = new Random(seed);
  const uri = client.open('untitled:fuzzed.pact', '');
  let bad = 0;
  let text = '';
  for (let i = 0; i < count; i++) {
    if (i % textFor === 0) {
      text = readFileSync(random.pick(paths), 'utf8').slice(0, longest);
      client.change(uri, { text });
    }
    const { text: edited, fault } = await once(client, random, uri, text);
    text = edited;
    if (fault === undefined) continue;
    bad++;
    console.log(`${name} ${i} of seed ${seed}: ${fault.slice(0, 2_000)}`);
  }
  await client.end();
  return bad;
}

/** Deletes, doubles and replaces every token of the files, one at a time. */
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
