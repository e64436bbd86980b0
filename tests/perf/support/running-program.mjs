// A node or devnet of the built command as a process, for benchmarks and crash tests: its start, its answers, its memory,
// its end.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './language.mjs';

/** Returns the path of the built command of a checkout; ends the script if there is none. */
export function commandOf(checkout = root) {
  const path = join(checkout, 'dist/cli.js');
  if (existsSync(path)) return path;
  console.error(`there is no ${path}: run npm run build in that checkout first`);
  process.exit(2);
}

/**
 * Starts `pact WORDS --json` and resolves when it is ready. Rejects if it ends before that, or is not ready after
 * `readyMs`. `nodeOptions` go to Node, `environment` is added to the environment; `signal` kills the program.
 */
export async function startProgram(
  words,
  { checkout, nodeOptions = [], environment = {}, readyMs = 600_000, signal } = {},
) {
  const began = performance.now();
  const all = [...nodeOptions, commandOf(checkout), ...words, '--json'];
  const child = spawn(process.execPath, all, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  signal?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  let text = '';
  let isReady = false;
  let ending;
  const ended = new Promise((resolve) =>
    child.on('close', (status, signal) => {
      ending = { status, signal };
      resolve(ending);
    }),
  );
  const ready = await new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`the program was not ready after ${readyMs} ms: ${text}`));
    }, readyMs);
    const read = (chunk) => {
      text = (text + chunk).slice(isReady ? -20_000 : -1_000_000);
      if (isReady) return;
      const line = text.split('\n').find((each) => each.startsWith('{"kind":"ready"'));
      if (!line?.endsWith('}')) return;
      isReady = true;
      clearTimeout(late);
      resolve(JSON.parse(line));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => {
      clearTimeout(late);
      reject(new Error(`the program did not start: ${text}`));
    });
  });
  return {
    ...ready,
    pid: child.pid,
    startMs: performance.now() - began,
    ended,
    hasEnded: () => ending !== undefined,
    output: () => text,
    async end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/**
 * Returns megabytes of a process: resident, and private, which leaves out pages of files that the system can drop.
 * Zeros if the process has ended or the system does not report them.
 */
export function memoryOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const figure = (name) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)?.[1] ?? 0);
    return {
      residentMb: Math.round(figure('Rss') / 1024),
      privateMb: Math.round((figure('Anonymous') + figure('Swap')) / 1024),
    };
  } catch {
    return { residentMb: 0, privateMb: 0 };
  }
}

/** Returns the processor time of a process so far, in milliseconds; 0 if it has ended. */
export function processorMsOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** Returns the processor time of the whole machine so far, in milliseconds of all cores. */
export function machineMs() {
  try {
    const [, user, nice, system, , , irq, soft] = readFileSync('/proc/stat', 'utf8').split(/ +/, 8);
    return (Number(user) + Number(nice) + Number(system) + Number(irq) + Number(soft)) * 10;
  } catch {
    return 0;
  }
}

/** Files come and go while a program runs. */
const quietly = { throwIfNoEntry: false };

/** Returns the megabytes that a folder takes on the disk. */
export function megabytesOf(path) {
  const bytes = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce(
      (sum, each) =>
        sum + 512 * (statSync(join(each.parentPath ?? each.path, each.name), quietly)?.blocks ?? 0),
      0,
    );
  return bytes / 1e6;
}
