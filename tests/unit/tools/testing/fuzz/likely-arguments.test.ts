// Arguments that real contracts accept: accounts with their guards, amounts that exist, times in the future.
import { expect, test } from 'vitest';
import { LikelyArguments } from '../../../../../src/tools/testing/fuzz/arguments.ts';
import { exampleText } from '../../../../../src/tools/testing/fuzz/example.ts';
import { Random } from '../../../../../src/tools/testing/fuzz/random.ts';
import type { Dictionary } from '../../../../../src/tools/testing/fuzz/dictionary.ts';
import { fuzzed } from '../../../../support/fuzzed.ts';

const param = (name: string, type: 'string' | 'guard' | 'decimal' | 'time') => ({
  name,
  type: { kind: 'primitive', name: type } as const,
});

const state: Dictionary['state'] = {
  keys: ['ann', 'ben'],
  owned: [{ key: 'ann', guard: '(sig-keyset)' }],
  strings: ['ann', 'ben'],
  integers: [],
  decimals: [{ mantissa: 75n, places: 1 }],
  times: [],
};

const dictionary: Dictionary = {
  integers: [],
  decimals: [],
  strings: [],
  times: [],
  modules: [],
  state,
  guards: ['(keyset-ref-guard "k")'],
  speaksOfTime: true,
  speaksOfPrincipals: true,
};

function argumentsFor(params: ReturnType<typeof param>[], seed: number): readonly string[] {
  const moments = () => ({ now: 1_000_000n, times: [], spans: [] });
  const likely = new LikelyArguments(params, {
    dictionary,
    moments,
    random: new Random(`${seed}`),
  });
  return params.map((_, at) => {
    const example = likely.at(at);
    return example === undefined ? 'any' : exampleText(example);
  });
}

test('a guard comes with the account that it belongs to, whatever the order', () => {
  const params = [
    param('sender', 'string'),
    param('receiver', 'string'),
    param('receiver-guard', 'guard'),
  ];
  for (let seed = 0; seed < 50; seed++) {
    const [sender, receiver, guard] = argumentsFor(params, seed);
    expect(['ann', 'ben', 'any'].map((each) => (each === 'any' ? each : `"${each}"`))).toContain(
      sender,
    );
    expect([
      ['"ann"', '(sig-keyset)'],
      ['(create-principal (keyset-ref-guard "k"))', '(keyset-ref-guard "k")'],
    ]).toContainEqual([receiver, guard]);
    if (sender !== 'any') expect(sender).not.toBe(receiver);
  }
});

test('amounts are above zero, and times are later', () => {
  for (let seed = 0; seed < 50; seed++) {
    const [amount = '', time = ''] = argumentsFor(
      [param('amount', 'decimal'), param('until', 'time')],
      seed,
    );
    expect(Number(amount)).toBeGreaterThan(0);
    expect(Date.parse(/"(.*)"/.exec(time)?.[1] ?? '')).toBeGreaterThan(1_000_000_000);
  }
});

test('the transfers of a real token succeed', () => {
  const script = `
(module token G
  (defcap G () true)
  (defcap TRANSFER (sender:string receiver:string amount:decimal) @managed amount manage
    (enforce-guard (at 'guard (read accounts sender))))
  (defun manage:decimal (left:decimal wanted:decimal) (enforce (<= wanted left) "too much") (- left wanted))
  (defschema account @model [(invariant (>= balance 0.0))] balance:decimal guard:guard)
  (deftable accounts:{account})
  (defun create (account:string guard:guard)
    (enforce (validate-principal guard account) "not the principal of the guard")
    (insert accounts account {"balance": 0.0, "guard": guard}))
  (defun transfer (sender:string receiver:string amount:decimal)
    (enforce (!= sender receiver) "the same account")
    (enforce (> amount 0.0) "nothing")
    (enforce (= amount (floor amount 8)) "too many places")
    (with-capability (TRANSFER sender receiver amount)
      (with-read accounts sender {"balance" := has}
        (enforce (<= amount has) "not enough")
        (update accounts sender {"balance": (- has amount)}))
      (credit receiver amount)))
  (defun credit (account:string amount:decimal)
    (require-capability (TRANSFER "" "" amount))
    (with-read accounts account {"balance" := has}
      (update accounts account {"balance": (+ has amount)}))))
(create-table token.accounts)
(env-keys ["${'ab'.repeat(32)}"])
(env-module-admin token)
(insert token.accounts (create-principal (sig-keyset)) {"balance": 100.0, "guard": (sig-keyset)})
`;
  const { report } = fuzzed(script.replace('(require-capability (TRANSFER "" "" amount))', ''), {
    seed: 'likely',
    runs: 60,
  });
  const table = report.blocks.flatMap(({ prints }) => prints).map(({ text }) => text);
  expect(table.join()).toMatch(/token\.create +[1-9]\d* succeeded/);
  expect(table.join()).toMatch(/token\.transfer +[1-9]\d* succeeded/);
  // A function that requires a capability first is never called from outside.
  const reserved = fuzzed(script, { seed: 'likely', runs: 10 }).report.blocks;
  expect(JSON.stringify(reserved.flatMap(({ prints }) => prints))).not.toContain('token.credit');
});
