// Runs the commands of docs/from-contract-to-app.md, as a reader does, and compares what the page says that they print.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Throws an error at the first command that fails or prints something else. `env`: with `pact` on the path.
 * `instead`: does the work of a command in another way, and returns true, or returns another command.
 * `onReady`: gets the address and the folder of the project once the devnet is ready. Returns the number of commands.
 */
export async function walkPage({ page, folder, env, instead = () => undefined, onReady }) {
  const blocks = [...page.matchAll(/^```(sh|text)\n([^]*?)^```$/gm)];
  let cwd = folder;
  let printed = '';
  let count = 0;
  let devnet;
  try {
    for (const [, kind, text] of blocks) {
      const lines = text.trimEnd().split('\n');
      if (kind === 'text') {
        const missing = lines.find((line) => !printed.includes(line));
        if (missing !== undefined) throw new Error(`"${missing}" is not in\n${printed}`);
        continue;
      }
      printed = '';
      for (const line of lines) {
        count++;
        const other = instead(line, cwd);
        if (other === true) continue;
        const command = other ?? line;
        if (line.startsWith('cd ')) cwd = join(cwd, line.slice(3));
        else if (line === 'pact devnet') {
          devnet = await start(command, { cwd, env, log: join(folder, 'devnet.txt') });
          onReady?.(devnet.address, cwd);
        } else printed += run(command, { cwd, env });
      }
    }
  } finally {
    devnet?.child.kill('SIGINT');
  }
  return count;
}

function run(command, { cwd, env }) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** Starts a devnet, and waits until it is ready. */
async function start(command, { cwd, env, log }) {
  const file = openSync(log, 'w');
  const child = spawn('bash', ['-c', `exec ${command}`], {
    cwd,
    env,
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  for (;;) {
    const text = readFileSync(log, 'utf8');
    const [, address] = /^Ready: .* on (\S+)\. /m.exec(text) ?? [];
    if (address !== undefined) return { child, address };
    if (child.exitCode !== null) throw new Error(`${command} did not start\n${text}`);
    await pause(50);
  }
}
