// What `pact` loads before it starts the evaluating thread: every kilobyte is read and compiled at each start, without a
// code cache. For this reason most code is loaded by `import()` (docs/decisions/0017-start-up.md).
import { build as bundle } from 'esbuild';
import { expect, test } from 'vitest';

const rooms =
  /^src\/(base\/([\w-]+\.ts|ports\/|platform\/disk\/|config\/format-limits\.ts)|apps\/(cli\/|request\/keys\/wallet-path\.ts)|tools\/(repl\/version|testing\/reporters\/names)\.ts)/;

test.each(['main', 'thread', 'interactive'])(
  '%s is loaded without the language and without the store',
  async (entry) => {
    const loaded = await loadedBy(entry);
    expect(loaded.filter((file) => !rooms.test(file))).toEqual([]);
  },
);

// They start a thread that does the work, and pass messages on.
test.each(['debug', 'devnet', 'lsp'])(
  '%s is loaded without the language and what its thread needs',
  async (entry) => {
    const loaded = await loadedBy(entry);
    expect(loaded.filter((file) => ofThreads.test(file))).toEqual([]);
  },
);

const ofThreads = /^src\/(lang|node|storage)\/|node_modules\/(chevrotain|vscode-|yaml)/;

/** Returns the files of which something is loaded when a program of the command starts. */
async function loadedBy(entry: string): Promise<readonly string[]> {
  const path = `src/apps/cli/${entry}.ts`;
  const { metafile } = await bundle({
    entryPoints: [path],
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'dist',
    platform: 'node',
    format: 'cjs',
    define: { PACT_PACKAGE_VERSION: '"0"', 'import.meta.url': '""' },
    plugins: [
      {
        name: 'files that are imported on demand stay files',
        setup(build) {
          build.onResolve({ filter: /\.ts$/ }, (found) =>
            found.kind === 'dynamic-import' ? { path: found.path, external: true } : undefined,
          );
        },
      },
    ],
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs).map(([file, { bytesInOutput }]) => ({ file, bytesInOutput })),
  );
  const loaded = inputs.filter(({ bytesInOutput }) => bytesInOutput > 0).map(({ file }) => file);
  expect(loaded).toContain(path);
  return loaded;
}

test('proofs between the chains of scripts are loaded without the language', async () => {
  const { metafile } = await bundle({
    entryPoints: ['src/node/simnet/script-proofs.ts'],
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'dist',
    platform: 'node',
  });
  // Values of a second copy would be foreign to the program that loads this one.
  const files = Object.keys(metafile.inputs);
  expect(files).toContain('src/chain/spv/merkle-proof.ts');
  expect(files.filter((file) => file.startsWith('src/lang/session/'))).toEqual([]);
});
