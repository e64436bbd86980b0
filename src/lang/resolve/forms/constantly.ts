// `constantly`: not a builtin, but expanded to a lambda.

import { nameForm } from './define.ts';

export const constantlyForm = nameForm({
  name: 'constantly',
  since: '2.3',
  usage: '(constantly value ignored)',
  doc: 'Returns its first argument and ignores the second.',
  examples: [{ code: '(map (constantly 7) [1 2 3])', gives: '[7 7 7]' }],
  desugar(span) {
    const [kept, ignored] = ['#constantlyA1', '#constantlyA2'];
    const params = [
      { name: kept, type: undefined, span },
      { name: ignored, type: undefined, span },
    ];
    return {
      kind: 'lambda',
      params,
      body: { kind: 'var', name: { kind: 'bare', name: kept }, span },
      span,
    };
  },
});
