// The keysets of the platform, which the community of mainnet01 took over.
// Source: Chainweb/Pact5/TransactionExec.hs (doMigratePlatformShare); delta, section 6.

import type { UpgradeChange } from '../execution/settings.ts';

export const platformShare: UpgradeChange = {
  kind: 'keysets',
  names: [
    ...Array.from({ length: 10 }, (_, i) => `PS_C${i}`),
    'ns-admin-keyset',
    'ns-operate-keyset',
    'kip-ns-admin',
    'marmalade-admin',
    'util-ns-admin',
    'flux-ns-admin',
  ],
  keyset: {
    keys: [
      '09f3981dc8855bc5eea026d266c9f055eae79dc9bfb8a34a6af50dad062be55a',
      '128ad09365148288f27c16ce4ee3aceb524e00717cb253cb9f233bdea59b227e',
      '4a6a31a21c0561a05b0d608bd27e9042e2d6d66eca855c7b5a20d052398257a9',
      'b21b3614b1e36c9b15d74efb4f3acaa846e2d96e81aa1661ae5686c8cbc36e7c',
      'be6918da77866bd20fc2f6581dc9cdacd98372b9c427ac6f9e4f731f7861bca8',
    ],
    predicate: 'user.pred.keys-3',
  },
};
