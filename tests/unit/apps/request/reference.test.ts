// The request files of the reference's own tests, built, signed and run here: the same hashes, merged output and verdicts as
// its test suite expects (SignatureSchemeTests.hs, PactContinuationTest.hs).

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  commandResult,
  encodeCommand,
  encodePayload,
  encodePublicMeta,
  execute,
  publicMeta,
  signCommand,
  signHash,
  signatureText,
  standAlone,
  verifyCommand,
  type Command,
} from '../../../../src/chain/command/index.ts';
import { encodeStable, MemoryDatabase } from '../../../../src/lang/session/store.ts';
import { parseHash, type PactEvent } from '../../../../src/lang/session/run.ts';
import type { ReadDocument } from '../../../../src/apps/request/document.ts';
import {
  addSignatures,
  combine,
  judge,
  unsignedFile,
} from '../../../../src/apps/request/collect.ts';
import {
  printSignatureFile,
  readKeyFile,
  readSignatureFile,
} from '../../../../src/apps/request/signature-file.ts';
import { readRequest } from '../../../../src/apps/request/read-request.ts';
import { skipped } from '../../../support/skipped.ts';

const checkout = process.env['PACT_REFERENCE'] ?? '';
const folder = join(checkout, 'pact-tests');
const isThere = checkout !== '' && existsSync(join(folder, 'sign-scripts'));
const options = { nestingLimit: 128 };

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

function valueOf<T>(answer: ReadDocument<T>): T {
  if (!answer.ok) throw new Error(answer.fault.sentence);
  return answer.value.content;
}

function requestOf(path: string, form: 'signed' | 'unsigned') {
  const near = dirname(join(folder, path));
  return valueOf(
    readRequest(read(path), form, {
      readFile: (name) => ({ kind: 'text', text: readFileSync(resolve(near, name), 'utf8') }),
      readKeyFile: (name) => ({ kind: 'text', text: readFileSync(resolve(near, name), 'utf8') }),
      now: () => 0n,
    }),
  );
}

function commandOf(path: string): Command {
  const { payload, keyPairs } = requestOf(path, 'signed');
  const made = signCommand(encodePayload(payload, encodePublicMeta), keyPairs);
  if (!made.ok) throw new Error(made.fault.sentence);
  return made.value;
}

describe.runIf(isThere)(
  `sign-scripts of the reference (PACT_REFERENCE: ${skipped(!isThere, 7)})`,
  () => {
    const key = () => valueOf(readKeyFile(read('sign-scripts/key.yaml')));
    const batch = (command: Command): string => `{"cmds":[${encodeCommand(command)}]}`;

    test('adding a signature', () => {
      const file = valueOf(readSignatureFile(read('sign-scripts/add-sigs.yaml')));
      const judged = judge(addSignatures(file, [key()]).file, options);
      const written = judged.kind === 'complete' ? batch(judged.command) : judged;
      expect(written).toBe(read('sign-scripts/addSigsExpected.yaml').trim());
    });

    test('combining signatures', () => {
      const files = ['add-sigs', 'bare-sig'].map((name) =>
        valueOf(readSignatureFile(read(`sign-scripts/${name}.yaml`))),
      );
      const combined = combine(files);
      const judged = combined.kind === 'fault' ? combined : judge(combined.file, options);
      const written = judged.kind === 'complete' ? batch(judged.command) : judged;
      expect(written).toBe(read('sign-scripts/combineSigsExpected.yaml').trim());
    });

    test('signing only a hash', () => {
      const hash = parseHash('i1S2rUgEyfBl393oWEwts3DzuyCvraemXA9A1Bno6sg');
      const signed = hash === undefined ? undefined : signHash(hash, key());
      expect(signed?.ok ? signatureText(signed.value) : signed).toBe(
        'c72ac57ac1f03cd264b4e0db1ef681894e42b02b5ddcb115ee2f776ba8048c2a' +
          'fd15a4c1e46b20248bb015ba395689a90ac93b5193173f3af6e495b4ce09ce03',
      );
    });

    test.each(['add-sigs', 'bare-sig'])('%s.yaml is written as it was read', (name) => {
      const text = read(`sign-scripts/${name}.yaml`);
      const written = printSignatureFile(valueOf(readSignatureFile(text)));
      expect(written.trim()).toBe(text.trim());
    });

    test.each(['unsigned-exec', 'unsigned-cont'])('%s.yaml is built', (name) => {
      const request = requestOf(`sign-scripts/${name}.yaml`, 'unsigned');
      const file = unsignedFile(encodePayload(request.payload, encodePublicMeta), request, options);
      expect(file.kind === 'partial' ? judge(file.file, options).kind : file).toBe('partial');
    });
  },
);

