// Settings of `pact deploy`: defaults, and a sentence for each that is missing, wrong or too large.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  deploySettings,
  type ReadSettings,
} from '../../../../../src/apps/cli/deploy/deploy-settings.ts';
import type { DeploySettings } from '../../../../../src/base/config/project.ts';
import { usualGasLimit } from '../../../../../src/lang/session/run.ts';
import { usualTtl } from '../../../../../src/tools/deploy/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-deploy-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const place = { line: 3, column: 5 };
const publicKey = 'a'.repeat(64);
const signer = { file: undefined, account: undefined, publicKey, caps: [], place };
const complete: DeploySettings = {
  sender: 'alice',
  gasLimit: undefined,
  gasPrice: undefined,
  ttl: undefined,
  confirmations: undefined,
  dataFile: undefined,
  signers: [signer],
};

function settingsWith(own: Partial<DeploySettings>): ReadSettings {
  const deploying = { ...complete, ...own };
  const network = { host: 'http://localhost', networkId: 'n', chains: undefined, deploying };
  return deploySettings({ name: 'test', ...network }, folder);
}

function faultOf(own: Partial<DeploySettings>): unknown {
  const read = settingsWith(own);
  return read.ok ? 'read' : read.fault;
}

function dataFile(name: string, text: string): Partial<DeploySettings> {
  writeFileSync(join(folder, name), text);
  return { dataFile: name };
}

test('settings that are left out have their defaults', () => {
  const read = settingsWith({});
  expect(read).toMatchObject({
    ok: true,
    value: {
      settings: {
        networkId: 'n',
        sender: 'alice',
        gasLimit: usualGasLimit,
        ttl: usualTtl,
        gasPrice: { mantissa: 1n, places: 8 },
        confirmations: 0,
        signers: [{ signer: { publicKey, capabilities: [] }, pair: undefined }],
      },
      data: new Map(),
    },
  });
});

test.each([
  [{ sender: undefined }, 'networks.test.sender is missing in pact.yaml'],
  [{ signers: [] }, 'networks.test.signers is missing in pact.yaml'],
  [{ signers: [signer, signer] }, `the signer ${publicKey} appears twice`],
  [
    { signers: [{ ...signer, caps: [{ text: '(coin.GAS x)', place }] }] },
    '(coin.GAS x) has an argument',
  ],
  [
    { signers: [{ ...signer, publicKey: undefined, file: 'absent.yaml' }] },
    'the key file absent.yaml cannot be read',
  ],
  [{ dataFile: 'absent.json' }, 'the data file absent.json cannot be read'],
])('%j is refused', (own, sentence) => {
  expect(faultOf(own)).toMatchObject({ sentence: expect.stringContaining(sentence) as string });
});

test('data is JSON or YAML', () => {
  for (const own of [dataFile('a.json', '{"n": 1}'), dataFile('a.yaml', 'n: "1"')]) {
    const read = settingsWith(own);
    expect(read.ok && read.value.data).toBeInstanceOf(Map);
  }
  expect(faultOf(dataFile('b.json', '{'))).toMatchObject({
    sentence: expect.stringMatching(/^b\.json is not valid JSON: .* at character 1$/) as string,
  });
  expect(faultOf(dataFile('b.yml', 'a: [1'))).toMatchObject({
    sentence: expect.stringMatching(/^b\.yml:1:\d+: /) as string,
  });
});

test('data in YAML has at most 16 million characters', () => {
  const largest = `n: 1\n#${'x'.repeat(16 * 1024 * 1024 - 6)}`;
  expect(faultOf(dataFile('large.yaml', largest))).toBe('read');
  expect(faultOf(dataFile('larger.yaml', `${largest}x`))).toMatchObject({
    sentence: 'larger.yaml:1:1: the file is too large',
  });
});
