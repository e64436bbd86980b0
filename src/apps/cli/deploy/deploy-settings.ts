// Reads and checks the settings of pact.yaml for deploying to a network: keys, capabilities, gas price, data.

import { resolve } from 'node:path';
import { readJson } from '../../../base/json-reader.ts';
import { JsonNumber, type JsonValue } from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { readYaml } from '../../../base/config/read-yaml.ts';
import { jsonOf } from '../../../base/config/located.ts';
import type { PlacedText, SignerSetting } from '../../../base/config/project.ts';
import {
  readCapability,
  usualTtl,
  type DeploySettings,
  type DeploySigner,
} from '../../../tools/deploy/index.ts';
import {
  Decimal,
  decimalFromScientific,
  decodeStable,
  unit,
  type QualifiedCapability,
  usualGasLimit,
} from '../../../lang/session/run.ts';
import { readKeyFile } from '../../request/signature-file.ts';
import { readSourceFile } from '../files.ts';
import { type NamedNetwork, wellKnownPair } from '../project/networks.ts';

type Place = PlacedText['place'];

/** A sentence, with its place in pact.yaml. */
export type SettingFault = { readonly sentence: string; readonly place?: Place };

export type ReadSettings = Result<
  { readonly settings: DeploySettings; readonly data: JsonValue },
  SettingFault
>;

/** In characters. */
const maxDataLength = 16 * 1024 * 1024;

export function deploySettings(network: NamedNetwork, folder: string): ReadSettings {
  const { name, networkId, deploying } = network;
  const { sender, signers, gasLimit, gasPrice = '1e-8', ttl, confirmations } = deploying;
  const needed = (key: string): string =>
    `networks.${name}.${key} is missing in pact.yaml: pact deploy needs it`;
  if (sender === undefined) return bad({ sentence: `${needed('sender')} to pay the gas` });
  if (signers.length === 0) return bad({ sentence: `${needed('signers')} to sign transactions` });
  const read: DeploySigner[] = [];
  for (const setting of signers) {
    const signer = signerOf(setting, { folder, networkId });
    if (!signer.ok) return signer;
    const { publicKey } = signer.value.signer;
    if (read.some((other) => other.signer.publicKey === publicKey)) {
      return bad({ sentence: `the signer ${publicKey} appears twice`, place: setting.place });
    }
    read.push(signer.value);
  }
  const data = deployData(deploying.dataFile, folder);
  if (!data.ok) return data;
  const settings = {
    networkId,
    sender,
    signers: read,
    gasPrice: decimalOf(gasPrice),
    gasLimit: gasLimit ?? usualGasLimit,
    ttl: ttl ?? usualTtl,
    confirmations: confirmations ?? 0,
    data: data.value === undefined ? unit : decodeStable(data.value),
  };
  return good({ settings, data: data.value ?? new Map() });
}

function signerOf(
  setting: SignerSetting,
  { folder, networkId }: { readonly folder: string; readonly networkId: string },
): Result<DeploySigner, SettingFault> {
  const { file, account, publicKey = '', caps, place } = setting;
  const capabilities: QualifiedCapability[] = [];
  for (const { text, place: at } of caps) {
    const read = readCapability(text);
    if (!read.ok) return bad({ sentence: `${text} ${read.fault}`, place: at });
    capabilities.push(read.value);
  }
  const signer = { scheme: undefined, publicKey, address: undefined, capabilities };
  if (account !== undefined) {
    const known = wellKnownPair(account, networkId);
    if (!known.ok) return bad({ sentence: known.fault, place });
    const pair = known.value;
    return good({ signer: { ...signer, publicKey: pair.publicKey }, pair });
  }
  if (file === undefined) return good({ signer, pair: undefined });
  const answer = readSourceFile(resolve(folder, file));
  if (answer.kind === 'failure') {
    const sentence =
      `the key file ${file} cannot be read: ${answer.reason}. ` +
      `Make one with pact key generate --out ${file}`;
    return bad({ sentence, place });
  }
  const read = readKeyFile(answer.text);
  if (!read.ok) {
    return bad({ sentence: `${file} is not a key file: ${read.fault.sentence}`, place });
  }
  const pair = read.value.content;
  return good({ signer: { ...signer, publicKey: pair.publicKey }, pair });
}

function deployData(
  file: string | undefined,
  folder: string,
): Result<JsonValue | undefined, SettingFault> {
  if (file === undefined) return good(undefined);
  const answer = readSourceFile(resolve(folder, file));
  if (answer.kind === 'failure') {
    return bad({ sentence: `the data file ${file} cannot be read: ${answer.reason}` });
  }
  if (!/\.ya?ml$/.test(file)) {
    const read = readJson(answer.text);
    if (read.kind === 'value') return good(read.value);
    return bad({
      sentence: `${file} is not valid JSON: ${read.fault} at character ${read.offset}`,
    });
  }
  const read = readYaml(answer.text, maxDataLength);
  if (read.ok) return good(jsonOf(read.value));
  const [first] = read.fault;
  const { line, column } = first?.place ?? { line: 1, column: 1 };
  return bad({
    sentence: `${file}:${line}:${column}: ${first?.message ?? 'the file is not YAML'}`,
  });
}

/** Reads a decimal that the schema has checked. */
function decimalOf(text: string): Decimal {
  const { coefficient, exponent } = new JsonNumber(text);
  return decimalFromScientific(coefficient, exponent) ?? new Decimal(0n, 0);
}
