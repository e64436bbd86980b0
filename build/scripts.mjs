// The command, and the programs that it loads or starts in a thread.
import { chmodSync, copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { onDemand, withoutNodeExports } from './plugins.mjs';
import { asScript, forNode, report } from './settings.mjs';

const ofCommand = (names) =>
  Object.fromEntries(names.map((name) => [name, `src/apps/cli/${name}.ts`]));

/** dist/cli.js, with what is loaded on demand beside it. A file more is a millisecond more, so nothing is split. */
export async function buildCommand() {
  await build({
    ...asScript,
    entryPoints: { cli: 'src/apps/cli/main.ts', ...ofCommand(['thread', 'interactive']) },
    plugins: [onDemand, withoutNodeExports],
  });
  writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');
  writeFileSync('dist/cli.js', `#!/usr/bin/env node\n${readFileSync('dist/cli.js', 'utf8')}`);
  chmodSync('dist/cli.js', 0o755);
  report('dist/cli.js');
}

/** Programs of commands, and of their threads: a node's solver mines. */
const services = [
  'serve',
  'devnet',
  'devnet-thread',
  'network-simulate',
  'network-up',
  'node',
  'node-thread',
  'solver-thread',
  'question-thread',
  'http-thread',
  'mcp',
  'lsp',
  'lsp-thread',
  'debug',
  'export',
];

export async function buildServices() {
  await build({ ...asScript, entryPoints: ofCommand(services) });
  cpSync('src/node/devnet/page', 'dist/devnet-page', { recursive: true });
  writeFileSync(
    'dist/lsp.mjs',
    "import lsp from './lsp.js';\nexport const { runLanguageServer } = lsp;\n",
  );
  for (const name of services) report(`dist/${name}.js`);
}

/** dist/script-proofs.cjs: proofs between the chains of scripts, which the programs require when a script asks for one. */
export async function buildScriptProofs() {
  await build({
    ...forNode,
    entryPoints: { 'script-proofs': 'src/node/simnet/script-proofs.ts' },
    outExtension: { '.js': '.cjs' },
  });
  report('dist/script-proofs.cjs');
}

/** SQLite, for whoever asks for a state file. */
export function copySqlite() {
  copyFileSync('node_modules/sql.js/dist/sql-wasm.wasm', 'dist/sql-wasm.wasm');
  report('dist/sql-wasm.wasm');
}
