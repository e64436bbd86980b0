// Builds dist/ with esbuild: the command, the worker that it evaluates in, and the library with its types.
//
//   node build.mjs             everything
//   node build.mjs --no-types  without the type declarations, which take most of the time
//   node build.mjs --maps      with source maps, for npm run coverage
//
// The reasons for the shape (bundles, a worker, a code cache) are in docs/decisions/0010-start-up.md.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
process.chdir(root);
const namesOfNode = importedFromNode();

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Names stay readable in stack traces; only blanks, comments and dead branches go. */
const common = {
  define: { PACT_PACKAGE_VERSION: JSON.stringify(version) },
  bundle: true,
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 200,
  legalComments: 'external',
  logLevel: 'warning',
  sourcemap: process.argv.includes('--maps') ? 'external' : false,
};

const forNode = { platform: 'node', target: 'node20' };

// What a start and an ordinary script need.
const warmUpProgram = `
(env-data { "admin": { "keys": [ "warm" ], "pred": "keys-all" } })
(env-keys ["warm"])
(begin-tx "module")
(define-keyset "warm-admin" (read-keyset "admin"))
(module warm GOVERNANCE
  (defcap GOVERNANCE () (enforce-keyset "warm-admin"))
  (defschema row amount:decimal)
  (deftable rows:{row})
  (defun put:string (key:string amount:decimal)
    (write rows key { "amount": amount })))
(create-table rows)
(commit-tx)
(begin-tx "use")
(warm.put "a" 1.5)
(acquire-module-admin warm)
(expect "sum" 6 (fold (+) 0 (map (lambda (x) x) [1 2 3])))
(expect-failure "no such row" (read warm.rows "b"))
(commit-tx)
(fold (+) 0 (map (lambda (n:integer) (fold (+) n (enumerate 1 10000))) (enumerate 1 200)))
(begin-tx "after a state")
(warm.put "b" 2.5)
(acquire-module-admin warm)
(print (format "{}" [(at "amount" (read warm.rows "b"))]))
(commit-tx)
`;

rmSync('dist', { recursive: true, force: true });

const onDemand = {
  name: 'files that are imported on demand stay files',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path, importer }) => {
      if (kind !== 'dynamic-import') return undefined;
      // The work of a command is in the bundle of the commands; this thread only reads definitions.
      if (/[\\/]cli[\\/]commands[\\/]/.test(importer))
        return { path: './commands.cjs', external: true };
      const isProgram = path === './worker.ts';
      return { path: path.replace('.ts', isProgram ? '.cjs' : '.js'), external: true };
    });
  },
};

/**
 * What esbuild makes of `import { existsSync } from 'node:fs'` copies all names of `node:fs` in every file that imports it,
 * a hundred each time, and loads Node's streams. Here one module holds the names that the sources import, and no others.
 */
const withoutNodeExports = {
  name: 'only imported names of modules of Node are read',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ kind, path, importer }) =>
      kind === 'import-statement' && importer.startsWith(join(root, 'src'))
        ? { path, namespace: 'of-node', sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'of-node' }, ({ path }) => ({
      contents: [
        `const module = process.getBuiltinModule(${JSON.stringify(path)});`,
        'const named = (name) => module[name];',
        ...Array.from(
          namesOfNode.get(path),
          (name) => `export const ${name} = /* @__PURE__ */ named('${name}');`,
        ),
      ].join('\n'),
    }));
  },
};

/** The names that files of `src` import from modules of Node, by module. */
function importedFromNode() {
  const names = new Map();
  for (const file of readdirSync('src', { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join('src', file), 'utf8');
    for (const [, list, path] of text.matchAll(/^import \{([^}]*)\} from '(node:[\w/]+)'/gm)) {
      const known = names.get(path) ?? new Set();
      names.set(path, known);
      for (const each of list.split(',')) {
        const [name] = each.trim().split(' as ');
        if (name !== '' && !name.startsWith('type ')) known.add(name);
      }
    }
  }
  return names;
}

/**
 * Most programs need no curve and raise no error, and to make curves or the table of errors ready takes a millisecond and
 * more. So what other files import from these is evaluated when it is first used.
 */
