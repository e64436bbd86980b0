// The keys of request files, signature files and key files. Unknown keys get a warning, because a misspelt key would be
// ignored silently.

import type { KnownKeys } from './document.ts';

const capability = ['name', 'args'];

export const requestKeys: KnownKeys = new Map([
  [
    '',
    [
      ...['code', 'codeFile', 'data', 'dataFile', 'keyPairs', 'signers', 'verifiers', 'nonce'],
      ...['networkId', 'publicMeta', 'type', 'pactTxHash', 'step', 'rollback', 'proof'],
    ],
  ],
  ['keyPairs[]', ['public', 'secret', 'file', 'address', 'scheme', 'caps']],
  ['keyPairs[].caps[]', capability],
  ['signers[]', ['public', 'address', 'scheme', 'caps']],
  ['signers[].caps[]', capability],
  ['verifiers[]', ['name', 'proof', 'clist']],
  ['verifiers[].clist[]', capability],
  ['publicMeta', ['chainId', 'sender', 'gasLimit', 'gasPrice', 'ttl', 'creationTime']],
]);

export const signatureFileKeys: KnownKeys = new Map([['', ['hash', 'sigs', 'cmd']]]);

export const keyFileKeys: KnownKeys = new Map([['', ['public', 'secret']]]);
