// Reads request files, which describe a transaction in YAML, and makes the payload.
// Source: pact-request-api/Pact/Core/Command/Client.hs (ApiReq, mkApiReqCmd).

import { showHaskellText } from '../../base/haskell-text.ts';
import { JsonNumber, type JsonValue } from '../../base/json.ts';
import { readHash } from '../../chain/command/command.ts';
import { refuse } from '../../chain/command/fault.ts';
import { Field, placeOfText } from '../../chain/command/fields.ts';
import {
  emptyPublicMeta,
  type KeyPair,
  type Payload,
  publicMeta,
  type PublicMeta,
} from '../../chain/command/index.ts';
import { machineInteger } from '../../chain/command/payload.ts';
import { readVerifier } from '../../chain/command/signer.ts';
import { decodeStable, type PactValue, unit } from '../../lang/session/run.ts';
import { readAuthors, type RequestForm } from './authors.ts';
import { maxDocumentLength, readDocument, type ReadDocument, requestKeys } from './document.ts';
import { readYaml } from '../../base/config/read-yaml.ts';
import { jsonOf } from '../../base/config/located.ts';

export type Request = {
  readonly payload: Payload<PublicMeta>;
  /** The key pairs that sign at once, in the order of the payload's signers. */
  readonly keyPairs: readonly KeyPair[];
};

export function readRequest(
  text: string,
  form: RequestForm,
  host: RequestHost,
): ReadDocument<Request> {
  return readDocument(text, requestKeys, (root) => {
    const message = readMessage(root, host);
    const { signers, keyPairs } = readAuthors(root, form, host);
    const verifiers = root.optionalField('verifiers')?.items.map(readVerifier) ?? [];
    const payload = {
      networkId: root.optionalField('networkId')?.text,
      message,
      signers,
      // Older nodes do not know the field.
      verifiers: verifiers.length === 0 ? undefined : verifiers,
      meta: readMeta(root, host),
      nonce: readNonce(root, form, host),
    };
    return { payload, keyPairs };
  });
}

function readMessage(root: Field, host: RequestHost): Payload<PublicMeta>['message'] {
  const type = root.optionalField('type');
  if (type === undefined || type.text === 'exec') {
    return { kind: 'exec', code: readCode(root, host), data: readData(root, host) };
  }
  if (type.text !== 'cont') return type.refuse('must be "exec" or "cont"');
  return {
    kind: 'continuation',
    pactId: readHash(root.field('pactTxHash')),
    step: machineInteger(root.field('step')),
    rollback: root.field('rollback').bool,
    data: readData(root, host),
    proof: root.optionalField('proof')?.text,
  };
}

function readCode(root: Field, host: RequestHost): string {
  const code = root.optionalField('code');
  const file = root.optionalField('codeFile');
  if (file === undefined) {
    return code?.text ?? refuse('the code is missing: add "code" or "codeFile"');
  }
  if (code !== undefined)
    return file.refuse('cannot be combined with "code": leave out one of them');
  return textOfFile(file, host);
}

function readData(root: Field, host: RequestHost): PactValue {
  const data = root.optionalField('data');
  const file = root.optionalField('dataFile');
  if (file === undefined) return data === undefined ? unit : decodeStable(data.any);
  if (data !== undefined)
    return file.refuse('cannot be combined with "data": leave out one of them');
  return dataFromFile(file, textOfFile(file, host));
}

function textOfFile(file: Field, host: RequestHost): string {
  const answer = host.readFile(file.text);
  return answer.kind === 'text'
    ? answer.text
    : file.refuse(`names ${file.text}, which cannot be read: ${answer.reason}`);
}

/** Missing members of the block have default values; without the block, all are zero. */
function readMeta(root: Field, host: RequestHost): PublicMeta {
  const written = root.optionalField('publicMeta');
  if (written === undefined) return emptyPublicMeta;
  const fields = new Map<string, JsonValue>([
    ['chainId', ''],
    ['sender', ''],
    ['gasLimit', new JsonNumber('0')],
    ['gasPrice', new JsonNumber('0')],
    ['ttl', new JsonNumber('1800')],
    ['creationTime', new JsonNumber(String(host.now() / 1_000_000n))],
  ]);
  for (const name of written.object.keys()) {
    const field = written.optionalField(name);
    if (field !== undefined) fields.set(name, field.any);
  }
  return publicMeta(new Field('publicMeta', fields));
}

function readNonce(root: Field, form: RequestForm, host: RequestHost): string {
  const nonce = root.optionalField('nonce')?.text ?? timeText(host.now());
  // In this case, the reference applies `show` to the nonce again, which adds quotes; the hash depends on it.
  const isShown = form === 'unsigned' && root.optionalField('type')?.text === 'cont';
  return isShown ? showHaskellText(nonce) : nonce;
}

function timeText(microseconds: bigint): string {
  const written = new Date(Number(microseconds / 1000n)).toISOString();
  const fraction = String(microseconds % 1_000_000n).padStart(6, '0');
  return `${written.slice(0, 10)} ${written.slice(11, 19)}.${fraction} UTC`;
}

/** Reads the data file of a request: JSON, or YAML according to its name. */
function dataFromFile(file: Field, text: string): PactValue {
  const { text: name } = file;
  if (!/\.ya?ml$/.test(name)) return decodeStable(placeOfText(text, name).any);
  const read = readYaml(text, maxDocumentLength);
  if (read.ok) return decodeStable(jsonOf(read.value));
  const [first] = read.fault;
  const { line, column } = first?.place ?? { line: 1, column: 1 };
  return refuse(`${name}:${line}:${column}: ${first?.message ?? 'the file is not YAML'}`);
}

// The host for requests: the files that they name, and the time.

export type RequestHost = {
  /** For code and data, which are published. `path`: as written in the request; relative to its folder. */
  readonly readFile: (path: string) => FileText;
  /** For key pairs, which may be kept anywhere. */
  readonly readKeyFile: (path: string) => FileText;
  /** Microseconds since 1970. */
  readonly now: () => bigint;
};

type FileText =
  | { readonly kind: 'text'; readonly text: string }
  /** `reason`: a sentence, such as that the file is missing, a directory, or not readable. */
  | { readonly kind: 'failure'; readonly reason: string };
