// Runs the commands of a page such as docs/from-contract-to-app.md, as a reader does, and compares what the page says that
// they print. A block of commands that writes a file (`<<'END'`) is run as one.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Throws an error at the first command that fails or prints something else. `env`: with `pact` on the path.
 * `instead`: does the work of a command in another way, and returns true, or returns another command.
 * `service`: the command that goes on in a second terminal, and what it prints when it is ready. `onReady`: gets the address
 * in that and the folder of the project. Returns the number of commands.
 */
export async function walkPage({
  page,
  folder,
  env,
  instead = () => undefined,
  service = devnetService,
  onReady,
}) {
  const blocks = [...page.matchAll(/^```(sh|text)\n([^]*?)^```$/gm)];
  let cwd = folder;
  let printed = '';
  let count = 0;
  let started;
  try {
    for (const [, kind, text] of blocks) {
      const lines = text.includes("<<'END'") ? splitAtEnds(text) : text.trimEnd().split('\n');
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
        else if (line === service.line) {
          started = await start(command, {
            cwd,
            env,
            log: join(folder, 'service.txt'),
            ready: service.ready,
          });
          onReady?.(started.address, cwd);
        } else printed += run(command, { cwd, env });
      }
    }
  } finally {
    started?.child.kill('SIGINT');
    if (started?.child.exitCode === null) await once(started.child, 'exit');
  }
  return count;
}

const devnetService = { line: 'pact devnet', ready: /^Ready: .* on (\S+)\. /m };

/** Returns the commands: the lines up to END belong to the one that they are the input of. */
function splitAtEnds(text) {
  const commands = [];
  let isInput = false;
  for (const line of text.trimEnd().split('\n')) {
    if (isInput) commands[commands.length - 1] += `\n${line}`;
    else commands.push(line);
    isInput = isInput ? line !== 'END' : line.includes("<<'END'");
  }
  return commands;
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

/** Starts a service, and waits until it is ready. */
async function start(command, { cwd, env, log, ready }) {
  const file = openSync(log, 'w');
  const child = spawn('bash', ['-c', `exec ${command}`], {
    cwd,
    env,
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  for (;;) {
    const text = readFileSync(log, 'utf8');
    const found = ready.exec(text);
    if (found !== null) return { child, address: found[1] ?? '' };
    if (child.exitCode !== null) throw new Error(`${command} did not start\n${text}`);
    await pause(50);
  }
}
