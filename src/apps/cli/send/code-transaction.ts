// Makes a transaction from code on the command line, signed at once: `pact send -n development --sign sender00 CODE`.

import { jsonFaultTexts, readJson } from '../../../base/json-reader.ts';
import { systemClock } from '../../../base/platform/system.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import {
  type Command,
  encodePayload,
  encodePublicMeta,
  signCommand,
  type Signer,
} from '../../../chain/command/index.ts';
import {
  capabilitiesOfCode,
  chainTime,
  clockMarginSeconds,
  readCapability,
  usualTtl,
} from '../../../tools/deploy/index.ts';
import {
  Decimal,
  decodeStable,
  type PactValue,
  parseQualifiedName,
  type QualifiedCapability,
  showValue,
  unit,
  usualGasLimit,
} from '../../../lang/session/run.ts';

import { codeFault } from '../../request/collect.ts';
import { chainFault } from '../../request/network.ts';
import { networkPort } from './destination.ts';
import type { Given } from '../commands/define.ts';
import { readSourceFile } from '../files.ts';
import { writeErrorLine } from '../output.ts';
import { pathSuggestion } from '../paths.ts';
import { isDevelopment, type NamedNetwork } from '../project/networks.ts';
import type { Stage } from '../stage.ts';
import { isJsonArray, isJsonObject } from '../../../base/json.ts';
import { unreachable } from '../../../tools/modules/index.ts';
import { get } from './post.ts';
import { type NamedSigner, signersOf } from './signers.ts';

type Network = Omit<NamedNetwork, 'deploying'>;

type CodeOptions = {
  readonly code: string;
  readonly network: Network;
  readonly given: Given;
  readonly stage: Stage;
};

/** Makes a transaction for the network. Faults are sentences. */
export async function transactionOfCode(options: CodeOptions): Promise<Result<Command, string>> {
  const { code, network, given, stage } = options;
  const { networkId } = network;
  const wrong = faultOf(code, stage);
  if (wrong !== undefined) return bad(wrong);
  const data = dataOf(given.value('data'));
  if (!data.ok) return data;
  const chain = chainOf(network, given.value('chain'));
  if (!chain.ok) return chain;
  const signers = signersOf(given.values('sign'), networkId);
  if (!signers.ok) return signers;
  if (signers.value.length === 0 && !given.has('local')) return bad(unsignedText(networkId));
  const sender = given.value('sender') ?? signers.value[0]?.account ?? '';
  const scope = scopeOf(options);
  if (!scope.ok) return scope;
  const now = await nowOn(network, chain.value);
  if (!now.ok) return now;
  const meta = {
    chainId: chain.value,
    sender,
    ttl: BigInt(usualTtl),
    gasLimit: BigInt(given.value('gas-limit') ?? usualGasLimit),
    gasPrice: new Decimal(1n, 8),
    creationTime: now.value - BigInt(clockMarginSeconds),
  };
  const cmd = encodePayload(
    {
      networkId,
      message: { kind: 'exec', code, data: data.value },
      signers: signers.value.map((signer) => scoped(signer, scope.value, sender)),
      verifiers: undefined,
      meta,
      nonce: `pact send ${new Date(systemClock.dateMs()).toISOString()}`,
    },
    encodePublicMeta,
  );
  const signed = signCommand(
    cmd,
    signers.value.map(({ pair }) => pair),
  );
  return signed.ok ? signed : bad(signed.fault.sentence);
}

/** Returns the code of an operand: that of a file, or the operand itself. A fault is a sentence. */
export function codeIn(operand: string): Result<string, string> {
  if (!operand.endsWith('.pact')) return good(operand);
  const answer = readSourceFile(operand);
  return answer.kind === 'failure'
    ? bad(`cannot read ${operand}: ${answer.reason}${pathSuggestion(operand)}`)
    : good(answer.text);
}

/** Returns the fault of code. Besides its syntax: shells take quotes away that are within quotes of the same kind. */
export function faultOf(code: string, { room }: Pick<Stage, 'room'>): string | undefined {
  const unread = codeFault({ kind: 'exec', code, data: unit }, room);
  if (unread !== undefined) return unread.sentence;
  const [bare] = code.includes('"') ? [] : (/\bsender0\d\b/.exec(code) ?? []);
  if (bare === undefined) return undefined;
  return (
    `the code has ${bare} without quotes. Write the code in single quotes, so that the shell keeps the double ones: ` +
    `'(coin.get-balance "${bare}")'`
  );
}

function unsignedText(networkId: string): string {
  const known = isDevelopment(networkId) ? `--sign sender00, or ` : '';
  return `a transaction needs a signature that pays its gas: add ${known}--sign with a key file. With --local nothing is paid`;
}

