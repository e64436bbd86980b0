// Our own request files and their results, to the byte: commands with hashes and signatures, and signature files. The files
// of the reference's tests, if a checkout is present, show that such results are the reference's (reference.test.ts). A
// change breaks compatibility with wallets and nodes.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  encodeCommand,
  encodePayload,
  encodePublicMeta,
  publicMeta,
  signCommand,
  signHash,
  signatureText,
  verifyCommand,
} from '../../../../src/chain/command/index.ts';
import { parseHash } from '../../../../src/lang/session/run.ts';
import {
  addSignatures,
  combine,
  judge,
  unsignedFile,
} from '../../../../src/apps/request/collect.ts';
import type { ReadDocument } from '../../../../src/apps/request/document.ts';
import {
  printSignatureFile,
  readKeyFile,
  readSignatureFile,
} from '../../../../src/apps/request/signature-file.ts';
import { readRequest } from '../../../../src/apps/request/read-request.ts';

const options = { nestingLimit: 128 };

function valueOf<T>(answer: ReadDocument<T>): T {
  if (!answer.ok) throw new Error(answer.fault.sentence);
  return answer.value.content;
}

const ann = {
  public: 'd04ab232742bb4ab3a1368bd4615e4e6d0224ab71a016baf8520a332c9778737',
  secret: '11'.repeat(32),
};
const ben = {
  public: 'a09aa5f47a6759802ff955f8dc2d2a14a5c99d23be97f864127ff9383455a4f0',
  secret: '22'.repeat(32),
};
const files = new Map([
  ['pay.pact', '(bank.pay "Ann" "Ben" (read-decimal \'amount))'],
  ['amount.json', '{"amount": 1.50}'],
]);

function requestOf(text: string, form: 'signed' | 'unsigned') {
  return valueOf(
    readRequest(text, form, {
      readFile: (name) => ({ kind: 'text', text: files.get(name) ?? '' }),
      readKeyFile: (name) => ({ kind: 'text', text: files.get(name) ?? '' }),
      now: () => 0n,
    }),
  );
}

const meta = `publicMeta:
  chainId: "7"
  sender: Ann
  gasLimit: 2500
  gasPrice: 0.00000001
  ttl: 28800
  creationTime: 1700000000
networkId: mainnet01
nonce: first
`;
const keyPairs = `keyPairs:
  - public: ${ann.public}
    secret: '${ann.secret}'
    caps:
      - name: bank.PAY
        args: [Ann, Ben, 1.5]
      - name: coin.GAS
        args: []
  - public: ${ben.public}
    secret: '${ben.secret}'
`;
const signers = `signers:
  - public: ${ann.public}
    caps:
      - name: bank.PAY
        args: [Ann, Ben, 1.5]
  - public: ${ben.public}
`;
const requests = {
  'code and data': `code: (+ 1 (read-integer 'n))\ndata: {n: 41}\n`,
  'code and data in files': 'codeFile: pay.pact\ndataFile: amount.json\n',
  'the next step of a defpact': `type: cont
pactTxHash: DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g
step: 1
rollback: false
data: {}
`,
  'a rollback with a proof': `type: cont
pactTxHash: DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g
step: 0
rollback: true
proof: abc
data: {text: "é"}
`,
};
const named = Object.entries(requests);

/** The entries of golden.json by key. */
const goldens = new Map(
  Object.entries(
    JSON.parse(readFileSync(new URL('golden.json', import.meta.url), 'utf8')) as object,
  ),
) as ReadonlyMap<string, string>;

test.each(named)('signed: %s', (name, text) => {
  const { payload, keyPairs: pairs } = requestOf(`${text}${meta}${keyPairs}`, 'signed');
  const made = signCommand(encodePayload(payload, encodePublicMeta), pairs);
  if (!made.ok) throw new Error(made.fault.sentence);
  expect(encodeCommand(made.value)).toBe(goldens.get(`signed: ${name}`));
  expect(verifyCommand(made.value, { meta: publicMeta, ...options }).ok).toBe(true);
});

const keyOf = ({ public: publicKey, secret }: typeof ann) =>
  valueOf(readKeyFile(`public: ${publicKey}\nsecret: '${secret}'\n`));

test.each(named)('signed by others: %s', (name, text) => {
  const request = requestOf(`${text}${meta}${signers}`, 'unsigned');
  const unsigned = unsignedFile(encodePayload(request.payload, encodePublicMeta), request, options);
  if (unsigned.kind !== 'partial') throw new Error(unsigned.kind);
  const { file } = unsigned;
  expect(printSignatureFile(file)).toBe(goldens.get(`unsigned: ${name}`));
  const [byAnn, byBen] = [ann, ben].map((key) => addSignatures(file, [keyOf(key)]).file);
  expect(printSignatureFile(byAnn!)).toBe(goldens.get(`signed by one: ${name}`));
  const combined = combine([byAnn!, byBen!]);
  if (combined.kind !== 'partial') throw new Error(combined.kind);
  const judged = judge(combined.file, options);
  if (judged.kind !== 'complete') throw new Error(judged.kind);
  expect(encodeCommand(judged.command)).toBe(goldens.get(`signed by both: ${name}`));
  expect(judge(addSignatures(file, [ann, ben].map(keyOf)).file, options)).toEqual(judged);
  const again = valueOf(readSignatureFile(printSignatureFile(byAnn!)));
  expect(again).toEqual(byAnn);
});

test('signing only a hash', () => {
  const hash = parseHash('DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g')!;
  const signed = signHash(hash, keyOf(ann));
  expect(signed.ok && signatureText(signed.value)).toBe(goldens.get('signed hash'));
});
