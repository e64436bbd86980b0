// The first hour with the packed file: projects of all templates with the commands of their workflows, a transaction in an
// empty folder without any file, and the page "From contract to app in fifteen minutes".
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { walkPage } from './walk-page.mjs';

/** `installed`: the folder of the installed package; `bin`: the folder of its commands. */
export async function checkFirstHour({ folder, installed, bin, check }) {
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  const place = join(folder, 'first-hour');
  mkdirSync(place);
  for (const template of ['counter', 'token', 'sale', 'app']) {
    await check(`pact init --template ${template}, its workflow and git`, () =>
      runProject(template, { place, env }),
    );
  }
  await check('a transaction in an empty folder, without any file', () =>
    sendFirst({ place, bin, env }),
  );
  await check('docs/from-contract-to-app.md', async () => {
    const page = readFileSync(join(installed, 'docs/from-contract-to-app.md'), 'utf8');
    const count = await walkPage({ page, folder: place, env });
    if (count < 15) throw new Error(`it has only ${count} commands`);
  });
}

/** Runs the commands of the workflow as they are written, without the packed file at hand. */
function runProject(template, { place, env }) {
  sh(`pact init --template ${template} ${template}`, { cwd: place, env });
  const cwd = join(place, template);
  sh('git init --quiet', { cwd, env });
  const before = sh('git status --porcelain --untracked-files=all', { cwd, env });
  const workflow = readFileSync(join(cwd, '.github/workflows/pact.yml'), 'utf8');
  const commands = [...workflow.matchAll(/^ +- run: (.*)$/gm)].map(([, command]) => command);
  if (commands.length < 5) throw new Error(`it has ${commands.length} commands`);
  for (const command of commands) sh(command, { cwd, env });
  sh('pact key generate --out keys/admin.yaml', { cwd, env });
  sh('pact key generate --out mine.yaml', { cwd, env });
  const after = sh('git status --porcelain --untracked-files=all', { cwd, env });
  const isNew = (line) => line !== '?? package-lock.json' && !before.includes(line);
  const offered = after.split('\n').filter(isNew);
  if (offered.length > 0) throw new Error(`git is offered ${offered.join(', ')}`);
}

async function sendFirst({ place, bin, env }) {
  const cwd = join(place, 'empty');
  mkdirSync(cwd);
  const send = 'pact send --network development --chain 0';
  const transfer = `${send} --sign sender00 '(coin.transfer "sender00" "sender01" 1.0)'`;
  const early = spawnSync('sh', ['-c', transfer], { cwd, env, encoding: 'utf8' });
  if (early.status === 0 || !early.stderr.includes('pact devnet')) {
    throw new Error(`without a network it says: ${early.stderr}`);
  }
  const devnet = spawn(join(bin, 'pact'), ['devnet', '--json'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    await new Promise((resolve) => devnet.stdout.once('data', resolve));
    if (!sh(transfer, { cwd, env }).includes('"status":"success"')) throw new Error('no success');
    const balance = `${send} --local '(coin.get-balance "sender01")'`;
    if (!sh(balance, { cwd, env }).includes('"status":"success"')) throw new Error('no balance');
  } finally {
    devnet.kill('SIGINT');
    while (devnet.exitCode === null && devnet.signalCode === null) await pause(50);
  }
}

function sh(command, { cwd, env }) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}
