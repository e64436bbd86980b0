// Stress-tests the language server: random edit scripts, keys and requests over stdio, and a fault at every token.
//
//   npm run fuzz:lsp                                     10,000 edit scripts and keys, 100,000 requests, all tokens
//   npm run fuzz:lsp -- --scripts 500 --requests 5000    fewer; --keys defaults to --scripts
//   npm run fuzz:lsp -- --no-recovery --seed 7 FOLDER    no token faults; the contracts of FOLDER instead of those of
//                                                        stdlib and the tour
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { build } from 'esbuild';

const root = new URL('../../', import.meta.url);
process.chdir(fileURLToPath(root));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    scripts: { type: 'string', default: '10000' },
    keys: { type: 'string' },
    requests: { type: 'string', default: '100000' },
    'no-recovery': { type: 'boolean', default: false },
  },
});

const { outputFiles } = await build({
  entryPoints: ['tests/fuzz/lsp.ts'],
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  write: false,
  define: { 'import.meta.url': JSON.stringify(new URL('tests/support/any.ts', root).href) },
});
const cache = 'node_modules/.cache/fuzz';
mkdirSync(cache, { recursive: true });
writeFileSync(`${cache}/lsp.cjs`, outputFiles[0].contents);
const { default: programs } = await import(pathToFileURL(`${cache}/lsp.cjs`).href);

const { editScripts, recovery, requests, typing } = programs;

const folders = positionals.length > 0 ? positionals : ['stdlib', 'repl-scripts'];
const files = folders.flatMap(find);
const contracts = files.filter((path) => path.endsWith('.pact'));
const seed = Number(values.seed);
const keys = Number(values.keys ?? values.scripts);
if (!values['no-recovery']) tellRecovery(recovery(contracts));
const badScripts = await editScripts({ paths: files, count: Number(values.scripts), seed });
console.log(`edit scripts: ${values.scripts}, different from a fresh document: ${badScripts}`);
const badKeys = await typing({ paths: contracts, count: keys, seed });
console.log(`keys: ${keys}, answered differently from a fresh document: ${badKeys}`);
const badRequests = await requests({ paths: files, count: Number(values.requests), seed });
console.log(`requests: ${values.requests}, bad: ${badRequests}`);
process.exitCode = badScripts + badKeys + badRequests === 0 ? 0 : 1;

function tellRecovery({ faults, kept, definitions, farErrors, manyErrors }) {
  const percent = ((kept / definitions) * 100).toFixed(3);
  console.log(`recovery: ${faults} faults, ${percent} % of the definitions kept`);
  console.log(
    `recovery: first error outside of the form ${farErrors}, more than 3 errors ${manyErrors}`,
  );
}

function find(folder) {
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return find(path);
    return /\.(pact|repl)$/.test(name) ? [path] : [];
  });
}
