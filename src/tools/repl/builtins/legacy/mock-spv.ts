// `mock-spv`, of Pact 4: mock proofs for a script.

import { equalValues, ObjectValue, type SpvSupport } from '../../../../lang/session/run.ts';
import { param } from '../../../../lang/session/extend.ts';
import type { ReplParts } from '../../context.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const mockSpv = replBuiltin(['environment', 'legacy'], {
  name: 'mock-spv',
  since: '2.0',
  until: '5.0',
  doc: 'Makes `verify-spv` return this output for this type and payload.',
  overloads: [
    replOverload({
      internal: 'mock-spv',
      params: [
        param('type', 'string', 'The type of proof.'),
        param('payload', 'object', 'The proof.'),
        param('output', 'object', 'The output that it proves.'),
      ],
      returns: 'string',
      run: (repl, _, type, payload, output) => {
        const { legacy, environment } = repl;
        legacy.proofs.push({ type, payload, answer: output });
        environment.spv = mockedSpv(repl, environment.spv);
        return `Added mock SPV for ${type}`;
      },
    }),
  ],
  examples: [
    { code: '(mock-spv "TXOUT" {"proof": "a"} {"n": 1})', gives: '"Added mock SPV for TXOUT"' },
    {
      setup: '(mock-spv "TXOUT" {"proof": "a"} {"n": 1})',
      code: '(verify-spv "TXOUT" {"proof": "a"})',
      gives: '{"n": 1}',
    },
  ],
});

export function mockedSpv(repl: ReplParts<'legacy'>, other: SpvSupport): SpvSupport {
  return {
    ...other,
    verify(type, proof) {
      const known = repl.legacy.proofs.findLast(
        (each) => each.type === type && equalValues(each.payload, proof),
      );
      if (known === undefined || !(known.answer instanceof ObjectValue))
        return other.verify(type, proof);
      return { kind: 'verified', value: known.answer };
    },
  };
}
