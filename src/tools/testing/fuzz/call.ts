// A call in a sequence: of a function, a defpact, or a step of a defpact that was started earlier.

import { exampleText, stringText, type Example } from './example.ts';
import type { FuzzSession } from './fuzz-session.ts';
import type { Program, Ran } from './granted.ts';
import { chainText, type Setting } from './setting.ts';

export type Call = { readonly setting: Setting } & (
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly args: readonly Example[];
      /** For a defpact: the label of its transaction, by which later steps refer to it. */
      readonly pact: string | undefined;
    }
  | { readonly kind: 'step'; readonly pact: string; readonly rollback: boolean }
);

type Performed = Ran & {
  /** The call without its arguments. */
  readonly label: string;
};

/** Makes the call; returns `undefined` if there is no such step to continue. */
export function perform(call: Call, session: FuzzSession): Performed | undefined {
  const planned = planOf(call, session);
  if (planned === undefined) return undefined;
  const { label, program } = planned;
  const before = [...chainText(call.setting), ...program.before];
  const { signers } = call.setting;
  return { label, ...session.transaction({ ...program, before, signers }) };
}

type Plan = { readonly label: string; readonly program: Program };

function planOf(call: Call, session: FuzzSession): Plan | undefined {
  if (call.kind === 'step') return stepPlan(call, session);
  const { name, args, pact } = call;
  // Two defpacts must start in transactions with different hashes.
  const before = pact === undefined ? [] : [`(env-hash (hash ${stringText(pact)}))`];
  const text = `(${[name, ...args.map(exampleText)].join(' ')})`;
  return { label: name, program: { before, call: text } };
}

function stepPlan(
  { pact, rollback }: Extract<Call, { kind: 'step' }>,
  session: FuzzSession,
): Plan | undefined {
  const exec = session.tables.readDefPact(session.pactId(pact));
  if (exec === undefined || exec === 'completed') return undefined;
  if (rollback && !exec.stepHasRollback) return undefined;
  const step = rollback ? exec.step : exec.step + 1;
  const back = rollback ? ' rollback' : '';
  const { before, after } = chainOfStep(exec.yield?.provenance?.targetChain, session);
  return {
    label: `${exec.continuation.def.text} step ${step}${back}`,
    program: {
      before,
      call: `(continue-pact ${step} ${rollback} (hash ${stringText(pact)}))`,
      after,
    },
  };
}

/** Returns the chain of the step: a value yielded to another chain is resumed there. */
function chainOfStep(
  target: string | undefined,
  { publicData: { chainId } }: FuzzSession,
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  if (target === undefined || target === chainId) return { before: [], after: [] };
  const goTo = (chain: string): string => `(env-chain-data {"chain-id": ${stringText(chain)}})`;
  return { before: [goTo(target)], after: [goTo(chainId)] };
}

/** Returns the strings in the arguments of calls. */
export function stringsOf(calls: readonly Call[]): ReadonlySet<string> {
  const args = calls.flatMap((call) => (call.kind === 'call' ? call.args : []));
  return new Set(args.flatMap((arg) => (arg.kind === 'string' ? [arg.text] : [])));
}
