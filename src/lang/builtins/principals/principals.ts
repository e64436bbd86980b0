// `create-principal`, `validate-principal`, `is-principal`, `typeof-principal`

import { codePointLength } from '../../../base/text.ts';
import { gasLabels } from '../../gas/labels.ts';
import { countGuardRecord } from '../../core/size/size-counter.ts';
import { sizeOfCharged } from '../../gas/size-budget.ts';
import { maxTextLength } from '../../state/limits.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { principalKind, principalOfGuard } from '../../values/text/principal.ts';
import { sizeOfGuard } from '../../values/encoding/size.ts';
import type { Guard, KeySetPredicate } from '../../values/value.ts';
import { chargeHash, chargeParse, chargeText } from '../charges.ts';
import { builtin, overload, param } from '../define.ts';

const key = '584deb6f81d8efe67767309d1732019cf6ad14f9f0007cff50c730ef62521c68';
const setup = `(env-data {"one": ["${key}"], "two": ["alice" "bob"]})`;

export const createPrincipal = builtin({
  name: 'create-principal',
  since: '4.3',
  builtins: { 'create-principal': { number: 109, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Returns the principal of a guard: a string that identifies the guard, so that an account with ' +
    'that name belongs to it. It begins with the kind of guard, such as `k:` for a keyset with one ' +
    'key.',
  overloads: [
    overload({
      internal: 'create-principal',
      params: [param('guard', 'guard', 'The guard.')],
      returns: 'string',
      run: (call, guard) => created(call, guard),
    }),
  ],
  examples: [
    { setup, code: '(create-principal (read-keyset "one"))', gives: `"k:${key}"` },
    { setup, code: '(take 2 (create-principal (read-keyset "two")))', gives: '"w:"' },
  ],
});

export const validatePrincipal = builtin({
  name: 'validate-principal',
  since: '4.3',
  builtins: { 'validate-principal': { number: 112, gas: { '5.0': 250 }, does: 'pure' } },
  doc: 'Checks whether a string is the principal of a guard.',
  overloads: [
    overload({
      internal: 'validate-principal',
      params: [
        param('guard', 'guard', 'The guard.'),
        param('principal', 'string', 'The string to compare.'),
      ],
      returns: 'bool',
      run(call, guard, principal) {
        const expected = created(call, guard);
        const meter = call.machine.meter;
        if (meter !== undefined) {
          const cost = meter.costs.textComparison(codePointLength(principal));
          meter.charge(cost, gasLabels.textComparison(principal), call.span);
        }
        return expected === principal;
      },
    }),
  ],
  examples: [
    { setup, code: `(validate-principal (read-keyset "one") "k:${key}")`, gives: 'true' },
    { setup, code: `(validate-principal (read-keyset "two") "k:${key}")`, gives: 'false' },
  ],
});

export const isPrincipal = builtin({
  name: 'is-principal',
  since: '4.3.1',
  builtins: { 'is-principal': { number: 110, gas: { '5.0': 100 }, does: 'pure' } },
  doc: 'Checks whether a string has the form of a principal. No guard is needed.',
  overloads: [
    overload({
      internal: 'is-principal',
      params: [param('text', 'string', 'The string.')],
      returns: 'bool',
      run(call, text) {
        chargeParse(call, text);
        return principalKind(text) !== undefined;
      },
    }),
  ],
  examples: [
    { code: `(is-principal "k:${key}")`, gives: 'true' },
    { code: '(is-principal "alice")', gives: 'false' },
  ],
});

export const typeofPrincipal = builtin({
  name: 'typeof-principal',
  since: '4.3.1',
  builtins: { 'typeof-principal': { number: 111, gas: { '5.0': 100 }, does: 'pure' } },
  doc:
    'Returns the prefix of a principal, such as `k:`, or an empty string if the string is not a ' +
    'principal.',
  overloads: [
    overload({
      internal: 'typeof-principal',
      params: [param('text', 'string', 'The string.')],
      returns: 'string',
      run(call, text) {
        chargeParse(call, text);
        const kind = principalKind(text);
        return kind === undefined ? '' : `${kind}:`;
      },
    }),
  ],
  examples: [
    { code: `(typeof-principal "k:${key}")`, gives: '"k:"' },
    { code: '(typeof-principal "alice")', gives: '""' },
  ],
});

function created(call: BuiltinCall, guard: Guard): string {
  if (call.metered) chargePrincipal(call, guard);
  const { unmetered: limit } = maxTextLength;
  if (sizeOfGuard(guard, limit) > limit) call.failBuiltin(`guard of more than ${limit} bytes`);
  return principalOfGuard(guard);
}

/** Charges user and capability guards for their size before, and a qualified predicate for its name after. */
function chargePrincipal(call: BuiltinCall, guard: Guard): void {
  const meter = call.machine.meter;
  if (meter === undefined) return;
  if (guard.guard === 'user' || guard.guard === 'capability') {
    const count = (budget: number): number => countGuardRecord(guard, budget);
    chargeHash(call, sizeOfCharged(meter, count, call.span));
  }
  meter.chargeConstant(meter.costs.principal, call.span);
  if (guard.guard === 'keyset') chargePredicate(call, guard.predicate);
}

function chargePredicate(call: BuiltinCall, predicate: KeySetPredicate): void {
  if (predicate.kind !== 'qualified') return;
  const { name, module } = predicate.name;
  const namespace = codePointLength(module.namespace ?? '');
  chargeText(call, codePointLength(name) + codePointLength(module.name) + namespace);
}
