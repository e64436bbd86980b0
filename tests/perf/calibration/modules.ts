// The data of the transaction, modules and namespaces.

import { calibrations, digits, integer, upTo, type Calibration } from './program.ts';
import { keys, signed } from './guards.ts';
import { names } from './texts.ts';

const many = (size: number) => Object.fromEntries(names(size).map((name) => [name, 1n]));

export const environment: readonly Calibration[] = [
  ...calibrations('read-msg', {
    fields: (size) => ({ data: many(size), call: "(read-msg 'f0)" }),
    'all of it': (size) => ({ data: many(size), call: '(read-msg)' }),
    'length of the key': (size) => ({
      data: { [digits(size)]: 1n },
      call: `(read-msg "${digits(size)}")`,
    }),
  }).map((one) => withoutConstants(one)),
  ...calibrations('read-string', {
    length: (size) => ({ data: { a: digits(size) }, call: "(read-string 'a)" }),
  }),
  ...calibrations('read-integer', {
    'digits of an integer': (size) => ({ data: { a: integer(size) }, call: "(read-integer 'a)" }),
    'digits of a string': (size) => ({ data: { a: digits(size) }, call: "(read-integer 'a)" }),
    'digits of a decimal': (size) => ({
      data: { a: { decimal: `${digits(size)}.5` } },
      call: "(read-integer 'a)",
    }),
  }),
  ...calibrations('read-decimal', {
    'digits of an integer': (size) => ({ data: { a: integer(size) }, call: "(read-decimal 'a)" }),
    'digits of a string': (size) => ({
      data: { a: `${digits(size)}.5` },
      call: "(read-decimal 'a)",
    }),
    'string that is no number': (size) => ({
      data: { a: `${digits(size)}x` },
      call: "(read-decimal 'a)",
    }),
  }),
  ...calibrations('chain-data', { all: () => '(chain-data)' }, [1]),
  ...calibrations('tx-hash', { hash: () => '(tx-hash)' }, [1]),
  ...calibrations(
    'verify-spv',
    {
      'length of the proof': (size) => ({
        data: { a: { proof: digits(size) } },
        call: '(verify-spv "TXOUT" a)',
      }),
    },
    upTo(10_000),
  ),
];

/** The program reads the data; they are not made constants. */
function withoutConstants({ program, ...rest }: Calibration): Calibration {
  return { ...rest, program: (size) => ({ ...program(size), constants: false }) };
}

const functions = (size: number): string =>
  names(size)
    .map((name) => `(defun ${name}:integer (x:integer) (+ x (* 2 x)))`)
    .join('\n');
const stored = (size: number): string =>
  `(begin-tx) (module cal G (defcap G () true) ${functions(size)}) (commit-tx) (begin-tx)`;

export const modules: readonly Calibration[] = [
  ...calibrations(
    'describe-module',
    {
      functions: (size) => ({ setup: stored(size), call: '(describe-module "cal")' }),
      'length of the name': (size) => `(describe-module "${'m'.repeat(size)}")`,
    },
    upTo(1_000),
  ),
  ...calibrations(
    'static-redeploy',
    {
      functions: (size) => ({ setup: stored(size), call: '(static-redeploy "cal")' }),
    },
    upTo(1_000),
  ),
  ...calibrations(
    'list-modules',
    {
      modules: (size) => ({
        setup: names(size)
          .map((name) => `(module ${name} G (defcap G () true))`)
          .join('\n'),
        call: '(list-modules)',
      }),
    },
    upTo(1_000),
  ),
  ...calibrations(
    'define-namespace',
    {
      'keys of its guards': (size) => ({
        data: { a: keys(size) },
        setup: signed(size),
        call: "(define-namespace 'shop a a)",
      }),
    },
    upTo(10_000),
  ),
  ...calibrations(
    'namespace',
    {
      'keys of its guards': (size) => ({
        data: { a: keys(size) },
        setup: "(define-namespace 'shop a a)",
        call: "(namespace 'shop)",
      }),
    },
    upTo(10_000),
  ),
  ...calibrations(
    'describe-namespace',
    {
      'keys of its guards': (size) => ({
        data: { a: keys(size) },
        setup: "(define-namespace 'shop a a)",
        call: "(describe-namespace 'shop)",
      }),
    },
    upTo(10_000),
  ),
];
