// A process that runs one command after another, each as a process of its own would: warm-command.ts starts it. A command has fresh
// modules, its own arguments, environment and working folder, and the standard streams of this process, which are files. What a
// process costs before and after the command is saved: some 70 of 110 ms.
import { createReadStream, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import vm from 'node:vm';
import threads from 'node:worker_threads';

const [, , command] = process.argv;
const require = createRequire(command);
const questions = 3;
const answers = 4;

/** The threads of the present command, which `process.exit` would end. */
const started = new Set();
threads.Worker = class extends threads.Worker {
  constructor(...given) {
    super(...given);
    started.add(this);
    this.once('exit', () => started.delete(this));
  }
};

/** Programs that were compiled before; each command still runs them from the start. */
const scripts = new Map();
const { Script } = vm;
vm.Script = function (source, options) {
  const { filename } = options;
  if (!scripts.has(filename)) scripts.set(filename, new Script(source, options));
  return scripts.get(filename);
};

const lines = createInterface({ input: createReadStream('', { fd: questions }) })[
  Symbol.asyncIterator
]();
const listeners = listenersNow();

for (;;) {
  const { value: line, done } = await lines.next();
  if (done) process.reallyExit(0);
  const status = await run(JSON.parse(line));
  const isClean = await leavesNothing();
  writeSync(answers, `${JSON.stringify({ status, isClean })}\n`);
  if (!isClean) process.reallyExit(0);
}

async function run({ args, cwd, env }) {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.argv[0], command, ...args];
  for (const path of Object.keys(require.cache)) delete require.cache[path];
  const status = await new Promise((resolve) => {
    process.exit = (code = 0) => {
      resolve(code);
      // As after the real one, the caller does nothing any more.
      return new Promise(() => undefined);
    };
    require(command);
  });
  for (const [name, known] of listenersNow()) {
    for (const listener of known) {
      if (listeners.get(name)?.includes(listener)) continue;
      if (name === 'exit') listener(status);
      process.removeListener(name, listener);
    }
  }
  await Promise.all([...started].map((thread) => thread.terminate()));
  return status;
}

/** Checks that no timer, socket or process outlives the command: this process ends otherwise. */
async function leavesNothing() {
  await nextTurn();
  await nextTurn();
  // The questions are being read.
  return process.getActiveResourcesInfo().every((name) => name.startsWith('FSReq'));
}

function listenersNow() {
  return new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
}
