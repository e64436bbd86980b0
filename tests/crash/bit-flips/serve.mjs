// A `pact serve` for bit flips: a counter, and the results of the commands that advanced it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask as askServer, commandOf } from '../../fuzz/serve/requests.mjs';
import { isAlive, startServer, stopServer } from '../../fuzz/serve/server.mjs';
import { passingFolder } from '../support.mjs';
import { Answers, notStarted } from './answers.mjs';

const stored = 'persistDir: FOLDER/state\n';
let settings;

/** Returns the configuration: with a small log, if the server has one, so that results are moved out of it. */
export async function config() {
  settings ??= await startServer(`${stored}logSize: 16\n`)
    .then(stopServer)
    .then(
      () => `${stored}logSize: 16\n`,
      () => stored,
    );
  return settings;
}

/** Makes commands large, so that some are moved out of the log. */
const padding = 'x'.repeat(2_000);

export const counter = `
  (module counter GOVERNANCE
    (defcap GOVERNANCE () true)
    (defschema number value:integer)
    (deftable numbers:{number})
    (defun next (text)
      (with-read numbers "n" { "value" := value }
        (update numbers "n" { "value": (+ value 1) })
        (insert numbers (format "{}" [value]) { "value": value })
        (+ value 1)))
    (defun value () (at 'value (read numbers "n"))))
  (create-table numbers)
  (insert numbers "n" { "value": 0 })`;
const questions = [
  '(counter.value)',
  '(keys counter.numbers)',
  '(at "hash" (describe-module "counter"))',
];

/** Makes the folder of a server, and asks it everything. */
export async function make() {
  const folder = passingFolder();
  const server = await startServer(await config(), folder);
  const sent = [
    commandOf(counter),
    ...Array.from({ length: 60 }, () => commandOf(`(counter.next "${padding}")`)),
  ];
  for (const { text } of sent) await askServer(server.port, 'send', `{"cmds":[${text}]}`);
  for (const { hash } of sent) await askServer(server.port, 'listen', `{"listen":"${hash}"}`);
  const truth = { sent, answers: [] };
  for (const each of everything(sent)) {
    const { status, text } = await askServer(server.port, each.verb, each.body);
    if (status === 200) truth.answers.push({ ...each, expected: text });
  }
  await stopServer(server);
  writeFileSync(join(folder, 'server.yaml'), '');
  return { folder, data: join(folder, 'state'), truth };
}

/** Starts a server on a copy, asks it everything, and sends what was executed again. */
export async function ask(copy, { sent, answers: expected }) {
  const answers = new Answers();
  const server = await startServer(await config(), copy).catch(String);
  if (typeof server === 'string') return notStarted(server);
  await compareAll(server, expected, answers);
  for (const { text } of sent) {
    const answer = await askServer(server.port, 'send', `{"cmds":[${text}]}`, {
      timeoutMs: 10_000,
    });
    answers.enforceWords('a command that is sent again', answer);
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  await compareAll(server, expected, answers);
  const ending = { hasEnded: !isAlive(server), output: server.output };
  await stopServer(server);
  return answers.outcome(ending);
}

async function compareAll(server, expected, answers) {
  for (const { verb, what, body, expected: text } of expected) {
    const answer = await askServer(server.port, verb, body, { timeoutMs: 10_000 });
    answers.compare(what, answer, text);
    // Ten seconds for each request would take too long.
    if (answer.status === 0) return;
  }
}

function everything(sent) {
  const results = sent.map(({ hash }) => ({
    what: `the result ${hash}`,
    verb: 'poll',
    body: `{"requestKeys":["${hash}"]}`,
  }));
  const locals = questions.map((code) => ({
    what: code,
    verb: 'local',
    body: commandOf(code).text,
  }));
  return [...results, ...locals];
}