const rareFiles = /\/src\/(base\/crypto\/[\w-]+|lang\/diagnostics\/table)\.ts$/;

const rarelyUsed = {
  name: 'cryptography and errors are evaluated when they are first used',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/[\w-]+\.ts$/ }, ({ path, importer, resolveDir, namespace }) => {
      const file = join(resolveDir, path);
      if (namespace !== 'file' || importer.includes('/src/base/crypto/') || !rareFiles.test(file)) {
        return undefined;
      }
      return { path: file, namespace: 'rarely-used', sideEffects: false };
    });
    onLoad({ filter: /.*/, namespace: 'rarely-used' }, ({ path }) => ({
      contents: fetchingOnUse(path),
      resolveDir: dirname(path),
    }));
  },
};

function fetchingOnUse(path) {
  const text = readFileSync(path, 'utf8');
  const names = [...text.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(
    ([, name]) => name,
  );
  const getters = names.map((name) => `get ${name}() { return fetch().${name}; },`);
  return `let fetched;
const fetch = () => (fetched ??= require(${JSON.stringify(path)}));
module.exports = { ${getters.join(' ')} };`;
}

/**
 * What Chevrotain does before its first token, and need not: its lexer fills a list of 65,536 numbers, to save one division
 * a character (here it divides); each kind of token is searched for its categories, of which ours have none; and the
 * parser's methods are copied one by one.
 */
const quickChevrotain = {
  name: 'Chevrotain is ready sooner',
  setup({ onLoad }) {
    const changes = {
      'scan/lexer.js': [
        [': charCodeToOptimizedIdxMap[charCode]', ': 255 + ~~(charCode / 255)'],
        ['if (isEmpty(charCodeToOptimizedIdxMap))', 'if (false)'],
      ],
      'scan/tokens.js': [
        [
          'export function augmentTokenTypes(tokenTypes) {',
          `function augmentWithoutCategories(type) {
  if (type.CATEGORIES !== undefined && type.CATEGORIES.length !== 0) return false;
  if (type.categoryMatches?.length > 0) return false;
  if (type.tokenTypeIdx === undefined) {
    tokenIdxToClass[tokenShortNameIdx] = type;
    type.tokenTypeIdx = tokenShortNameIdx++;
  }
  type.CATEGORIES ??= [];
  type.categoryMatches ??= [];
  type.categoryMatchesMap ??= {};
  type.isParent = false;
  return true;
}
export function augmentTokenTypes(tokenTypes) {
    if (tokenTypes.every(augmentWithoutCategories)) return;`,
        ],
      ],
      'parser/utils/apply_mixins.js': [
        [
          'Object.getOwnPropertyNames(baseProto).forEach(',
          `const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(baseProto);
        Object.defineProperties(derivedCtor.prototype, methods);
        [].forEach(`,
        ],
      ],
    };
    onLoad(
      { filter: /chevrotain\/lib\/src\/(scan\/(lexer|tokens)|.*\/apply_mixins)\.js$/ },
      ({ path }) => {
        const found = Object.entries(changes).find(([end]) => path.endsWith(end));
        let contents = readFileSync(path, 'utf8');
        for (const [before, after] of found[1]) {
          if (contents.split(before).length !== 2) {
            throw new Error(`this release of Chevrotain has another ${found[0]}: see build.mjs`);
          }
          contents = contents.replace(before, () => after);
        }
        return { contents };
      },
    );
  },
};

async function step(entry, run) {
  if (!existsSync(entry)) {
    console.log(`build: ${entry} does not stand yet, left out`);
    return;
  }
  await run(entry);
}

/** Scripts: Node starts those without its loader of modules. What is asked for on demand is required, too. */
const asScript = {
  ...common,
  ...forNode,
  outdir: 'dist',
  format: 'cjs',
  supported: { 'dynamic-import': false },
  define: { ...common.define, 'import.meta.url': 'urlOfFile' },
  banner: {
    js: "'use strict';const urlOfFile = require('node:url').pathToFileURL(__filename).href;",
  },
};

/** dist/cli.js, with what is loaded on demand beside it. A file more is a millisecond more, so nothing is split. */
async function buildCommand(entry) {
  await build({
    ...asScript,
    entryPoints: {
      cli: entry,
      thread: 'src/apps/cli/thread.ts',
      interactive: 'src/apps/cli/interactive.ts',
    },
    plugins: [onDemand, withoutNodeExports],
  });
  writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');
  const text = readFileSync('dist/cli.js', 'utf8');
  if (!text.startsWith('#!')) writeFileSync('dist/cli.js', `#!/usr/bin/env node\n${text}`);
  chmodSync('dist/cli.js', 0o755);
  report('dist/cli.js');
}

/** dist/serve.js: the server. */
async function buildServer(entry) {
  await build({ ...asScript, entryPoints: { serve: entry } });
  report('dist/serve.js');
}

/** dist/devnet.js: the network of developers, and dist/devnet-thread.js, the thread that it runs in. */
async function buildDevnet(entry) {
  await build({
    ...asScript,
    entryPoints: { devnet: entry, 'devnet-thread': 'src/apps/cli/devnet-thread.ts' },
    plugins: [quickChevrotain],
  });
  cpSync('src/node/devnet/page', 'dist/devnet-page', { recursive: true });
  report('dist/devnet.js');
  report('dist/devnet-thread.js');
}

/** dist/script-proofs.cjs: proofs between the chains of scripts, which the programs require when a script asks for one. */
async function buildScriptProofs(entry) {
  await build({
    ...common,
    ...forNode,
    entryPoints: { 'script-proofs': entry },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    plugins: [quickChevrotain],
  });
  report('dist/script-proofs.cjs');
}

/**
 * dist/node.js: a node, dist/node-thread.js, the thread that it runs in, dist/solver-thread.js, which mines, and
 * dist/signature-thread.js, which checks signatures of a node or a devnet.
 */
async function buildNode(entry) {
  await build({
    ...asScript,
    entryPoints: {
      node: entry,
      'node-thread': 'src/apps/cli/node-thread.ts',
      'solver-thread': 'src/apps/cli/solver-thread.ts',
      'signature-thread': 'src/apps/cli/signature-thread.ts',
    },
    plugins: [quickChevrotain],
  });
  report('dist/node.js');
  report('dist/node-thread.js');
}

/** dist/mcp.js: the server for agents. Its threads run dist/commands.cjs. */
async function buildMcp(entry) {
  await build({ ...asScript, entryPoints: { mcp: entry } });
  report('dist/mcp.js');
}

/** dist/lsp.js: the language server, and dist/lsp-thread.js, the thread that answers. */
async function buildLanguageServer(entry) {
  await build({
    ...asScript,
    entryPoints: { lsp: entry, 'lsp-thread': 'src/apps/cli/lsp-thread.ts' },
    plugins: [quickChevrotain],
  });
  writeFileSync(
    'dist/lsp.mjs',
    "import lsp from './lsp.js';\nexport const { runLanguageServer } = lsp;\n",
  );
  report('dist/lsp.js');
  report('dist/lsp-thread.js');
}

/** dist/debug.js: the debugger. Its runs are in threads of dist/commands.cjs. */
async function buildDebugger(entry) {
  await build({ ...asScript, entryPoints: { debug: entry } });
  report('dist/debug.js');
}

/**
 * dist/worker.cjs loads dist/worker-program.js in either thread, dist/commands.cjs the same with the commands. These are
 * classic scripts: only those can bring V8's code cache along.
 */
async function buildPrograms(entry) {
  await build({
    ...common,
    ...forNode,
    entryPoints: { 'worker-program': entry, 'commands-program': 'src/apps/cli/command-worker.ts' },
    outdir: 'dist',
    format: 'cjs',
    plugins: [rarelyUsed, quickChevrotain, withoutNodeExports],
    // sql.js would look for its .wasm there; it is given the bytes.
    define: { ...common.define, __dirname: '""', __filename: '""' },
    banner: { js: '(function (exports, require, module, buildId) {' },
    footer: { js: '})' },
  });
  for (const name of ['worker', 'commands']) {
    const program = readFileSync(`dist/${name}-program.js`, 'utf8');
    // The loader reads it as Latin-1, which is faster: one byte a character.
    if (/[^\0-\x7f]/.test(program)) throw new Error(`the program ${name} holds more than ASCII`);
    await buildLoader(name, { warming: true });
  }
  warmUp();
  for (const name of ['worker', 'commands']) {
    await buildLoader(name, { warming: false });
    report(`dist/${name}-program.js`);
    if (existsSync(`dist/${name}-program.cache`)) report(`dist/${name}-program.cache`);
    else console.log(`build: no code cache of ${name} was written; it starts without one`);
  }
}

/** SQLite, for whoever asks for a state file. */
function copySqlite() {
  copyFileSync('node_modules/sql.js/dist/sql-wasm.wasm', 'dist/sql-wasm.wasm');
  report('dist/sql-wasm.wasm');
}

/** Runs the command once, so that the caches also hold the functions that a start needs. */
function warmUp() {
  if (!existsSync('dist/cli.js')) return;
  const folder = mkdtempSync(join(tmpdir(), 'pact-build-'));
  try {
    const script = join(folder, 'warm-up.repl');
    writeFileSync(script, warmUpProgram);
    const env = { ...process.env, PACT_CACHE_DIR: folder };
    // The second run begins at a state that the first one kept.
    for (const args of [[script], [script], ['check', script]]) {
      spawnSync(process.execPath, ['dist/cli.js', ...args], {
        stdio: 'ignore',
        timeout: 60_000,
        env,
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const name of ['worker', 'commands']) {
    if (!existsSync(`dist/${name}-program.cache`)) throw new Error(`${name} left no code cache`);
  }
}

/** CommonJS, because a worker starts some 25 ms sooner without the loader of modules. */
async function buildLoader(name, { warming }) {
  // States of sessions that one program has kept are of no use to another one.
  const program = readFileSync(`dist/${name}-program.js`);
  const buildId = createHash('sha256').update(program).digest('base64url');
  await build({
    ...common,
    ...forNode,
    entryPoints: { [name]: 'src/apps/cli/load-program.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    format: 'iife',
    globalName: 'loader',
    plugins: [withoutNodeExports],
    define: {
      PACT_PROGRAM: JSON.stringify(name),
      PACT_BUILD_ID: JSON.stringify(buildId),
      PACT_BUILT_WITH: JSON.stringify(process.version + process.arch),
      PACT_IS_WARMING: String(warming),
    },
    footer: {
      js: `module.exports = loader.loadProgram(__dirname, require);
if (require.main === module) module.exports.workInThread();`,
    },
  });
}

/**
 * What the package exports, for Node and browsers alike: `platform: browser` refuses every node: import. What the
 * entries share is in files of its own, so that a value of one is a value of the others.
 */
async function buildLibrary(entry) {
  await build({
    ...common,
    entryPoints: { index: entry, repl: 'src/tools/repl/index.ts', testing: 'src/test-entry.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'library-[hash]',
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  });
  for (const name of ['index', 'repl', 'testing']) report(`dist/${name}.mjs`);
}

function writeTypes() {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
  // They belong to the library, which is a module.
  writeFileSync('dist/types/package.json', '{ "type": "module" }\n');
}

function report(file) {
  const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} kB`;
  const packed = gzipSync(readFileSync(file)).length;
  console.log(`build: ${file} ${kilobytes(statSync(file).size)}, ${kilobytes(packed)} compressed`);
}

// Last, when all constants above have their values.
await step('src/apps/cli/main.ts', buildCommand);
await step('src/apps/cli/serve.ts', buildServer);
await step('src/apps/cli/devnet.ts', buildDevnet);
await step('src/apps/cli/node.ts', buildNode);
await step('src/apps/cli/lsp.ts', buildLanguageServer);
await step('src/apps/cli/mcp.ts', buildMcp);
await step('src/apps/cli/debug.ts', buildDebugger);
await step('src/node/simnet/script-proofs.ts', buildScriptProofs);
await step('src/apps/cli/worker.ts', buildPrograms);
await step('src/apps/cli/stored-work.ts', copySqlite);
await step('src/index.ts', buildLibrary);
if (!process.argv.includes('--no-types')) await step('src/index.ts', writeTypes);
