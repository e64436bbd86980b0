// Guards, keysets and principals: the size is a number of keys, or the length of a string.

import { calibrations, digits, each, upTo, type Calibration } from './program.ts';
import { names } from './texts.ts';

export const keys = (size: number) => ({
  keys: names(size).map((name) => `${name}-key`),
  pred: 'keys-all',
});
export const signed = (size: number): string =>
  `(env-keys [${names(size)
    .map((name) => `"${name}-key"`)
    .join(' ')}])`;

export const guards: readonly Calibration[] = [
  ...calibrations('read-keyset', {
    'keys in a list': (size) => ({
      data: { a: [...names(size)].reverse() },
      call: "(read-keyset 'a)",
    }),
    'keys in an object': (size) => ({
      data: { a: { keys: [...names(size)].reverse(), pred: 'keys-all', more: 1n } },
      call: "(read-keyset 'a)",
    }),
    'length of the predicate': (size) => ({
      data: { a: { keys: ['k'], pred: 'p'.repeat(size), more: 1n } },
      call: "(read-keyset 'a)",
    }),
  }),
  ...each(['enforce-guard', 'enforce-keyset'], (builtin) =>
    calibrations(
      builtin,
      {
        'keys that have signed': (size) => ({
          data: { a: keys(size) },
          setup: signed(size),
          call: `(${builtin} a)`,
        }),
        'keys that have not': (size) => ({
          data: { a: keys(size) },
          call: `(try false (${builtin} a))`,
        }),
        'keyset by name': (size) => ({
          data: { a: keys(size) },
          setup: `(define-keyset 'a) ${signed(size)}`,
          call: `(${builtin} 'a)`,
        }),
        'signatures there are': (size) => ({
          data: { a: keys(1) },
          setup: signed(size),
          call: `(${builtin} a)`,
        }),
      },
      upTo(10_000),
    ),
  ),
  ...calibrations('enforce-guard', {
    'user guard with a long argument': (size) => ({
      setup: `(begin-tx) (module cal G (defcap G () true) (defun ok (x) true)
          (defun guard () (create-user-guard (ok (enumerate 1 ${size})))) (defcap CAP (x) true)
          (defun cap-guard () (create-capability-guard (CAP (enumerate 1 ${size}))))) (commit-tx)
          (defconst a (cal.guard))`,
      call: '(enforce-guard a)',
    }),
  }),
  ...calibrations(
    'keyset-ref-guard',
    {
      keys: (size) => ({
        data: { a: keys(size) },
        setup: "(define-keyset 'a)",
        call: "(keyset-ref-guard 'a)",
      }),
      'length of the name': (size) => ({
        data: { n: 'n'.repeat(size), a: keys(1) },
        setup: '(define-keyset n a)',
        call: '(keyset-ref-guard n)',
      }),
    },
    upTo(10_000),
  ),
  ...calibrations(
    'define-keyset',
    {
      keys: (size) => ({
        data: { a: keys(size) },
        setup: signed(size),
        call: "(define-keyset 'a a)",
      }),
      'keys in the data': (size) => ({
        data: { a: keys(size) },
        setup: signed(size),
        call: "(define-keyset 'a)",
      }),
    },
    upTo(10_000),
  ),
  ...calibrations(
    'describe-keyset',
    {
      keys: (size) => ({
        data: { a: keys(size) },
        setup: "(define-keyset 'a)",
        call: "(describe-keyset 'a)",
      }),
    },
    upTo(10_000),
  ),
  ...each(['create-principal', 'validate-principal'], (builtin) =>
    calibrations(
      builtin,
      {
        'keys of a keyset': (size) => ({
          data: { a: keys(size) },
          call: builtin === 'create-principal' ? `(${builtin} a)` : `(${builtin} a "x")`,
        }),
        'length of a key': (size) => ({
          data: { a: { keys: ['k'.repeat(size)], pred: 'keys-all' } },
          call: builtin === 'create-principal' ? `(${builtin} a)` : `(${builtin} a "x")`,
        }),
        'user guard with a long argument': (size) => ({
          setup: `(begin-tx) (module cal G (defcap G () true) (defun ok (x) true)
          (defun guard () (create-user-guard (ok (enumerate 1 ${size}))))) (commit-tx)
          (defconst a (cal.guard))`,
          call: builtin === 'create-principal' ? `(${builtin} a)` : `(${builtin} a "x")`,
        }),
        'length of a module guard': (size) => ({
          setup: `(begin-tx) (module cal G (defcap G () true)
          (defun guard () (create-module-guard "${digits(size)}"))) (commit-tx)
          (defconst a (cal.guard))`,
          call: builtin === 'create-principal' ? `(${builtin} a)` : `(${builtin} a "x")`,
        }),
      },
      upTo(10_000),
    ),
  ),
];
