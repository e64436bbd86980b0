// Builds dist/ with esbuild: the command, the programs of its threads, and the library with its types.
//
//   node build.mjs             everything
//   node build.mjs --no-types  without the type declarations, which take most of the time
//   node build.mjs --maps      with source maps, for npm run coverage
//
// The reasons for the shape (bundles, a worker, a code cache) are in docs/decisions/0017-start-up.md.
import { rmSync } from 'node:fs';
import { buildLibrary, writeTypes } from './build/library.mjs';
import { buildPrograms } from './build/programs.mjs';
import { buildCommand, buildScriptProofs, buildServices, copySqlite } from './build/scripts.mjs';

rmSync('dist', { recursive: true, force: true });
const types = process.argv.includes('--no-types') ? undefined : writeTypes();
await buildCommand();
await buildServices();
await buildScriptProofs();
copySqlite();
await buildPrograms();
await buildLibrary();
await types;
