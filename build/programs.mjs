// The programs that evaluate, with V8's code cache. dist/worker.cjs loads dist/worker-program.js in either thread,
// dist/commands.cjs the same with the commands. These are classic scripts: only those can bring the cache along.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { rarelyUsed, withoutNodeExports } from './plugins.mjs';
import { common, forNode, report } from './settings.mjs';

const entries = { worker: 'src/apps/cli/worker.ts', commands: 'src/apps/cli/command-worker.ts' };
const names = Object.keys(entries);

/** Runs after the command was built: it makes the caches. */
export async function buildPrograms() {
  await build({
    ...forNode,
    entryPoints: Object.fromEntries(names.map((name) => [`${name}-program`, entries[name]])),
    plugins: [rarelyUsed, withoutNodeExports],
    // sql.js would look for its .wasm there; it is given the bytes.
    define: { ...common.define, __dirname: '""', __filename: '""' },
    banner: { js: '(function (exports, require, module, buildId) {' },
    footer: { js: '})' },
  });
  for (const name of names) {
    const program = readFileSync(`dist/${name}-program.js`, 'utf8');
    // The loader reads it as Latin-1, which is faster: one byte a character.
    if (/[^\0-\x7f]/.test(program)) throw new Error(`the program ${name} holds more than ASCII`);
    await buildLoader(name, { warming: true });
  }
  warmUp();
  for (const name of names) {
    await buildLoader(name, { warming: false });
    report(`dist/${name}-program.js`);
    report(`dist/${name}-program.cache`);
  }
}

async function buildLoader(name, { warming }) {
  // States of sessions that one program has kept are of no use to another one.
  const program = readFileSync(`dist/${name}-program.js`);
  const buildId = createHash('sha256').update(program).digest('base64url');
  await build({
    ...forNode,
    entryPoints: { [name]: 'src/apps/cli/load-program.ts' },
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

/** Runs the command, so that the caches also hold the functions that a start needs. */
function warmUp() {
  const folder = mkdtempSync(join(tmpdir(), 'pact-build-'));
  const script = join(folder, 'warm-up.repl');
  try {
    copyFileSync('build/warm-up.repl', script);
    // The second run begins at a state that the first one kept.
    for (const args of [[script], [script], ['check', script]]) {
      spawnSync(process.execPath, ['dist/cli.js', ...args], {
        stdio: 'ignore',
        timeout: 60_000,
        env: { ...process.env, PACT_CACHE_DIR: folder },
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const name of names) {
    if (!existsSync(`dist/${name}-program.cache`)) throw new Error(`${name} left no code cache`);
  }
}
