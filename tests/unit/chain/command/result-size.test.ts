// The size of a result that is not written equals that of its JSON.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Length } from '../../../../src/base/bytes.ts';
import {
  encodeCommandResult,
  sizeOfCommandResult,
  type CommandResult,
} from '../../../../src/chain/command/index.ts';
import { ModuleName, QualifiedName } from '../../../../src/lang/values/names.ts';
import { ListValue, type PactValue } from '../../../../src/lang/values/value.ts';
import type { DefPactExec, PactEvent } from '../../../../src/lang/session/run.ts';
import { runCount } from '../../../support/run-count.ts';
import { value } from '../../lang/values/arbitrary-values.ts';

const hash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
const text = fc.string({ unit: 'grapheme', maxLength: 5 });
const module = fc
  .tuple(text, fc.option(text, { nil: undefined }))
  .map(([name, namespace]) => new ModuleName(name, namespace));
const values = fc.array(value, { maxLength: 3 });

const event: fc.Arbitrary<PactEvent> = fc
  .record({ name: text, params: values, module })
  .map((each) => ({ ...each, moduleHash: hash }));

const yielded = fc.record({
  data: fc.array(fc.tuple(text, value), { maxLength: 3 }).map((fields) => new Map(fields)),
  provenance: fc.option(
    text.map((targetChain) => ({ targetChain, moduleHash: hash })),
    { nil: undefined },
  ),
  sourceChain: fc.option(text, { nil: undefined }),
});

type Nested = Omit<DefPactExec, 'stepHasRollback'>;
const exec = fc.letrec<{ exec: Nested }>((tie) => ({
  exec: fc.record({
    stepCount: fc.nat(),
    step: fc.nat(20),
    pactId: text,
    continuation: fc.record({
      def: module.map((each) => new QualifiedName('p', each)),
      args: values,
    }),
    yield: fc.option(yielded, { nil: undefined }),
    nested: fc.oneof(
      { maxDepth: 3 },
      fc.constant(new Map<string, Nested>()),
      fc.array(fc.tuple(text, tie('exec')), { maxLength: 2 }).map((each) => new Map(each)),
    ),
  }),
})).exec;

const result: fc.Arbitrary<CommandResult> = fc.record({
  requestKey: fc.constant(hash),
  txId: fc.option(fc.bigInt(0n, 2n ** 60n), { nil: undefined }),
  gas: fc.bigInt(0n, 150_000n),
  logs: fc.constantFrom(hash, undefined),
  metaData: fc.constantFrom(undefined, 'é'),
  events: fc.array(event, { maxLength: 3 }),
  continuation: fc.option(
    fc
      .tuple(exec, fc.boolean())
      .map(([each, stepHasRollback]): DefPactExec => ({ ...each, stepHasRollback })),
    { nil: undefined },
  ),
  result: fc.oneof(
    value.map((data) => ({ status: 'success', data }) as const),
    text.map(
      (message) =>
        ({
          status: 'failure',
          error: { callStack: [message], type: 'EvalError', message, info: '' },
        }) as const,
    ),
  ),
});

test('equals the bytes of its JSON', () => {
  fc.assert(
    fc.property(result, (any) => {
      const bytes = utf8Length(encodeCommandResult(any));
      expect(sizeOfCommandResult(any, Infinity)).toBe(bytes);
      expect(sizeOfCommandResult(any, bytes)).toBe(bytes);
      expect(sizeOfCommandResult(any, bytes - 1)).toBeGreaterThan(bytes - 1);
    }),
    { numRuns: runCount(500) },
  );
});

test('values that result and events share are measured once', () => {
  let shared: PactValue = 1n;
  for (let i = 0; i < 30; i++) shared = new ListValue([shared, shared]);
  const said = { name: 'SAID', params: [shared], module: new ModuleName('m'), moduleHash: hash };
  const large: CommandResult = {
    requestKey: hash,
    txId: 1n,
    gas: 100n,
    logs: hash,
    metaData: undefined,
    continuation: undefined,
    result: { status: 'success', data: shared },
    events: Array.from({ length: 100 }, () => said),
  };
  // Too many parts for any encoder.
  expect(sizeOfCommandResult(large, 1_000_000)).toBeGreaterThan(1_000_000);
  expect(sizeOfCommandResult(large, Infinity)).toBe(Infinity);
});
