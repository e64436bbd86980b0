// What all bundles have in common, and the report about a file that was built.
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** All paths of the build are relative to it. */
process.chdir(root);

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Names stay readable in stack traces; only blanks, comments and dead branches go. */
export const common = {
  define: { PACT_PACKAGE_VERSION: JSON.stringify(version) },
  bundle: true,
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 200,
  legalComments: 'external',
  logLevel: 'warning',
  sourcemap: process.argv.includes('--maps') ? 'external' : false,
  outdir: 'dist',
};

/**
 * CommonJS: a thread starts some 25 ms sooner without the loader of modules. lmdb is a native module, which stays where npm
 * has installed it.
 */
export const forNode = {
  ...common,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['lmdb', 'pg-native'],
};

/** Scripts: Node starts those without its loader of modules. What is asked for on demand is required, too. */
export const asScript = {
  ...forNode,
  supported: { 'dynamic-import': false },
  define: { ...common.define, 'import.meta.url': 'urlOfFile' },
  banner: {
    js: "'use strict';const urlOfFile = require('node:url').pathToFileURL(__filename).href;",
  },
};

export function report(file) {
  const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} kB`;
  const packed = gzipSync(readFileSync(file)).length;
  console.log(`build: ${file} ${kilobytes(statSync(file).size)}, ${kilobytes(packed)} compressed`);
}
