// Runs a program of the build, with V8's code cache if this Node accepts it: the cache of the build, or one stored by an
// earlier run. dist/worker.cjs and dist/commands.cjs are this file.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { keepCode, readCode } from './cache/code-cache.ts';

/** Set by build/programs.mjs. */
declare const PACT_PROGRAM: string;
declare const PACT_BUILD_ID: string;
declare const PACT_BUILT_WITH: string;
/** The build runs the program to make the cache beside it. */
declare const PACT_IS_WARMING: boolean;

type Exports = { workInThread?: () => unknown };

type Program = (
  exports: Exports,
  require: unknown,
  module: { readonly exports: Exports },
  buildId: string,
) => void;

/** The exports of the program. `require` is that of the file that this is bundled into. */
export function loadProgram(folder: string, require: unknown): Exports {
  const filename = join(folder, `${PACT_PROGRAM}-program.js`);
  const beside = join(folder, `${PACT_PROGRAM}-program.cache`);
  const key = { program: PACT_PROGRAM, buildId: PACT_BUILD_ID };
  // After V8 rejects a cache, a second try is useless: V8 then finds the program in its own memory.
  const isOfBuild = PACT_BUILT_WITH === process.version + process.arch && existsSync(beside);
  const cachedData = isOfBuild ? readFileSync(beside) : readCode(key);
  // Read as Latin-1, which is fast: the build ensures that the program is ASCII.
  const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
  if (PACT_IS_WARMING) keepAtEnd(() => writeFileSync(beside, script.createCachedData()));
  else if (!isOfBuild && script.cachedDataRejected !== false) {
    keepAtEnd(() => keepCode(key, script.createCachedData()));
  }
  const module = { exports: {} };
  // The result of a script has no type; the build wrote the script.
  const program = script.runInThisContext() as Program;
  program(module.exports, require, module, PACT_BUILD_ID);
  return module.exports;
}

/** Work for which a thread reports only the outcome. */
const endingKinds = ['again', 'run-input', 'covered', 'command', 'request', 'genkey'];

/** At that point the functions that start-up needs are compiled, and the user's work is done. */
function keepAtEnd(keep: () => void): void {
  const threads = process.getBuiltinModule('node:worker_threads');
  const { parentPort } = threads;
  if (parentPort === null) {
    process.on('exit', keep);
    return;
  }
  // The thread that starts this one sends such work.
  const { kind } = threads.workerData as { readonly kind: string };
  if (!endingKinds.includes(kind)) return;
  const post = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (message) => {
    keep();
    post(message);
  };
}
