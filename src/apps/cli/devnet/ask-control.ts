// Sends requests to the control port of a devnet on this machine.

import { writeFileSync } from 'node:fs';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus, systemSentence } from '../exit.ts';
import { readSourceFile } from '../files.ts';
import { keepFromGit, ownerOnly } from '../key/secret-file.ts';
import { writeErrorLine, writeLine } from '../output.ts';
import { bad, good, type Result } from '../../../base/result.ts';

type Question = { readonly method: 'GET' | 'POST'; readonly body: object };

export async function askControl(
  action: string,
  operands: readonly string[],
  given: Given,
): Promise<ExitStatus> {
  const question = questionOf(action, operands, given);
  if (!question.ok) {
    writeErrorLine(`pact: ${question.fault}`);
    return exitStatus.misuse;
  }
  const port = given.value('control-port') ?? '1849';
  const out = given.value('out');
  if (action === 'snapshot' && out !== undefined) return saveSnapshot(port, out);
  const answer = await ask(`http://127.0.0.1:${port}/devnet/${action}`, question.value);
  if (answer === undefined) {
    writeErrorLine(
      `pact: no devnet answers on port ${port}: start one with 'pact devnet', or set --control-port`,
    );
    return exitStatus.failure;
  }
  if (!answer.isGood) {
    writeErrorLine(`pact: ${answer.text}`);
    return exitStatus.failure;
  }
  writeLine(given.has('json') ? answer.text : shown(answer.text));
  return exitStatus.success;
}

/** Writes the whole network to a file, for `--snapshot`. Replaces an existing file. */
async function saveSnapshot(port: string, path: string): Promise<ExitStatus> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/devnet/snapshot-file`);
    if (!answer.ok) {
      writeErrorLine(`pact: ${(await answer.text()).trim()}`);
      return exitStatus.failure;
    }
    // It has the secret keys of --accounts.
    writeFileSync(path, new Uint8Array(await answer.arrayBuffer()), { mode: ownerOnly });
    keepFromGit(path);
  } catch (error) {
    const isAbsent = error instanceof TypeError;
    const why = error instanceof Error ? (systemSentence(error) ?? error.message) : String(error);
    writeErrorLine(
      isAbsent
        ? `pact: no devnet answers on port ${port}: start one with 'pact devnet', or set --control-port`
        : `pact: cannot write ${path}: ${why}`,
    );
    return exitStatus.failure;
  }
  writeLine(`Wrote ${path}. Start a network from it with 'pact devnet --snapshot ${path}'.`);
  return exitStatus.success;
}

function questionOf(
  action: string,
  [first = '', second = '']: readonly string[],
  given: Given,
): Result<Question, string> {
  const chain = given.value('chain');
  const onChain = chain === undefined ? {} : { chain: Number(chain) };
  const post = (body: object): Result<Question, string> => good({ method: 'POST', body });
  switch (action) {
    case 'status':
      return good({ method: 'GET', body: {} });
    case 'mine':
      if (first !== '' && !/^\d{1,6}$/.test(first))
        return bad(`${first} is not a number of blocks`);
      return post({ ...onChain, ...(first !== '' && { blocks: Number(first) }) });
    case 'travel':
      if (!/^\d{1,9}$/.test(first)) return bad(`${first} is not a whole number of seconds`);
      return post({ seconds: Number(first) });
    case 'revert':
      return post(first === '' ? {} : { snapshot: first });
    case 'invalidate':
      return post({ ...onChain, block: first });
    case 'balance':
      return post({ ...onChain, account: first, amount: second });
    case 'impersonate':
      return impersonation(first);
    default:
      return post({});
  }
}

/** Reads a transaction with the member `cmd` from the file. */
function impersonation(path: string): Result<Question, string> {
  const file = readSourceFile(path);
  if (file.kind !== 'text') return bad(`cannot read ${path}: ${file.reason}`);
  const [, cmd] = /"cmd"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(file.text) ?? [];
  if (cmd === undefined) return bad(`${path} has no transaction: the member cmd is missing`);
  return good({ method: 'POST', body: { cmd: JSON.parse(cmd) as unknown } });
}

async function ask(
  address: string,
  { method, body }: Question,
): Promise<{ readonly isGood: boolean; readonly text: string } | undefined> {
  try {
    const answer = await fetch(address, {
      method,
      ...(method === 'POST' && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return { isGood: answer.ok, text: (await answer.text()).trim() };
  } catch (error) {
    // `fetch` throws this if nothing listens on the address.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Returns a line for each member, with values that are not strings as JSON. */
function shown(text: string): string {
  const answer = JSON.parse(text) as Record<string, unknown>;
  return Object.entries(answer)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}
