// Random events in a network of nodes: transactions made of generated scripts, transfers within a chain and between two,
// steps of defpacts, blocks, rewinds, and restarts. An act is plain data, so that a difference can be reduced and stored.

import { Random } from '../../support/random.ts';
import { caseOf } from '../cases.ts';

export type Capability = readonly [string, ...unknown[]];

export type Act =
  | {
      readonly kind: 'send';
      readonly chain: number;
      readonly code: string;
      readonly sender: string;
      readonly signer: string;
      readonly capabilities?: readonly Capability[];
      readonly gasLimit: number;
      readonly nonce: string;
    }
  /** A step of a running defpact, on its chain or, with a proof, on the other one. */
  | {
      readonly kind: 'continue';
      readonly which: number;
      readonly step: number;
      readonly rollback: boolean;
      readonly isElsewhere: boolean;
      readonly nonce: string;
    }
  | { readonly kind: 'mine' }
  | { readonly kind: 'take back'; readonly blocks: number }
  | { readonly kind: 'start again' };

type Send = Extract<Act, { kind: 'send' }>;

const accounts = ['sender00', 'sender01', 'sender02'] as const;
export const station = 'station';

/** A gas station, and its account. */
const stationModule = `(namespace "free")
(module payer G
  (defcap G () true)
  (implements gas-payer-v1)
  (defcap ALLOW () true)
  (defcap GAS_PAYER:bool (user:string limit:integer price:decimal) (compose-capability (ALLOW)))
  (defun create-gas-payer-guard:guard () (create-capability-guard (ALLOW))))
(coin.transfer-create "sender00" "${station}" (create-gas-payer-guard) 5.0)`;

/** Builtins of the REPL, and those that begin and end transactions. */
const ofRepl =
  /^\((env-|expect|begin-tx|commit-tx|rollback-tx|continue-pact|pact-state|test-capability|typecheck|list-modules|use |define-namespace)/;
const ends = /^\((begin|commit|rollback)-tx/;

/** Generates the acts of a case from its number. */
export function actsOf(seed: number): readonly Act[] {
  const random = new Random(seed);
  const acts: Act[] = [];
  let forms: string[] = [];
  const add = (act: Act): void => void acts.push(act);
  const send = (code: string, more: Partial<Send> = {}): void =>
    add({ ...plainSend(random), code, nonce: `${seed} ${acts.length}`, ...more });
  const flush = (): void => {
    if (forms.length > 0) send(inNamespace(forms.join('\n'), random));
    forms = [];
    for (const act of between(random, `${seed} ${acts.length}`)) add(act);
  };
  const { script, usual } = caseOf('scripts', seed);
  add({ kind: 'mine' });
  send(stationModule, {
    chain: 0,
    sender: 'sender00',
    signer: 'sender00',
    gasLimit: 100_000,
    capabilities: [['coin.GAS'], ['coin.TRANSFER', 'sender00', station, 5]],
  });
  for (const [i, form] of script.entries()) {
    const step = /^\(continue-pact (\d+)( true)?/.exec(form);
    if (step !== null) {
      flush();
      add(continuation(random, Number(step[1]), step[2] !== undefined, `${seed} ${acts.length}`));
    } else if (!ofRepl.test(form)) {
      // Most forms that fail alone are left out: each would fail its whole transaction.
      const isFailed = usual.forms[i]?.startsWith('!') === true;
      if (!isFailed || random.oneIn(8)) forms.push(form);
    }
    if (ends.test(form) || forms.length > random.below(6)) flush();
    // Later transactions may come first within a block.
    if (/^\((module|interface) /.test(form)) {
      flush();
      add({ kind: 'mine' });
    }
  }
  flush();
  return [...acts, { kind: 'mine' }, { kind: 'start again' }, { kind: 'mine' }];
}

function plainSend(random: Random): Omit<Send, 'code' | 'nonce'> {
  const sender = random.pick(accounts);
  const isPaidFor = random.oneIn(10);
  const payer: readonly Capability[] = [['free.payer.GAS_PAYER', sender, { int: 1 }, 1]];
  return {
    kind: 'send',
    chain: random.oneIn(12) ? 1 : 0,
    sender: isPaidFor ? station : sender,
    signer: random.oneIn(20) ? random.pick(accounts) : sender,
    gasLimit: random.pick([150_000, 150_000, 60_000, 2_000]),
    ...(isPaidFor && { capabilities: payer }),
    ...(!isPaidFor && random.oneIn(4) && { capabilities: [['coin.GAS']] as const }),
  };
}

/** Wraps code in the namespace in which users of the network may deploy. */
function inNamespace(code: string, random: Random): string {
  const moved = code
    .replaceAll(/\(namespace "[a-z]*"\)/g, '(namespace "free")')
    .replaceAll(/\b(own|user)\./g, 'free.')
    .replaceAll('"ks-a"', '"free.ks-a"');
  return random.oneIn(20) ? moved : `(namespace "free")\n${moved}`;
}

function continuation(random: Random, step: number, rollback: boolean, nonce: string): Act {
  const [which, isElsewhere] = [random.below(5), random.oneIn(2)];
  return { kind: 'continue', which, step, rollback, isElsewhere, nonce };
}

function between(random: Random, nonce: string): readonly Act[] {
  const acts: Act[] = [];
  if (random.oneIn(4)) acts.push(transferBy(random, nonce));
  if (random.oneIn(5)) acts.push(continuation(random, 1, random.oneIn(6), `step ${nonce}`));
  if (random.oneIn(3)) acts.push({ kind: 'mine' });
  if (random.oneIn(12)) {
    acts.push({ kind: 'take back', blocks: 1 + random.below(3) });
    // A restarted node has lost its mempool, so rewound transactions do not return.
    if (random.oneIn(3)) acts.push({ kind: 'start again' });
  }
  if (random.oneIn(60)) acts.push({ kind: 'start again' });
  return acts;
}

/** A transfer within a chain, or to the other one. */
function transferBy(random: Random, nonce: string): Act {
  const [from, to] = [random.pick(accounts), random.pick(accounts)];
  const amount = 1 + random.below(20);
  const plain = {
    ...plainSend(random),
    chain: random.below(2),
    sender: from,
    signer: from,
    nonce: `coins ${nonce}`,
  };
  if (random.oneIn(2)) {
    const transfer: Capability = ['coin.TRANSFER', from, to, amount];
    const code = `(coin.transfer "${from}" "${to}" ${amount}.0)`;
    return { ...plain, code, capabilities: [['coin.GAS'], transfer] };
  }
  const other = String(1 - plain.chain);
  const crossing: Capability = ['coin.TRANSFER_XCHAIN', from, 'anna', amount, other];
  const code = `(coin.transfer-crosschain "${from}" "anna" (read-keyset "ks") "${other}" ${amount}.0)`;
  return { ...plain, code, capabilities: [['coin.GAS'], crossing] };
}
