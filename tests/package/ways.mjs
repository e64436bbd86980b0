// Runs one script in every way that the built package offers, so that a test can compare the outcomes.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/**
 * `cli`: the path of the command; `script`: a path below `folder`. Returns a list of `{ way, passed, text }`, where `text` is
 * all that was shown.
 */
export async function runEveryWay(cli, { folder, script }) {
  const pact = (way, ...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
      cwd: folder,
      encoding: 'utf8',
      input: '',
    });
    return { way, passed: status === 0, text: stdout + stderr };
  };
  return [
    pact('pact FILE', script),
    pact('pact FILE again', script),
    pact('pact --trace FILE', '--trace', script),
    pact('pact --coverage FILE', '--coverage', '--coverage-dir', 'coverage', script),
    pact('pact test', 'test', script),
    pact('pact test again', 'test', script),
    pact('pact test --keep-going', 'test', '-k', script),
    pact('pact test -vvvv', 'test', '-vvvv', script),
    await watched(cli, folder, script),
    ...(await byAgent(cli, folder, script)),
  ];
}

/** The first run of a watched test. */
async function watched(cli, folder, script) {
  const child = spawn(process.execPath, [cli, 'test', '--watch', script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.includes('Waiting for changes')) break;
  }
  child.kill();
  return { way: 'pact test --watch', passed: /^✓/m.test(text) && !/^✗/m.test(text), text };
}

async function byAgent(cli, folder, script) {
  const answers = await callTools(cli, folder, [
    { name: 'run', arguments: { file: script } },
    { name: 'test', arguments: { paths: [script] } },
  ]);
  return answers.map(({ isError, text }, i) => ({
    way: `pact mcp: ${['run', 'test'][i]}`,
    passed: !isError,
    text,
  }));
}

/** Calls tools of `pact mcp`. Returns their answers in order, as `{ isError, text }`. */
export async function callTools(cli, folder, calls) {
  const child = spawn(process.execPath, [cli, 'mcp', folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const send = (message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '0' },
    },
  });
  send({ method: 'notifications/initialized' });
  calls.forEach((params, i) => send({ id: i + 1, method: 'tools/call', params }));
  const answers = new Map();
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop();
    for (const line of lines) {
      const { id, result, error } = JSON.parse(line);
      answers.set(id, result ?? { isError: true, content: [{ text: error.message }] });
    }
    if (answers.size === calls.length + 1) break;
  }
  child.stdin.end();
  if (child.exitCode === null) await once(child, 'exit');
  return calls.map((_, i) => {
    const { isError, content } = answers.get(i + 1);
    return { isError: isError === true, text: content.map((each) => each.text).join('\n') };
  });
}
