// Writes the files of a new network into a folder beside its own, which gets its name at the end: a network has all its
// files, or there is none.

import {
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../../base/platform/disk/files.ts';
import { systemClock, systemRandom } from '../../../base/platform/system.ts';
import { toHex } from '../../../base/bytes.ts';
import { printJson } from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { payloadToJson } from '../../../chain/model/payload-json.ts';
import { accountOf, type Account } from '../../../node/devnet/accounts.ts';
import { accountsOfGenesis } from '../../../node/devnet/known-accounts.ts';
import type { PeerId } from '../../../p2p/address/peer-info.ts';
import { loadIdentity } from '../../../p2p/wire/identity.ts';
import { keyFileText } from '../../request/keys.ts';
import { fromHex } from '../../../base/bytes.ts';
import { reasonOf } from '../files.ts';
import { ownerOnly } from '../key/secret-file.ts';
import { fileNames, networkFileText, nodeFileText } from './file-texts.ts';
import { makeFirstBlock } from './first-block.ts';
import type { NetworkPlan } from './plan-network.ts';

/** `account`: the owner of the coins of the first block; `undefined` for the accounts of development. */
export type WrittenNetwork = { readonly account: string | undefined };

/** Faults are sentences; then nothing was written. */
export async function writeNetwork(
  folder: string,
  plan: NetworkPlan,
): Promise<Result<WrittenNetwork, string>> {
  const taken = takenBy(folder);
  if (taken !== undefined) return bad(taken);
  const owner = plan.isDevelopment ? undefined : accountOf(toHex(systemRandom.bytes(32)));
  const numbers = { code: freshCode(), genesisMs: Math.floor(systemClock.dateMs() / 1000) * 1000 };
  const block = await makeFirstBlock(networkFileText(plan, numbers, { withBlock: false }), owner);
  if (!block.ok) return bad(`the first block cannot be made: ${block.fault}`);
  const texts: readonly (readonly [string, string])[] = [
    [fileNames.network, networkFileText(plan, numbers, { withBlock: true })],
    [fileNames.firstBlock, `${printJson(payloadToJson(block.value))}\n`],
    ['.gitignore', ignored],
  ];
  try {
    const written = await writeAll(folder, { plan, owner, texts });
    return written.ok ? good({ account: owner?.account }) : written;
  } catch (error) {
    return bad(`cannot write ${folder}: ${reasonOf(error)}`);
  }
}

/** Secrets, and what a node keeps. */
const ignored = `${fileNames.account}\n*/${fileNames.identity}/\n*/data/\n`;

/** Returns a sentence if the folder has anything in it. */
function takenBy(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  if (existsSync(join(folder, fileNames.network))) {
    return `${folder} has a network already: run it with 'pact network up ${folder}', or name another folder`;
  }
  try {
    return readdirSync(folder).length === 0
      ? undefined
      : `${folder} is not empty: name another folder`;
  } catch (error) {
    return `cannot use ${folder}: ${reasonOf(error)}`;
  }
}

/** Returns a number that probably no other network has; those of known networks are small. */
function freshCode(): number {
  const [a = 0, b = 0, c = 0] = systemRandom.bytes(3);
  return 0x0100_0000 + a * 0x1_0000 + b * 0x100 + c;
}

type Content = {
  readonly plan: NetworkPlan;
  readonly owner: Account | undefined;
  readonly texts: readonly (readonly [string, string])[];
};

/** Throws the system's error. If anything fails, nothing is left. */
async function writeAll(folder: string, content: Content): Promise<Result<undefined, string>> {
  const whole = resolve(folder);
  makeFolder(dirname(whole));
  const part = mkdtempSync(join(dirname(whole), `.${basename(whole)}-`));
  let isWhole = false;
  try {
    const written = await writeInto(part, content);
    if (!written.ok) return written;
    if (existsSync(whole)) rmdirSync(whole);
    renameSync(part, whole);
    isWhole = true;
    return written;
  } finally {
    if (!isWhole) rmSync(part, { recursive: true, force: true });
  }
}

async function writeInto(
  part: string,
  { plan, owner, texts }: Content,
): Promise<Result<undefined, string>> {
  for (const [name, text] of texts) writeFileSync(join(part, name), text);
  if (owner !== undefined) writeAccount(part, owner);
  const ids = new Map<string, PeerId>();
  for (const { name, address } of plan.nodes) {
    makeFolder(join(part, name));
    const folder = join(part, name, fileNames.identity);
    const identity = await loadIdentity(
      { kind: 'own', folder, keyType: 'p256' },
      { dateMs: systemClock.dateMs(), host: address.host },
    );
    if (!identity.ok) return identity;
    ids.set(name, identity.value.id);
  }
  const minerKey = (owner ?? accountsOfGenesis[0])?.publicKey ?? '';
  for (const node of plan.nodes) {
    const text = nodeFileText(plan, node, { ids, minerKey });
    writeFileSync(join(part, node.name, fileNames.node), text);
  }
  return good(undefined);
}

function writeAccount(part: string, { publicKey, secretKey }: Account): void {
  const text = keyFileText(publicKey, fromHex(secretKey) ?? new Uint8Array());
  writeFileSync(join(part, fileNames.account), text, { mode: ownerOnly });
}
