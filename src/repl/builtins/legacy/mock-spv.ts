// `mock-spv`, of Pact 4: proofs that a script makes up.

import {
  builtin,
  type BuiltinDefinition,
  equalValues,
  ObjectValue,
  overload,
  param,
  type SpvSupport,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';

export const mockSpv = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'mock-spv',
    since: '2.0',
    until: '5.0',
    doc: 'Makes `verify-spv` answer this output for this type and payload.',
    overloads: [
      overload({
        internal: 'mock-spv',
        params: [
          param('type', 'string', 'The type of proof.'),
          param('payload', 'object', 'The proof.'),
          param('output', 'object', 'What it attests.'),
        ],
        returns: 'string',
        run: (_, type, payload, output) => {
          const { legacy, machine } = repl;
          legacy.proofs.push({ type, payload, answer: output });
          machine.environment.spv = mockedSpv(repl, machine.environment.spv);
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

export function mockedSpv(engine: ReplEngine, other: SpvSupport): SpvSupport {
  return {
    ...other,
    verify(type, proof) {
      const known = engine.legacy.proofs.findLast(
        (each) => each.type === type && equalValues(each.payload, proof),
      );
      if (known === undefined || !(known.answer instanceof ObjectValue))
        return other.verify(type, proof);
      return { kind: 'verified', value: known.answer };
    },
  };
}