/** Reads the data of code: a file, or JSON. A fault is a sentence. */
export function dataOf(text: string | undefined): Result<PactValue, string> {
  if (text === undefined) return good(unit);
  const isWritten = text.trimStart().startsWith('{');
  const answer = isWritten ? ({ kind: 'text', text } as const) : readSourceFile(text);
  if (answer.kind === 'failure') {
    return bad(
      `cannot read the data file ${text}: ${answer.reason}. --data takes a file, or JSON that begins with {`,
    );
  }
  const read = readJson(answer.text);
  if (read.kind === 'value') return good(decodeStable(read.value));
  return bad(`--data is not valid JSON: ${jsonFaultTexts[read.fault]} at character ${read.offset}`);
}

/** Returns the chain of code: that of `--chain`, or the only one. A fault is a sentence. */
export function chainOf(network: Network, chosen: string | undefined): Result<string, string> {
  const { chains, name } = network;
  const chain = chosen ?? (chains?.length === 1 ? chains[0] : undefined);
  if (chain === undefined) return bad(`${name} has several chains: choose one, such as --chain 0`);
  const fault = chainFault(network, chain);
  return fault === undefined ? good(chain) : bad(fault);
}

/** Returns what the signatures are for: the capabilities of --cap, or those that follow from transfers. */
function scopeOf({
  code,
  given,
  stage,
}: CodeOptions): Result<readonly QualifiedCapability[], string> {
  const texts = given.values('cap');
  if (texts.length > 0) return capabilitiesOf(texts);
  const found = capabilitiesOfCode(code, stage.room.nestingLimit);
  if (found.length > 0 && given.has('sign')) {
    writeErrorLine(`pact: signs for ${found.map(textOf).join(' ')} and the gas`);
  }
  return good(found);
}

/** Reads capabilities of `--cap`. A fault is a sentence. */
export function capabilitiesOf(
  texts: readonly string[],
): Result<readonly QualifiedCapability[], string> {
  const capabilities: QualifiedCapability[] = [];
  for (const text of texts) {
    const read = readCapability(text);
    if (!read.ok) return bad(`--cap ${text} ${read.fault}`);
    capabilities.push(read.value);
  }
  return good(capabilities);
}

/** A signature without capabilities is for everything; one with capabilities must name the gas, too. */
function scoped(
  { account, pair }: NamedSigner,
  scope: readonly QualifiedCapability[],
  sender: string,
): Signer {
  const paysGas = scope.length > 0 && account === sender && gas !== undefined;
  const capabilities = paysGas ? [gas, ...scope] : scope;
  return { scheme: undefined, publicKey: pair.publicKey, address: undefined, capabilities };
}

const gasName = parseQualifiedName('coin.GAS');
const gas = gasName && { name: gasName, args: [] };

const textOf = ({ name, args }: QualifiedCapability): string =>
  `(${[name.text, ...args.map(showValue)].join(' ')})`;

/**
 * Returns the time for the transaction, in seconds since 1970. The time of a devnet can be ahead of the system's. For a
 * development network, first checks which network the node runs.
 */
async function nowOn(network: Network, chain: string): Promise<Result<bigint, string>> {
  const now = BigInt(Math.floor(systemClock.dateMs() / 1000));
  const { networkId } = network;
  if (!isDevelopment(networkId)) return good(now);
  const fault = await nodeFault(network, chain);
  if (fault !== undefined) return bad(fault);
  const port = networkPort(network, [chain]);
  const time = port.ok ? await chainTime(port.value, { networkId, chain, now }) : port;
  return good(time.ok && BigInt(time.value) > now ? BigInt(time.value) : now);
}

// Asks a node which network it runs, before something is signed for it with a key that everybody knows.

/** A node answers at once. */
const infoWithinMs = 10_000;

/**
 * Returns the fault if no node answers, or one of another network or without the chain. A server that does not describe
 * itself, such as `pact serve`, is accepted.
 */
async function nodeFault(
  { name, networkId, host }: Pick<NamedNetwork, 'name' | 'networkId' | 'host'>,
  chain: string,
): Promise<string | undefined> {
  const plain = host.replaceAll('{networkId}', networkId).replaceAll('{chainId}', chain);
  const { origin } = new URL(plain);
  const answer = await get(`${origin}/info`, infoWithinMs);
  if (answer.kind === 'silence') return unreachable(origin, answer.reason);
  const read = answer.status === 200 ? readJson(answer.text) : undefined;
  if (read?.kind !== 'value' || !isJsonObject(read.value)) return undefined;
  const reported = read.value.get('nodeVersion');
  if (typeof reported === 'string' && reported !== networkId) {
    return `${origin} is a node of the network ${reported}, not of ${networkId}: nothing was signed`;
  }
  const chains = read.value.get('nodeChains');
  if (chains === undefined || !isJsonArray(chains) || chains.includes(chain)) return undefined;
  const ids = chains.filter((id) => typeof id === 'string').map(Number);
  const all = ids.length === 1 ? 'only chain 0' : `chains 0 to ${Math.max(...ids)}`;
  return `${name} has no chain ${chain}: the node at ${origin} has ${all}`;
}
