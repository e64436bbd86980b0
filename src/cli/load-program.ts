// Runs a program of the build, with V8's code cache where this Node accepts it: the one that the build has made, or one
// that an earlier run has kept. dist/worker.cjs and dist/commands.cjs are this file.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { keepCode, readCode } from './cache/code-cache.ts';

/** Set by build.mjs. */
declare const PACT_PROGRAM: string;
declare const PACT_BUILD_ID: string;
declare const PACT_BUILT_WITH: string;
/** The build runs the program to make the cache that stands beside it. */
declare const PACT_IS_WARMING: boolean;

type Exports = { workInThread?: () => unknown };

type Program = (
  exports: Exports,
  require: unknown,
  module: { readonly exports: Exports },
  buildId: string,
) => void;

/** What the program exports. `require` is the one of the file that this is bundled into. */
export function loadProgram(folder: string, require: unknown): Exports {
  const filename = join(folder, `${PACT_PROGRAM}-program.js`);
  const beside = join(folder, `${PACT_PROGRAM}-program.cache`);
  const key = { program: PACT_PROGRAM, buildId: PACT_BUILD_ID };
  // One that V8 refuses cannot be followed by another try: it then finds the program in its own memory.
  const isOfBuild = PACT_BUILT_WITH === process.version + process.arch && existsSync(beside);
  const cachedData = isOfBuild ? readFileSync(beside) : readCode(key);
  // Read as Latin-1, which is quick: the build sees to it that it is ASCII.
  const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
  if (PACT_IS_WARMING) keepAtEnd(() => writeFileSync(beside, script.createCachedData()));
  else if (!isOfBuild && script.cachedDataRejected !== false) {
    keepAtEnd(() => keepCode(key, script.createCachedData()));
  }
  const module = { exports: {} };
  // What a script answers with has no type; the build has written it.
  const program = script.runInThisContext() as Program;
  program(module.exports, require, module, PACT_BUILD_ID);
  return module.exports;
}

/** Work of which a thread says no more than what came of it. */
const endingKinds = ['again', 'run-input', 'covered', 'command', 'request', 'genkey'];

/** Then the functions are compiled that a start needs, and what the user asked for is done. */
function keepAtEnd(keep: () => void): void {
  const threads = process.getBuiltinModule('node:worker_threads');
  const { parentPort } = threads;
  if (parentPort === null) {
    process.on('exit', keep);
    return;
  }
  // Whoever starts a thread sends such work.
  const { kind } = threads.workerData as { readonly kind: string };
  if (!endingKinds.includes(kind)) return;
  const post = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (message) => {
    keep();
    post(message);
  };
}
