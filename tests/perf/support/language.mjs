// The language for benchmarks: the sources of this worktree bundled as a release bundles them, and sessions that meter gas.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

const entry = `
  export * from './src/lang/session/run.ts';
  export * from './src/lang/session/analyse.ts';
  export * from './src/lang/session/store.ts';
  export * from './src/lang/session/extend.ts';
  export { ReplEngine } from './src/tools/repl/engine.ts';
  export { Source } from './src/base/span.ts';
  export * from './src/storage/entries/index.ts';
  export * from './src/storage/disk/index.ts';
  export * from './src/chain/command/index.ts';
  export { ChainState } from './src/chain/state/chain-state.ts';
  export * from './src/chain/blocks/index.ts';
  export * from './src/chain/execute/index.ts';
  export { blockHash } from './src/chain/model/block-hash.ts';
  export { encodeMiner, noMiner } from './src/chain/model/payload-json.ts';
  export { knownNetworks } from './src/chain/rules/networks/index.ts';
  export { executionRules } from './src/chain/rules/execution-rules.ts';
  export { fromBase64Url } from './src/base/base64url.ts';
  export { knownGraphs } from './src/chain/graph/chain-graph.ts';
  export { makePayload } from './src/chain/model/payload.ts';
  export { createProof } from './src/chain/spv/create-proof.ts';
  export { encodeContinuationProof } from './src/chain/spv/cross-chain-proof.ts';
  export { HeadersByHash } from './src/chain/spv/header-source.ts';
  export { spvSupport } from './src/chain/spv/spv-support.ts';
  export { accountsOfGenesis } from './src/node/devnet/known-accounts.ts';
  export { BackgroundSignatures } from './src/node/signatures/background-signatures.ts';
`;

/** Names the bundle for a process that measures its memory, so that it need not load the bundler. */
export const bundleVariable = 'PACT_PERF_BUNDLE';

/** The path of this process's bundle. */
export let bundle;

const language = await load();
export const { Source } = language;

async function load() {
  const made = process.env[bundleVariable];
  if (made !== undefined) return import(pathToFileURL(made).href);
  const { build } = await import('esbuild');
  const folder = join(root, 'node_modules', '.cache', 'perf');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `language-${process.pid}.mjs`);
  await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    bundle: true,
    minifySyntax: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // It has native code.
    external: ['lmdb'],
    outfile,
    logLevel: 'warning',
  });
  process.on('exit', () => rmSync(outfile));
  bundle = outfile;
  return import(pathToFileURL(outfile).href);
}

/** Far more than any benchmark uses, but a limit, so that every charge is made and compared. */
const gasLimit = 9_000_000_000_000;

/**
 * Returns a session with the table gas model, unless `isMetered` is false; `run` returns the value of the last form.
 * `programs`: the programs it shares with other sessions.
 */
export function session({ makeDatabase, programs, isMetered = true, isInterrupted, onPrint } = {}) {
  const engine = new language.ReplEngine({
    ...(isInterrupted !== undefined && { isInterrupted }),
    depthLimit: 2_000,
    nestingLimit: 200,
    programs,
    makeDatabase: makeDatabase ?? (() => new language.MemoryDatabase()),
    host: {
      readFile: (path) => ({ kind: 'text', text: readFileSync(path, 'utf8') }),
      identify: (path) => path,
      print: (_, text) => (onPrint ?? console.error)(text),
      now: () => performance.now(),
    },
  });
  if (isMetered) {
    engine.meter.model = language.tableModel;
    engine.meter.limit = gasLimit;
    engine.updateMeter();
  }
  return {
    engine,
    run(text, name = join(root, 'benchmark.repl')) {
      let last;
      engine.run(new language.Source(name, text), (result) => (last = result));
      return last?.value;
    },
    runFile(path) {
      engine.runFile(join(root, path), false, { start: 0, end: 0, source: new Source(path, '') });
    },
    /** Returns the milligas that the action used. */
    gasOf(action) {
      engine.meter.used = 0;
      action();
      return Number(engine.meter.used);
    },
  };
}

export { language };
