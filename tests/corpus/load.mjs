// Loads every module that was ever deployed (from a checkout of kadena-io/pact-corpus) as its chain did: chain by chain, in
// the order of transactions, each on top of what was deployed before it.
//
//   node tests/corpus/load.mjs FOLDER                    counts by cause
//   node tests/corpus/load.mjs --chains 0,8 FOLDER       only these chains
//   node tests/corpus/load.mjs --cause entity FOLDER     also names the files that are refused for this cause
//   node tests/corpus/load.mjs --report FILE FOLDER      a line of JSON for each file; with --again, the counts of them
//
// Files with the same contents count once: refused if one of them is. Guards always hold and constants find the data that
// they read, since keysets, rows and data are not in the archive. If a refused module can be rewritten for Pact 5, the
// rewritten module is loaded for the modules that need it. Each chain runs in its own process, so that memory is bounded.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { causeOf, causes } from './causes.mjs';
import { bundled } from './files.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chain: { type: 'string' },
    chains: { type: 'string' },
    cause: { type: 'string' },
    report: { type: 'string' },
    again: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('name the folder of the archive');
if (values.report !== undefined && !values.again) rmSync(values.report, { force: true });
if (values.chain === undefined) await all();
else await oneChain(values.chain);

async function all() {
  const chains =
    values.chains?.split(',') ?? readdirSync(folder).filter((name) => /^\d+$/.test(name));
  chains.sort((a, b) => a - b);
  const earlier = values.again ? readReport(values.report) : undefined;
  /** Files by the hash of their contents. */
  const files = new Map();
  for (const chain of chains) {
    const found = withCauses(earlier?.get(chain) ?? (await linesOf(chain)));
    if (values.report !== undefined && earlier === undefined) {
      appendFileSync(values.report, found.map((each) => `${JSON.stringify(each)}\n`).join(''));
    }
    for (const each of found) {
      if (files.get(each.sum)?.kind !== 'refused') files.set(each.sum, each);
    }
    console.error(`chain ${chain}: ${found.length} files`);
  }
  tellCounts([...files.values()]);
}

/** Returns the lines of the report by chain. */
function readReport(path) {
  const files = readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const byChain = new Map();
  for (const each of files) {
    const [chain] = each.file.split('/');
    byChain.set(chain, [...(byChain.get(chain) ?? []), each]);
  }
  return byChain;
}

/** Takes files of a chain in the order of their transactions: an earlier refusal explains why a name is not found later. */
function withCauses(files) {
  const refused = new Set();
  const ofArchive = new Set(files.map(({ name }) => name));
  return files.map((each) => {
    if (each.kind === 'loaded') return each;
    const named = modulesNamed(each);
    const wasRefused = named.some((name) => refused.has(name));
    const isOfArchive = named.some((name) => ofArchive.has(name));
    refused.add(each.name);
    return { ...each, cause: causeOf({ ...each, wasRefused, isOfArchive }) };
  });
}

/** Returns the modules that the message of a refusal may refer to. */
function modulesNamed({ message, name }) {
  const plain = message.replace(/\s+/g, ' ');
  const [, module, member] =
    /^Cannot find module: (\S+)/.exec(plain) ??
    /^Module (\S+) has no such member: (\S+)/.exec(plain) ??
    /^Invalid imports, module or interface (\S+) does not/.exec(plain) ??
    [];
  if (module === undefined) return [];
  const namespace = name.includes('.') ? `${name.split('.')[0]}.` : '';
  const shorter = module.slice(module.indexOf('.') + 1);
  return [module, namespace + module, shorter, `${module}.${member}`];
}

function tellCounts(files) {
  const refused = files.filter(({ kind }) => kind === 'refused');
  const counts = new Map();
  for (const { cause } of refused) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  console.log(
    `${files.length} files: ${files.length - refused.length} load, ${refused.length} refused`,
  );
  for (const { id, what, where } of [...causes, { id: 'unknown', what: '', where: '' }]) {
    const count = counts.get(id) ?? 0;
    if (count > 0) console.log(`${String(count).padStart(6)}  ${id}: ${what} (${where})`);
  }
  for (const { file, cause, message, line } of refused) {
    if (cause === values.cause) console.log(`${file}: ${message}\n    ${line}`);
  }
  if (counts.has('unknown')) process.exitCode = 1;
}

function linesOf(chain) {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--stack-size=3000', script, '--chain', chain, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const found = [];
  createInterface({ input: child.stdout }).on('line', (line) => found.push(JSON.parse(line)));
  return new Promise((done, fail) => {
    child.on('close', (code) =>
      code === 0 ? done(found) : fail(new Error(`chain ${chain}: ${code}`)),
    );
  });
}

async function oneChain(chain) {
  const { load, newChain } = await bundled('load-files');
  const database = newChain();
  const here = join(folder, chain, 'modules');
  const byTransaction = new Map();
  for (const file of readdirSync(here)) {
    const [, name, id] = /^(.*)-(\d+)\.pact$/.exec(file);
    const code = readFileSync(join(here, file), 'utf8');
    const entry = { file: `${chain}/modules/${file}`, name, code };
    byTransaction.set(Number(id), [...(byTransaction.get(Number(id)) ?? []), entry]);
  }
  for (const id of [...byTransaction.keys()].sort((a, b) => a - b)) {
    // A transaction deploys modules that others in it need, in an order that the archive does not keep.
    let left = byTransaction.get(id).map((each) => ({ ...each, result: undefined }));
    for (let before = left.length + 1; left.length > 0 && left.length < before;) {
      before = left.length;
      for (const each of left) each.result = load(database, each.name, each.code);
      for (const each of left) if (each.result.kind === 'loaded') tell(each);
      left = left.filter(({ result }) => result.kind === 'refused');
    }
    for (const each of left) tell(each);
  }
}

function tell({ file, name, code, result }) {
  const sum = createHash('sha256').update(code).digest('hex');
  process.stdout.write(`${JSON.stringify({ file, name, sum, ...result })}\n`);
}
