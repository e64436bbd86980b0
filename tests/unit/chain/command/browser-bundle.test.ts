// The same verdicts in a browser: the code for commands is bundled for a browser and run without Node's modules.

import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../../../support/project-files.ts';
import { vectorTest } from '../../base/crypto/vectors.ts';

type Bundle = {
  readonly ed25519: (publicKey: string, message: string, signature: string) => boolean;
  readonly es256: (point: string, message: string, signature: string) => boolean;
  readonly signedAndVerified: (secretKey: string) => string;
};

/** All inputs and outputs are strings, because the bundle has its own classes. */
const entry = `
  import { fromHex } from './src/base/bytes.ts';
  import { verifyEcdsaSha256 } from './src/base/crypto/ecdsa.ts';
  import {
    anyMeta, checkClaim, encodeCommand, readCommand, readKeyPair, signCommand, verifyCommand,
  } from './src/chain/command/index.ts';

  export function ed25519(publicKey, message, signature) {
    const [key, text, signed] = [publicKey, message, signature].map(fromHex);
    const claim = { kind: 'ed25519', publicKey: key, message: text, signature: signed };
    return checkClaim(claim) === undefined;
  }

  export function es256(point, message, signature) {
    const key = fromHex(point);
    const publicKey = { x: key.slice(1, 33), y: key.slice(33) };
    const claim = { publicKey, message: fromHex(message), signature: fromHex(signature) };
    return verifyEcdsaSha256({ curve: 'P-256', ...claim });
  }

  export function signedAndVerified(secretKey) {
    const { value: pair } = readKeyPair({ secretKey });
    const cmd = '{"payload":{"exec":{"code":"(+ 1 2)"}},"signers":[{"pubKey":"' + pair.publicKey +
      '"}],"meta":null,"nonce":""}';
    const text = encodeCommand(signCommand(cmd, [pair]).value);
    const verdict = verifyCommand(readCommand(text).value, { meta: anyMeta });
    return verdict.ok ? verdict.value.hash : verdict.fault.sentence;
  }
`;

let bundle: Bundle;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'bundle',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  const context = createContext({ TextEncoder, TextDecoder });
  runInContext(outputFiles[0]!.text, context);
  bundle = runInContext('bundle', context) as Bundle;
});

test('signs and verifies', () => {
  expect(bundle.signedAndVerified('11'.repeat(32))).toMatch(/^[\w-]{43}$/);
});

type Wycheproof = {
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string; readonly uncompressed: string };
    readonly tests: readonly {
      readonly tcId: number;
      readonly msg: string;
      readonly sig: string;
      readonly result: 'valid' | 'invalid';
    }[];
  }[];
};

function wrongVerdicts(
  text: string,
  judge: (
    key: Wycheproof['testGroups'][number]['publicKey'],
    message: string,
    signature: string,
  ) => boolean,
): readonly number[] {
  const { testGroups } = JSON.parse(text) as Wycheproof;
  return testGroups.flatMap(({ publicKey, tests }) =>
    tests
      .filter(({ msg, sig, result }) => judge(publicKey, msg, sig) !== (result === 'valid'))
      .map(({ tcId }) => tcId),
  );
}

vectorTest('wycheproof-ed25519.json', 'Wycheproof: 151 of 151', (text) => {
  expect(
    wrongVerdicts(text, ({ pk }, message, signature) => bundle.ed25519(pk, message, signature)),
  ).toEqual([]);
});

// The four encodings that only the reference's reader accepts: tests/unit/base/crypto/ecdsa.test.ts.
vectorTest(
  'wycheproof-ecdsa-p256-sha256.json',
  'Wycheproof: 484 cases, 4 encodings apart',
  (text) => {
    expect(
      wrongVerdicts(text, ({ uncompressed }, message, signature) =>
        bundle.es256(uncompressed, message, signature),
      ),
    ).toEqual([25, 472, 473, 474]);
  },
);

type SpecCheck = readonly { message: string; pub_key: string; signature: string }[];

vectorTest('ed25519-speccheck.json', 'Taming the many EdDSAs', (text) => {
  const verdicts = (JSON.parse(text) as SpecCheck).map(({ message, pub_key, signature }) =>
    bundle.ed25519(pub_key, message, signature),
  );
  expect(verdicts).toEqual(Array.from({ length: 12 }, (_, i) => i < 4 || i === 11));
});
