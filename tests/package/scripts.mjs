// What the package promises about scripts: they mean the same in every way of running them, with values that cross between
// chains, and agents get true outcomes and answers to every line.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languagesTwice } from './bundles.mjs';
import { callTools, runEveryWay } from './ways.mjs';

/** `root`: the checkout; `installed`: the package; `project`: the folder that it is installed in. Returns faults by check. */
export async function tryScripts({ root, installed, project }) {
  const folder = join(project, 'scripts');
  mkdirSync(folder);
  cpSync(join(installed, 'repl-scripts/chains'), join(folder, 'chains'), { recursive: true });
  cpSync(join(root, 'tests/package/crossing'), join(folder, 'crossing'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const cli = join(installed, 'dist/cli.js');
  const faults = [
    {
      name: 'no two files that are loaded together contain the language',
      fault: languagesTwice(join(installed, 'dist'), join(root, 'src')).join('; '),
    },
  ];
  for (const script of ['chains/token.repl', 'crossing/values.repl', 'expected.repl']) {
    const ways = await runEveryWay(cli, { folder, script });
    faults.push({ name: `${script} in every way`, fault: faultOf(ways, true) });
  }
  const ways = await runEveryWay(cli, { folder, script: 'wrong.repl' });
  faults.push({ name: 'a script that fails fails in every way', fault: faultOf(ways, false) });
  faults.push({ name: 'the library makes proofs', fault: faultOfLibrary(project) });
  faults.push({ name: 'the sums of an agent', fault: await faultOfSums(cli, folder) });
  faults.push({ name: 'a line of 50 MB is answered', fault: faultOfLongLine(cli, folder) });
  return faults;
}

const files = {
  'expected.repl': `(begin-tx "outer")
(defconst KEPT 1)
(expect-failure "the file fails" "halt" (load "fails.repl"))
(expect "the transaction is open" 1 KEPT)
(commit-tx)
`,
  'fails.repl': '(enforce false "halt")\n(begin-tx "later")\n(commit-tx)\n',
  'wrong.repl': '(begin-tx "t")\n(expect "two" 2 1)\n(expect "one" 1 1)\n(commit-tx)\n',
};

function faultOf(ways, shouldPass) {
  const wrong = ways.filter(({ passed }) => passed !== shouldPass);
  return wrong.map(({ way, text }) => `${way}:\n${text}`).join('\n');
}

function faultOfLibrary(project) {
  const program = `
import { readFileSync } from 'node:fs';
import { createSession } from '@multichain/pact';
import { makeChainProofs } from '@multichain/pact/testing';

const readFile = (path) => readFileSync('scripts/chains/' + path, 'utf8');
const session = createSession({ readFile, makeChainProofs });
const { kind, expectations } = session.run('(load "token.repl")');
console.log(kind, expectations.map((each) => each.kind).join(' '));
`;
  writeFileSync(join(project, 'chains.mjs'), program);
  const printed = execFileSync(process.execPath, ['chains.mjs'], {
    cwd: project,
    encoding: 'utf8',
  });
  return printed === 'completed passed passed passed passed\n' ? '' : printed;
}

async function faultOfSums(cli, folder) {
  const [{ isError, text }] = await callTools(cli, folder, [
    { name: 'test', arguments: { paths: ['wrong.repl', 'expected.repl'] } },
  ]);
  const sums = '3 expectations passed, 1 failed, in 2 files, 1 of them with failures';
  return isError && text.endsWith(sums) ? '' : text;
}

function faultOfLongLine(cli, folder) {
  const line = (id, method, params) => JSON.stringify({ method, params, jsonrpc: '2.0', id });
  const info = { protocolVersion: '2025-06-18', capabilities: {} };
  const input = [
    line(1, 'initialize', { ...info, clientInfo: { name: 'test', version: '0' } }),
    line(2, 'tools/call', { name: 'run', arguments: { code: 'x'.repeat(50_000_000) } }),
    line(3, 'tools/call', { name: 'run', arguments: { code: '(+ 1 2)' } }),
  ].join('\n');
  const { status, stdout } = spawnSync(process.execPath, [cli, 'mcp', folder], {
    encoding: 'utf8',
    input,
  });
  const answers = new Map(
    stdout
      .trim()
      .split('\n')
      .map((text) => [JSON.parse(text).id, text]),
  );
  const isTold = status === 0 && answers.get(2)?.includes('at most 16 MB');
  return isTold && answers.get(3)?.includes('"isError":false') ? '' : `status ${status}: ${stdout}`;
}
