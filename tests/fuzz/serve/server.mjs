// `pact serve` as a process that is attacked: its start, its memory, its end.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtCommand, passingFolder } from '../../crash/support.mjs';

/** Starts it with limits on; `config` is YAML, in which FOLDER is the folder of the configuration. */
export function startServer(
  config = 'gasLimit: 150000\n',
  folder = passingFolder(),
  environment = {},
) {
  const path = join(folder, 'server.yaml');
  writeFileSync(path, `port: 0\n${config.replaceAll('FOLDER', folder)}`);
  const child = spawn(process.execPath, [builtCommand(), 'serve', path], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const server = { child, folder, port: 0, output: '', exit: undefined, peak: 0 };
  child.on('close', (status, signal) => (server.exit = signal ?? status));
  return new Promise((resolve, reject) => {
    const read = (text) => {
      server.output = (server.output + text).slice(-20_000);
      const [, port] = /listens on http:\/\/\S+:(\d+),/.exec(server.output) ?? [];
      if (port === undefined || server.port !== 0) return;
      server.port = Number(port);
      server.sampling = setInterval(() => memoryOf(server), 100);
      resolve(server);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('close', () => {
      clearInterval(server.sampling);
      reject(new Error(`the server did not start: ${server.output}`));
    });
  });
}

export const isAlive = ({ exit }) => exit === undefined;

/** MB of memory that the process has; the most of it is remembered. */
export function memoryOf(server) {
  try {
    const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
    const megabytes = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    server.peak = Math.max(server.peak, megabytes);
    return megabytes;
  } catch {
    return 0;
  }
}

export function stopServer(server) {
  return new Promise((resolve) => {
    if (!isAlive(server)) return resolve(server.exit);
    server.child.on('close', () => resolve(server.exit));
    server.child.kill('SIGTERM');
  });
}
