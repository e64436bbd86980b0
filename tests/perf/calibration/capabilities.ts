// Capabilities and defpacts: the size is a number of capabilities, or the length of an argument.

import { calibrations, digits, each, inModule, upTo, type Calibration } from './program.ts';
import { names } from './texts.ts';

const wrapped = (
  count: number,
  inner: string,
  cap = (i: number): string => `(CAP ${i})`,
): string => {
  let text = inner;
  for (let i = 0; i < count; i++) text = `(with-capability ${cap(i)} ${text})`;
  return text;
};

export const capabilities: readonly Calibration[] = [
  ...calibrations(
    'require-capability',
    {
      'granted capabilities': (size) =>
        inModule('(defcap CAP (n:integer) true)', wrapped(size, '(require-capability (CAP 0))')),
      'long argument': (size) =>
        inModule(
          `(defcap CAP (a:string) true) (defconst A "${digits(size)}") (defconst B "${digits(size)}")`,
          wrapped(1, '(require-capability (CAP A))'.repeat(4), () => '(CAP B)'),
        ),
      'list as argument': (size) =>
        inModule(
          `(defcap CAP (a:list) true) (defconst A (enumerate 1 ${size})) (defconst B (enumerate 1 ${size}))`,
          wrapped(1, '(require-capability (CAP A))'.repeat(4), () => '(CAP B)'),
        ),
      'composed capabilities': (size) =>
        inModule(
          `(defcap CAP (n:integer) true)
         (defcap ALL () (map (lambda (n) (compose-capability (CAP n))) (enumerate 1 ${size})) true)
         (defun ask () ${'(require-capability (CAP 1)) '.repeat(8)})`,
          '(with-capability (ALL) (ask))',
        ),
    },
    upTo(100),
  ),
  ...calibrations(
    'compose-capability',
    {
      'composed capabilities': (size) =>
        inModule(
          `(defcap CAP (n:integer) true)
         (defcap ALL () ${'(compose-capability (CAP 1)) '.repeat(size)} true)`,
          '(with-capability (ALL) true)',
        ),
    },
    upTo(100),
  ),
  ...calibrations(
    'install-capability',
    {
      // The last one is already installed, which ends the transaction and rolls the others back.
      'installed capabilities': (size) => ({
        setup: `(begin-tx) (module cal G (defcap G () true)
          (defcap SPEND (n:integer amount:decimal) @managed amount manage true)
          (defun manage:decimal (a:decimal b:decimal) (- a b)))
          (commit-tx) (begin-tx) (defconst numbers (+ (enumerate 1 ${size}) [1]))`,
        call: '(map (lambda (n) (install-capability (cal.SPEND n 1.0))) numbers)',
      }),
    },
    upTo(1_000),
  ),
  ...calibrations(
    'emit-event',
    {
      'long argument': (size) =>
        inModule(
          `(defcap CAP (a:string) @event true) (defconst A "${digits(size)}")`,
          '(emit-event (CAP A))',
        ),
    },
    upTo(10_000),
  ),
  ...calibrations(
    'enforce-verifier',
    {
      scopes: (size) => ({
        setup: `(begin-tx) (module cal G (defcap G () true)
        (defcap MINT (to:string) (enforce-verifier "bridge"))
        (defun work (to) (with-capability (MINT to) "minted"))) (commit-tx)
        (env-verifiers [{"name": "bridge", "caps": [${'(cal.MINT "Bob") '.repeat(size)} (cal.MINT "Ann")]}])`,
        call: '(cal.work "Ann")',
      }),
    },
    upTo(1_000),
  ),
  ...calibrations(
    'acquire-module-admin',
    {
      'definitions of the module': (size) => ({
        setup: `(begin-tx) (module cal G (defcap G () true)
        ${names(size)
          .map((name) => `(defun ${name} () 1)`)
          .join(' ')}) (commit-tx) (begin-tx)`,
        call: '(acquire-module-admin cal)',
      }),
    },
    upTo(1_000),
  ),
  ...calibrations(
    'create-capability-guard',
    {
      'long argument': (size) =>
        inModule(
          `(defcap CAP (a:string) true) (defconst A "${digits(size)}")`,
          '(create-capability-guard (CAP A))',
        ),
    },
    upTo(10_000),
  ),
  ...calibrations(
    'create-module-guard',
    {
      'length of the name': (size) =>
        inModule(`(defconst A "${digits(size)}")`, '(create-module-guard A)'),
    },
    upTo(10_000),
  ),
  ...each(['create-pact-guard', 'create-capability-pact-guard', 'pact-id', 'yield'], (builtin) => {
    const args = {
      'create-pact-guard': '"x"',
      'create-capability-pact-guard': '(CAP A)',
      'pact-id': '',
      yield: '{"a": A}',
    }[builtin];
    return calibrations(
      builtin,
      {
        'length of a value': (size) => ({
          setup: `(begin-tx) (module cal G (defcap G () true) (defcap CAP (a:string) true)
          (defconst A "${digits(size)}")
          (defpact work () (step (map (lambda (n) (${builtin} ${args})) (enumerate 1 1000))) (step 1)))
            (commit-tx)`,
          before: '(begin-tx)',
          call: '(cal.work)',
        }),
      },
      upTo(10_000),
    );
  }),
  ...calibrations(
    'resume',
    {
      'length of a value': (size) => ({
        setup: `(begin-tx) (module cal G (defcap G () true) (defconst A "${digits(size)}")
          (defpact work () (step (yield {"a": A}))
            (step (fold (lambda (s n) (resume {"a" := a} n)) 0 (enumerate 1 1000))) (step 1)))
          (commit-tx)`,
        before: '(begin-tx) (cal.work)',
        call: '(continue-pact 1)',
      }),
    },
    upTo(10_000),
  ),
];
