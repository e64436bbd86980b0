// Flips single bits in the files of a stopped node or server, one at a time, starts it on each damaged copy and asks it
// everything: all balances, all results by request key, all blocks, and every command that was executed once more. It may
// refuse to start, or refuse a request, in words; but no answer may be wrong or missing, no command executed twice, and no
// request may end the process or get no answer.
//
//   node tests/crash/bit-flips.mjs [--program node|serve] [--flips 200] [--only FILE] [--from 0] [--seed 1]
//
// `--flips` counts for each file of the folder; `--only` is the beginning of a file's path in the folder. Needs a build.
// Prints a line of JSON for each file and for each flip with a problem; the exit status is 1 if there is one.
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from '../support/parse-options.mjs';
import * as node from './bit-flips/node.mjs';
import * as serve from './bit-flips/serve.mjs';
import { fail, generator, passingFolder } from './support.mjs';

const { values } = parseArgs({
  options: {
    program: { type: 'string', default: 'node' },
    flips: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
});
const program = { node, serve }[values.program] ?? fail('--program is node or serve');

/** `folder`: what the program needs; `data`: the part of it that the program wrote; `truth`: what it must answer. */
const { folder, data, truth } = await program.make();
const files = readdirSync(data, { recursive: true })
  .map((name) => join(data, name))
  .filter((path) => statSync(path).isFile() && statSync(path).size > 0)
  .filter((path) => relative(data, path).startsWith(values.only))
  .sort();
const sound = await askedOn(undefined);
if (sound.problems.length > 0) fail(`without damage: ${JSON.stringify(sound)}`);
for (const path of files) await flipIn(path);

async function flipIn(path) {
  const name = relative(data, path);
  // Each file has its own numbers, so that `--only` repeats the same flips.
  const below = generator(Number(values.seed) + name.length * 1_000 + name.charCodeAt(0));
  const size = statSync(path).size;
  const counts = { same: 0, refused: 0, 'not started': 0, wrong: 0 };
  for (let i = 0; i < Number(values.from) + Number(values.flips); i++) {
    const bit = { name, byte: below(size), bit: below(8) };
    if (i < Number(values.from)) continue;
    const { kind, problems, said } = await askedOn(bit);
    counts[problems.length > 0 ? 'wrong' : kind]++;
    if (problems.length > 0) {
      process.exitCode = 1;
      console.log(JSON.stringify({ ...bit, kind, said, problems: problems.slice(0, 5) }));
    }
    if (i % 20 === 19) console.error(`${name}: ${i + 1} flips`);
  }
  console.log(
    JSON.stringify({ test: `bit flips: ${values.program}`, file: name, size, ...counts }),
  );
}

/** Starts the program on a copy with this bit flipped, and asks. */
async function askedOn(flip) {
  const copy = join(passingFolder(), 'copy');
  cpSync(folder, copy, { recursive: true });
  if (flip !== undefined) {
    const path = join(copy, relative(folder, data), flip.name);
    const bytes = readFileSync(path);
    bytes[flip.byte] ^= 1 << flip.bit;
    writeFileSync(path, bytes);
  }
  try {
    return await program.ask(copy, truth);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
