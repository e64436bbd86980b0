// States and blocks: reverted blocks leave no trace, and executing the payloads again gives the same hashes.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8 } from '../../src/base/bytes.ts';
import { good } from '../../src/base/result.ts';
import {
  buildBlock,
  commitBlock,
  replayBlocks,
  type ChainBlock,
} from '../../src/chain/blocks/index.ts';
import { ChainState } from '../../src/chain/state/chain-state.ts';
import type { SpvSupport } from '../../src/lang/session/run.ts';
import { lineInfo } from '../../src/lang/session/store.ts';
import { engines } from '../support/chain-state.ts';
import { headerOn } from '../support/chain-blocks.ts';
import {
  code,
  continuationOf,
  pactPort,
  pactTransaction,
  type PactTransaction,
} from '../support/pact-blocks.ts';
import { runCount } from '../support/run-count.ts';

const module = (version: number): string => `
  (module m G
    (defcap G () true)
    (defschema s x:integer)
    (deftable t:{s})
    (defcap PUT (k:string v:integer) @event true)
    (defun put (k:string v:integer)
      (with-capability (PUT k v) (write t k { "x": (+ v ${version}00) })))
    (defpact two (k:string)
      (step-with-rollback (put k 1) (put k 2))
      (step (put k 3)))
    (defpact cross (k:string)
      (step (let ((v:object{s} { "x": 4 })) (yield v "1")))
      (step (resume { "x" := x } (put k x)))))`;

const pacts = ['p0', 'p1'];
const start = (name: string): PactTransaction => code(`(m.two "${name}")`, name);
const crossing = code('(m.cross "crossed")', 'crossing');

/** The first step, as it was on chain 0 with each version of the module. */
const proofs = [0, 1].map((version) => continuationOf('0', code(module(version), 'm'), crossing));
const spv: SpvSupport = {
  verify: () => ({ kind: 'failure', message: 'no proof' }),
  continuation: (proof) => ({ kind: 'verified', value: proofs[Number(proof)]! }),
};
const port = pactPort(spv);

const continued = (pactId: string, fields: object, nonce: string): PactTransaction =>
  pactTransaction({ cont: { pactId, step: 1, rollback: false, data: {}, ...fields } }, nonce);

/** Many of these are duplicates or fail, on purpose. */
const transaction: fc.Arbitrary<PactTransaction> = fc.oneof(
  fc.tuple(fc.constantFrom(0, 1, 2), fc.nat(3)).map(([v, n]) => code(module(v), `m${v} ${n}`)),
  fc.nat(2).map((n) => code(`${module(n)} (create-table t)`, `table ${n}`)),
  fc
    .tuple(fc.constantFrom('a', 'b'), fc.nat(9))
    .map(([k, n]) => code(`(m.put "${k}" ${n})`, `${n}`)),
  fc.constantFrom(...pacts).map(start),
  fc
    .tuple(fc.constantFrom(...pacts), fc.boolean(), fc.nat(2))
    .map(([name, rollback, n]) =>
      continued(start(name).requestKey, { step: rollback ? 0 : 1, rollback }, `${name} ${n}`),
    ),
  fc.constant(crossing),
  fc
    .tuple(fc.constantFrom('0', '1'), fc.nat(2))
    .map(([proof, n]) => continued(crossing.requestKey, { proof }, `proof ${proof} ${n}`)),
  fc
    .tuple(fc.constantFrom('keys-all', 'keys-any'), fc.nat(3))
    .map(([pred, n]) =>
      code('(define-keyset "k" (read-keyset "k"))', `keyset ${n}`, { k: { keys: [], pred } }),
    ),
  fc.nat(3).map((n) =>
    code('(define-namespace "n" (read-keyset "k") (read-keyset "k"))', `namespace ${n}`, {
      k: { keys: [], pred: 'keys-all' },
    }),
  ),
  fc
    .nat(3)
    .map((n) =>
      code(
        `(module n${n} G (defcap G () true) (defschema s x:integer) (deftable t:{s})) (create-table t)`,
        `n${n}`,
      ),
    ),
  fc.nat(2).map((n) => code('(m.put "a" 1) (enforce false "no")', `fails ${n}`)),
);

const blocks = fc.array(fc.array(transaction, { maxLength: 5 }), { maxLength: 5 });

