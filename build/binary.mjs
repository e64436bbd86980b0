// Builds one executable file, such as pact-linux-x64: the Node that runs this, with the npm package within it.
//
//   npm run package:binary          builds the package, then the file
//   node build/binary.mjs [FILE]    only the file, with the package that is in dist
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { inject } from 'postject';
import { forNode } from './settings.mjs';

/** In the executable of a Node that can hold a program: Node looks for the program if the last digit is 1. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const isWindows = process.platform === 'win32';
const isMac = process.platform === 'darwin';
const ending = isWindows ? '.exe' : '';
const target = process.argv[2] ?? `pact-${process.platform}-${process.arch}${ending}`;

const folder = mkdtempSync(join(tmpdir(), 'pact-binary-'));
try {
  const files = packageFiles();
  const program = join(folder, 'main.cjs');
  const blob = join(folder, 'program.blob');
  const config = join(folder, 'config.json');
  await bundle(files, program);
  const assets = Object.fromEntries(files.map((path) => [path, path]));
  const settings = { main: program, output: blob, assets, disableExperimentalSEAWarning: true };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'ignore' });
  copyFileSync(process.execPath, target);
  chmodSync(target, 0o755);
  if (isMac) execFileSync('codesign', ['--remove-signature', target]);
  await inject(target, 'NODE_SEA_BLOB', readFileSync(blob), {
    sentinelFuse: fuse,
    ...(isMac && { machoSegmentName: 'NODE_SEA' }),
  });
  // macOS runs only what is signed; this signature says nothing about who built it.
  if (isMac) execFileSync('codesign', ['--sign', '-', target]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`build: ${target} ${(statSync(target).size / 2 ** 20).toFixed(0)} MB`);

/** What npm would publish, the code caches, which fit because the same Node made them, and what Node loads for lmdb. */
function packageFiles() {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    shell: isWindows,
  });
  const [{ files }] = JSON.parse(listed);
  const caches = readdirSync('dist').filter((name) => name.endsWith('.cache'));
  const own = [...files.map(({ path }) => path), ...caches.map((name) => `dist/${name}`)];
  return [...own, ...loadedFor('lmdb')].sort();
}

/** The files of a package and of those that it uses, as this Node loads them: native modules only for this platform. */
function loadedFor(name) {
  const list = `require('${name}'); console.log(JSON.stringify(Object.keys(require.cache)));`;
  const paths = JSON.parse(execFileSync(process.execPath, ['-e', list], { encoding: 'utf8' }));
  const files = paths.map((path) => relative('', path).replaceAll(sep, '/'));
  const folders = files.map((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)[0]);
  // A package of a native module is found by its index.js, which is empty.
  const signs = folders.flatMap((folder) => [`${folder}/package.json`, `${folder}/index.js`]);
  return [...new Set([...files, ...signs.filter((path) => existsSync(path))])];
}

async function bundle(files, outfile) {
  const hash = createHash('sha256').update(process.version);
  for (const path of files) hash.update(`${path}\n`).update(readFileSync(path));
  const { outdir: _, ...settings } = forNode;
  await build({
    ...settings,
    entryPoints: ['src/apps/cli/binary.ts'],
    outfile,
    define: {
      PACT_BINARY_ID: JSON.stringify(hash.digest('base64url').slice(0, 16)),
      PACT_BINARY_FILES: JSON.stringify(files),
    },
  });
}
