// Continues a defpact with the data that a proof from another chain attests.

import { describe, expect, it } from 'vitest';
import { noSpan, Source } from '../../../../src/base/span.ts';
import { nestedPactId } from '../../../../src/lang/core/encoding/defpact-json.ts';
import type { DefPactExec, Yield } from '../../../../src/lang/core/model/defpact.ts';
import { EvalError } from '../../../../src/lang/diagnostics/error.ts';
import { resumeDefPact } from '../../../../src/lang/eval/capabilities/defpact.ts';
import { ModuleName, QualifiedName } from '../../../../src/lang/values/names.ts';
import { prettyValueText } from '../../../../src/lang/values/text/pretty.ts';
import type { PactValue } from '../../../../src/lang/values/value.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';

const pactId = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
const module = `(env-chain-data {"chain-id": "1"}) (module m G (defcap G () true)
  (defpact p (n) (step [n 0]) (step [n 1]) (step (resume {"x" := x} [n x])) (step [n 3])))`;

type Attested = {
  readonly step: number;
  readonly args?: readonly PactValue[];
  readonly stepCount?: number;
  readonly id?: string;
  readonly yielded?: Yield;
  readonly nested?: DefPactExec['nested'];
};

/** Runs a program, forgets the running defpact as a new transaction does, and continues with the proof. */
function continued(program: string, step: number, attested: Attested | undefined): string {
  const engine = new ReplEngine({ host: silentHost, depthLimit: 2000, nestingLimit: 200 });
  engine.run(new Source('test.repl', `${module} ${program}`));
  const { machine } = engine;
  machine.defPactExec = undefined;
  machine.environment.step = { step, rollback: false, pactId, resume: undefined };
  try {
    const exec = attested === undefined ? undefined : execOf(attested);
    return prettyValueText(resumeDefPact(machine.context('impure'), exec, noSpan));
  } catch (error) {
    if (error instanceof EvalError) return error.message;
    throw error;
  }
}

function execOf(attested: Attested): DefPactExec {
  const { step, args = [7n], stepCount = 4, id = pactId, yielded, nested = new Map() } = attested;
  const def = new QualifiedName('p', new ModuleName('m'));
  const continuation = { def, args };
  const rest = { yield: yielded, stepHasRollback: false, nested };
  return { stepCount, step, pactId: id, continuation, ...rest };
}

const yieldedFor = (targetChain: string): Yield => ({
  data: new Map([['x', 9n]]),
  provenance: { targetChain, moduleHash: pactId },
  sourceChain: '0',
});

describe('with a proof', () => {
  it.each<[string, string, number, Attested | undefined, string]>([
    ['nothing is stored here', '', 1, { step: 0 }, '[7 1]'],
    [
      'nothing is stored and nothing proved',
      '',
      1,
      undefined,
      'No previous defpact execution found for defpact id:  ',
    ],
    ['one that started here and comes back', '(m.p 7)', 3, { step: 2 }, '[7 3]'],
    [
      'the other chain is not a step ahead',
      '(m.p 7)',
      2,
      { step: 1 },
      'Crosschain defpact continuation error: defpact id:2',
    ],
    [
      'of other arguments',
      '(m.p 7)',
      3,
      { step: 2, args: [8n] },
      'Crosschain defpact continuation error',
    ],
    [
      'of another number of steps',
      '(m.p 7)',
      3,
      { step: 2, stepCount: 5 },
      'Crosschain defpact continuation error',
    ],
    [
      'of another id',
      '',
      1,
      { step: 0, id: 'other' },
      `Requested defpact id: ${pactId} does not match context defpact id: other`,
    ],
    [
      'of one that is completed here',
      '(m.p 7) (continue-pact 1) (continue-pact 2 false (tx-hash) {"x": 1}) (continue-pact 3)',
      3,
      { step: 2 },
      'Requested defpact already completed:  defpact id:',
    ],
    ['a step too far', '', 3, { step: 1 }, 'Step mismatch in DefPactStep'],
    ['beyond the last step', '', 4, { step: 3 }, 'requested: 4 step count:4'],
    [
      'yielded to another chain',
      '',
      2,
      { step: 1, yielded: yieldedFor('2') },
      'Yield provenance does not match, received (Provenance 2 ',
    ],
    [
      'yielded by a blessed version',
      module.replace('(defpact', `(bless "${pactId}") (defpact`),
      2,
      { step: 1, yielded: yieldedFor('1') },
      '[7 9]',
    ],
    [
      'nothing blessed counts in old releases',
      `${module.replace('(defpact', `(bless "${pactId}") (defpact`)} (env-exec-config ["DisablePact40"])`,
      2,
      { step: 1, yielded: yieldedFor('1') },
      'Yield provenance does not match, received (Provenance 1 ',
    ],
    [
      'yielded by another version',
      '',
      2,
      { step: 1, yielded: yieldedFor('1') },
      'Yield provenance does not match, received (Provenance 1 ',
    ],
  ])('%s', (_title, program, step, attested, gives) => {
    expect(continued(program, step, attested)).toContain(gives);
  });
});

it('refuses to continue if the transaction names no step', () => {
  const engine = new ReplEngine({ host: silentHost, depthLimit: 2000, nestingLimit: 200 });
  const resume = (): unknown => resumeDefPact(engine.machine.context('impure'), undefined, noSpan);
  expect(resume).toThrow('No DefPactStep in the environment');
});

describe('a defpact nested in one that a proof continues', () => {
  const nesting = `(module m G (defcap G () true)
    (defpact inner (n) (step 0) (step 1) (step 2) (step 3))
    (defpact p (n) (step (inner n)) (step (inner n)) (step (inner n)) (step (inner n))))`;
  const inner = { def: new QualifiedName('inner', new ModuleName('m')), args: [7n] };
  const id = nestedPactId(pactId, inner);
  const at = (step: number): DefPactExec['nested'] =>
    new Map([
      [
        id,
        {
          stepCount: 4,
          yield: undefined,
          step,
          pactId: id,
          continuation: inner,
          nested: new Map(),
        },
      ],
    ]);

  it.each([
    ['continues with the step after its last one', at(1), '2'],
    ['cannot skip a step', at(0), `Requested nested defpact never started: defpact id: ${id}`],
    ['cannot run a step again', at(2), `Requested nested defpact never started: defpact id: ${id}`],
    ['must have begun', new Map(), `Requested nested defpact double execution: defpact id: ${id}`],
  ])('%s', (_title, nested, gives) => {
    expect(continued(nesting, 2, { step: 1, nested })).toContain(gives);
  });
});