describe.runIf(isThere)(
  `cont-scripts of the reference (PACT_REFERENCE: ${skipped(!isThere, 9)})`,
  () => {
    const script = (name: string): Command => commandOf(`cont-scripts/${name}.yaml`);

    type Result = { readonly text: string; readonly events: readonly PactEvent[] };

    /** Runs all of them one after the other, as the reference's server would. */
    function run(names: readonly string[]): ReadonlyMap<string, Result> {
      const database = new MemoryDatabase();
      const results = names.map((name): readonly [string, Result] => {
        const command = script(name);
        const verified = verifyCommand(command, { meta: publicMeta, ...options });
        if (!verified.ok) throw new Error(verified.fault.sentence);
        const surroundings = standAlone({ database, depthLimit: 1500 });
        const { result, events } = commandResult(
          command.hash,
          execute(verified.value, surroundings),
        );
        const text =
          result.status === 'success' ? encodeStable(result.data) : `failure: ${result.error.type}`;
        return [name, { text, events }];
      });
      return new Map(results);
    }

    const setup = [
      ['setup-01-system', '"system module loaded"'],
      ['setup-02-accounts', '"TableCreated"'],
      ['setup-03-test', '"test module loaded"'],
      ['setup-04-create', /^\[/],
      ['setup-05-reset', /^"/],
      ['setup-06-escrow', /^"/],
      ['setup-07-balance', '98'],
    ] as const;

    test('the pact that is continued is the transaction that began it', () => {
      const { message } = requestOf(
        'cont-scripts/pass-cred-cancel-02-rollback.yaml',
        'signed',
      ).payload;
      expect(message).toMatchObject({ pactId: script('setup-06-escrow').hash });
    });

    test.each([
      [
        ['fail-deb-cancel-01-rollback', 'failure: TxFailure'],
        ['fail-deb-cancel-02-balance', '98'],
      ],
      [
        ['pass-deb-cancel-01-set-time', /^"/],
        ['pass-deb-cancel-02-rollback', /^"/],
        ['pass-deb-cancel-03-balance', '100'],
      ],
      [
        ['pass-cred-cancel-01-reset', /^"/],
        ['pass-cred-cancel-02-rollback', /^"/],
        ['pass-cred-cancel-03-balance', '100'],
      ],
      [
        ['fail-cred-finish-01-cont', 'failure: TxFailure'],
        ['fail-deb-finish-01-cont', 'failure: TxFailure'],
      ],
      [['fail-both-price-up-01-cont', 'failure: TxFailure']],
      [
        ['pass-both-price-down-01-cont', '"Escrow completed with 1.75 paid and 0.25 refunded"'],
        ['pass-both-price-down-02-cred-balance', '1.75'],
        ['pass-both-price-down-03-deb-balance', '98.25'],
      ],
      [['fail-both-price-down-01-cont-badcaps', 'failure: TxFailure']],
    ] as const)('%#: an escrow of two parties', (...steps) => {
      const expected = [...setup, ...steps];
      const results = run(expected.map(([name]) => name));
      for (const [name, text] of expected) {
        const given = results.get(name)?.text ?? '';
        if (typeof text === 'string') expect(`${name}: ${given}`).toBe(`${name}: ${text}`);
        else expect(given).toMatch(text);
      }
    });

    test('a managed capability', () => {
      const names = ['setup-01-system', 'setup-02-accounts', 'setup-04-create'];
      const results = run([...names, 'managed-01-pay', 'managed-02-pay-fails']);
      const paid = results.get('managed-01-pay');
      expect(paid?.text).toBe('"Transfer succeeded"');
      const [event] = paid?.events ?? [];
      expect(event).toMatchObject({
        name: 'PAY',
        moduleHash: 'xkYy5KYtEkV1WFZ791iCnZjRBx6um5FEe1aU-rPCOv8',
      });
      expect(results.get('managed-02-pay-fails')?.text).toBe('failure: TxFailure');
    });
  },
);
