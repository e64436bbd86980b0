// Fills the disk of a server while commands are sent to it, then frees space and checks what is left: every acknowledged
// command has its result, and the server continues by itself.
//
//   node tests/crash/full-disk.mjs
//
// Needs a build, Linux, and the right to mount a small disk in memory. Prints one line of JSON at the end; the exit status
// is 1 if anything was lost.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask, commandOf } from '../fuzz/serve/requests.mjs';
import { isAlive, startServer, stopServer } from '../fuzz/serve/server.mjs';
import { fail, passingFolder } from './support.mjs';

const disk = join(passingFolder(), 'disk');
mkdirSync(disk);
const mount = (...args) => execFileSync('mount', [...args, disk], { stdio: 'ignore' });
try {
  mount('-t', 'tmpfs', '-o', 'size=256k', 'tmpfs');
} catch {
  console.log('skipped: a disk cannot be mounted here');
  process.exit(0);
}
// Before its parent folder is removed.
process.prependListener('exit', () => execFileSync('umount', [disk], { stdio: 'ignore' }));

const server = await startServer(`persistDir: ${disk}/state\n`);
const acknowledged = [];
const refusals = new Set();
for (let i = 0; i < 100; i++) {
  const { text, hash } = commandOf(`"${'x'.repeat(3000 + i)}"`);
  const { status, text: said } = await ask(server.port, 'send', `{"cmds":[${text}]}`);
  if (status === 200) acknowledged.push(hash);
  else refusals.add(`${status} ${said.replace(disk, 'DISK')}`);
}
if (refusals.size === 0) fail('the disk was never full');
if (![...refusals].every((said) => said.includes('the disk is full')))
  fail([...refusals].join('\n'));
const local = await ask(server.port, 'local', commandOf('(+ 1 2)').text);
if (!local.text.includes('{"int":3}')) fail(`local answers ${local.status} ${local.text}`);

mount('-o', 'remount,size=8m');
for (const key of acknowledged) {
  const { status, text } = await ask(server.port, 'listen', `{"listen":"${key}"}`);
  if (status !== 200 || !text.includes('"success"'))
    fail(`${key}: ${status} ${text.slice(0, 200)}`);
}
const last = commandOf('"again"');
const again = await ask(server.port, 'send', `{"cmds":[${last.text}]}`);
if (again.status !== 200) fail(`send answers ${again.status} ${again.text}`);
if (!isAlive(server)) fail('the server has ended');
const status = await stopServer(server);
if (status !== 0) fail(`the server ended with ${status}`);
console.log(
  JSON.stringify({
    test: 'a full disk',
    acknowledged: acknowledged.length,
    refused: 100 - acknowledged.length,
    said: [...refusals],
    lost: 0,
  }),
);
