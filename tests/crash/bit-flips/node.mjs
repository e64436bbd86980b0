// A `pact node` for bit flips: some blocks with transfers on two chains, and everything that it must answer about them.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { networkName, newNode, signedBySender, startNode, transfer } from '../own-node.mjs';
import { passingFolder } from '../support.mjs';
import { Answers, askFor, notStarted } from './answers.mjs';

const chains = 2;
const accounts = Array.from({ length: 10 }, (_, i) => `sender0${i}`);
/** Balances, and what else of the state code can see. */
const questions = [
  ...accounts.map((account) => `(coin.get-balance "${account}")`),
  '(hash (describe-module "coin"))',
  '(at "hash" (describe-module "fungible-v2"))',
  '(keys coin.coin-table)',
];
const urlOf = ({ address }, path) => `${address}/multichain/0.0/${networkName}${path}`;
const pactUrl = (node, chain, verb) => urlOf(node, `/chain/${chain}/pact/api/v1/${verb}`);

/** Makes the folder of a node, and asks it everything. */
export async function make() {
  const { path: folder } = newNode({ graphs: 'pair', chains, more: { state: { depth: 100 } } });
  const first = await startNode(join(folder, 'node.json'));
  const sent = [];
  for (let i = 0; i < 12; i++) {
    for (let chain = 0; chain < chains; chain++) {
      const commands = [transfer(chain), transfer(chain)];
      const { status } = await askFor(pactUrl(first, chain, 'send'), { cmds: commands });
      if (status === 200) sent.push(...commands.map((command) => ({ chain, command })));
    }
    await after(150);
  }
  await after(500);
  await first.end('SIGINT');
  const copy = join(passingFolder(), 'copy');
  cpSync(folder, copy, { recursive: true });
  const node = await startedOn(copy, { isMining: false });
  const truth = { sent, answers: [] };
  for (const each of everything(node, sent, await heightOf(node))) {
    const { status, text } = await askFor(each.url, each.body);
    // A question that is refused without damage is none.
    if (status === 200)
      truth.answers.push({ ...each, url: undefined, expected: plain(each.path, text) });
  }
  await node.end('SIGINT');
  return { folder, data: join(folder, 'data'), truth };
}

/** Starts a node on a copy and asks it everything; then with mining, and sends what was executed again. */
export async function ask(copy, { sent, answers: expected }) {
  const answers = new Answers();
  // Without mining, all answers stay what they are.
  const still = await startedOn(copy, { isMining: false }).catch(String);
  if (typeof still === 'string') return notStarted(still);
  await compareAll(still, expected, answers);
  const first = endingOf(still);
  await still.end('SIGINT');
  if (first.hasEnded) return answers.outcome(first);

  const mining = await startedOn(copy, { isMining: true }).catch(String);
  if (typeof mining === 'string') return notStarted(mining);
  for (const { chain, command } of sent) {
    const answer = await askFor(pactUrl(mining, chain, 'send'), { cmds: [command] });
    answers.enforceWords('a command that is sent again', answer);
  }
  await after(600);
  // Only what new blocks do not change.
  const lasting = expected.filter(({ path }) => /poll|rewindDepth=0/.test(path));
  await compareAll(mining, lasting, answers);
  const second = endingOf(mining);
  await mining.end('SIGKILL');
  return answers.outcome(second);
}

async function compareAll(node, expected, answers) {
  for (const { path, body, what, expected: text } of expected) {
    const answer = await askFor(urlOf(node, path), body);
    answers.compare(what, { ...answer, text: plain(path, answer.text) }, text);
    // Ten seconds for each request would take too long.
    if (answer.status === 0) return;
  }
}

/** All questions: cut, blocks, code on the newest state and at a depth, and results. */
function everything(node, sent, height) {
  const all = [{ what: 'the cut', path: '/cut' }];
  for (let chain = 0; chain < chains; chain++) {
    const path = (rest) => `/chain/${chain}/${rest}`;
    for (let at = 0; at <= height; at++) {
      const range = `block?minheight=${at}&maxheight=${at}`;
      all.push({ what: `block ${at} of chain ${chain}`, path: path(range) });
    }
    for (const depth of [0, 5]) {
      const local = `pact/api/v1/local?preflight=false&signatureVerification=false&rewindDepth=${depth}`;
      for (const code of questions) {
        const body = signedBySender(chain, code);
        all.push({ what: `${code} on chain ${chain}`, path: path(local), body });
      }
    }
  }
  for (const { chain, command } of sent) {
    const body = { requestKeys: [command.hash] };
    const path = `/chain/${chain}/pact/api/v1/poll`;
    all.push({ what: `the result ${command.hash}`, path, body });
  }
  return all.map((each) => ({ ...each, url: urlOf(node, each.path) }));
}

/** Leaves out of the answer to `local` what depends on the newest block, not on the state. */
function plain(path, text) {
  if (!path.includes('/local')) return text;
  try {
    return JSON.stringify(JSON.parse(text).result);
  } catch {
    return text;
  }
}

async function heightOf(node) {
  const { text } = await askFor(urlOf(node, '/cut'));
  return Math.min(...Object.values(JSON.parse(text).hashes).map(({ height }) => height));
}

function startedOn(folder, { isMining }) {
  const path = join(folder, 'node.json');
  const config = JSON.parse(readFileSync(path, 'utf8'));
  config.mining.enabled = isMining;
  writeFileSync(path, JSON.stringify(config));
  return startNode(path, { readyMs: 20_000 });
}

function endingOf(node) {
  return { hasEnded: node.hasEnded(), output: node.output() };
}