type Made = { readonly block: ChainBlock; readonly stateHash: Uint8Array };

const prepare = () => good({ port, minerData: utf8('miner') });
const deep = { depth: 100, info: lineInfo };

function extend(chain: ChainState, offered: readonly PactTransaction[], branch: bigint): Made {
  const parent = chain.head;
  const opened = parent === undefined ? undefined : chain.open(parent);
  const block = opened === undefined ? chain.openFirst(0)! : opened.ok ? opened.value : undefined;
  const built = buildBlock({ port, block: block!, minerData: utf8('miner') }, offered);
  if (!built.ok) throw new Error(built.fault.kind);
  const { payload, state } = built.value;
  const header = headerOn(parent, payload, branch);
  commitBlock(chain, { ...built.value, header });
  return { block: { header, payload }, stateHash: state.stateHash };
}

test.each(engines)(
  'a rewind and other blocks give the same as a fresh replay of those: %s',
  (_, makeEntries) => {
    fc.assert(
      fc.property(blocks, blocks, blocks, (kept, orphaned, after) => {
        const chain = new ChainState({ entries: makeEntries(), ...deep });
        const made = [[], ...kept].map((each) => extend(chain, each, 0n));
        const height = chain.head!.height;
        for (const each of orphaned) extend(chain, each, 1n);
        expect(chain.rewind(height).ok).toBe(true);
        expect(chain.computeStateHash()).toEqual(made.at(-1)!.stateHash);
        for (const each of after) made.push(extend(chain, each, 2n));

        const fresh = new ChainState({ entries: makeEntries(), ...deep });
        const hashes: Uint8Array[] = [];
        const replayed = replayBlocks(
          fresh,
          made.map(({ block }) => block),
          { prepare, onBlock: ({ state }) => hashes.push(state.stateHash) },
        );
        expect(replayed).toEqual(good(made.length));
        expect(hashes).toEqual(made.map(({ stateHash }) => stateHash));
        expect(fresh.computeStateHash()).toEqual(chain.computeStateHash());
        expect(fresh.head).toEqual(chain.head);
      }),
      { numRuns: runCount(40) },
    );
  },
  60_000,
);

test('every past height can be read, and equals a replay up to it', () => {
  fc.assert(
    fc.property(blocks, (history) => {
      const chain = new ChainState({ entries: engines[1]![1](), ...deep });
      const made = [[], ...history].map((each) => extend(chain, each, 0n));
      for (const { block } of made) {
        const { height } = block.header;
        const view = chain.at(height);
        expect(view.ok && view.value.block.hash).toEqual(block.header.hash);
        const fresh = new ChainState({ entries: engines[0]![1](), ...deep });
        replayBlocks(
          fresh,
          made.slice(0, height + 1).map((each) => each.block),
          { prepare },
        );
        const present = fresh.at(height);
        if (!view.ok || !present.ok) throw new Error('the height is kept');
        const [past, now] = [view.value.database, present.value.database];
        expect(past.moduleNames()).toEqual(now.moduleNames());
        for (const name of now.moduleNames()) {
          expect(past.readModule(name)?.module.hash).toBe(now.readModule(name)?.module.hash);
        }
        for (const name of pacts) {
          const id = start(name).requestKey;
          expect(past.readDefPact(id)).toEqual(now.readDefPact(id));
        }
      }
    }),
    { numRuns: runCount(15) },
  );
}, 60_000);

test('each kind of transaction takes effect in some history', () => {
  const chain = new ChainState({ entries: engines[0]![1](), ...deep });
  const { block } = extend(
    chain,
    [
      code(`${module(0)} (create-table t)`, 'table'),
      start('p0'),
      continued(start('p0').requestKey, {}, 'p0 1'),
      start('p1'),
      continued(start('p1').requestKey, { step: 0, rollback: true }, 'p1 1'),
      continued(crossing.requestKey, { proof: '0' }, 'crossed'),
      continued(crossing.requestKey, { proof: '0' }, 'crossed again'),
    ],
    0n,
  );
  const { payload } = block;
  if (payload.kind !== 'with-outputs') throw new Error('outputs are there');
  const texts = payload.transactions.map(({ output }) => Buffer.from(output).toString());
  expect(texts.map((text) => text.includes('"status":"success"'))).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
    // Already redeemed.
    false,
  ]);
});
