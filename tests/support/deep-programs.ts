// Programs nested to any depth, to test depth limits.

export type Nesting = {
  readonly name: string;
  /** Returns a valid program with this number of nested brackets. */
  readonly program: (levels: number) => string;
};

const nested =
  (open: string, middle: string, close: string, levelsEach = 1, levelsMiddle = 0) =>
  (levels: number): string => {
    const times = Math.floor((levels - levelsMiddle) / levelsEach);
    // The remainder of the division is filled with lists.
    const lists = levels - levelsMiddle - times * levelsEach;
    return (
      '[ '.repeat(lists) + open.repeat(times) + middle + close.repeat(times) + ']'.repeat(lists)
    );
  };

const inModule = (body: (levels: number) => string) => (levels: number) =>
  `(module m G (defcap G () true) (defun f () ${body(levels - 2)}))`;

/** Those that need the most stack per level come first, while V8 has optimized nothing. */
export const nestings: readonly Nesting[] = [
  { name: 'lets', program: nested('(let ((x 1)) ', '(+ (- (+ 1 2)) 3)', ')', 1, 3) },
  {
    name: 'filters',
    program: nested('(filter (lambda (x) (!= [] ', '[1]', ')) [1])', 3, 1),
  },
  { name: 'lambdas', program: nested('(map (lambda (x) ', '1', ') [1])', 2, 1) },
  { name: 'conditions', program: nested('(cond (true ', '1', ') 2)', 2) },
  { name: 'calls', program: nested('(+ 1 ', '1', ')') },
  { name: 'calls in a module', program: inModule(nested('(+ 1 ', '1', ')')) },
  {
    name: 'lambdas in a module',
    program: inModule(nested('(map (lambda (x) ', '1', ') [1])', 2, 1)),
  },
  { name: 'lists', program: nested('[', '', ']') },
  { name: 'objects', program: nested('{"a": ', '1', '}') },
  { name: 'bindings', program: nested('(bind {"a": 1} {"a" := x} ', '1', ')', 2, 1) },
  { name: 'attempts', program: nested('(try 1 ', '1', ')') },
  { name: 'choices', program: nested('(enforce-one "" [', 'true', '])', 2) },
  {
    name: 'models',
    program: (levels) =>
      `(module m G @model [${'('.repeat(levels - 2)}x${')'.repeat(levels - 2)}] (defcap G () true))`,
  },
  {
    name: 'types',
    program: (levels) => `(defun f (x:${'['.repeat(levels - 2)}bool${']'.repeat(levels - 2)}) 1)`,
  },
];

export type Chain = {
  readonly name: string;
  /** Returns functions that each call the next one; the last evaluates `last`. */
  readonly program: (calls: number, last?: string) => string;
};

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

/** `call` returns the body of a function, given the call of the next one. */
const chain =
  (call: (next: string) => string) =>
  (calls: number, last = '1'): string => {
    const functions = range(calls)
      .toReversed()
      .map((i) => `(defun f${i} (x) ${call(`(f${i + 1} x)`)})`);
    return [`(defun f${calls} (x) ${last})`, ...functions, '(f0 1)'].join('\n');
  };

const moduleChain =
  (start: string, define: (i: number) => string, last: (calls: number) => string) =>
  (calls: number): string =>
    `(module m G (defcap G () true) ${range(calls).map(define).join('\n')} ${last(calls)}) ${start}`;

export const chains: readonly Chain[] = [
  { name: 'calls', program: chain((next) => next) },
  {
    name: 'nested defpacts',
    program: moduleChain(
      '(m.p0)',
      (i) => `(defpact p${i} () (step (p${i + 1})))`,
      (calls) => `(defpact p${calls} () (step 1))`,
    ),
  },
  {
    name: 'user guards',
    program: moduleChain(
      '(m.f0)',
      (i) => `(defun f${i} () (enforce-guard (create-user-guard (f${i + 1}))))`,
      (calls) => `(defun f${calls} () true)`,
    ),
  },
  {
    name: 'closures of builtins',
    program: chain((next) => `(at 0 (map (lambda (y) ${next}) [1]))`),
  },
  { name: 'folds', program: chain((next) => `(fold (lambda (a y) ${next}) 0 [1])`) },
  {
    name: 'capabilities',
    program: moduleChain(
      '(m.f)',
      (i) => `(defcap C${i} () (compose-capability (C${i + 1})))`,
      (calls) => `(defcap C${calls} () true) (defun f () (with-capability (C0) 1))`,
    ),
  },
  {
    name: 'managers',
    program: (calls) => {
      const define = (i: number): string =>
        `(defun keep${i}:integer (a:integer b:integer) (with-capability (C${i + 1} 1) a))
         (defcap C${i} (x:integer) @managed x keep${i} true)`;
      const signed = range(calls).map((i) => `(m.C${i} 1)`);
      return `(module m G (defcap G () true) ${range(calls).map(define).join('\n')}
        (defcap C${calls} (x:integer) true) (defun f () (with-capability (C0 1) 1)))
        (env-sigs [{"key": "k", "caps": [${signed.join(' ')}]}]) (m.f)`;
    },
  },
  {
    name: 'module references',
    program: (calls) =>
      [
        '(interface i (defun f:integer (x:integer)))',
        `(module m${calls} G (defcap G () true) (implements i) (defun f:integer (x:integer) 1))`,
        ...range(calls)
          .toReversed()
          .map(
            (i) => `(module m${i} G (defcap G () true) (implements i)
              (defun g:integer (r:module{i} x:integer) (r::f x))
              (defun f:integer (x:integer) (g m${i + 1} x)))`,
          ),
        '(m0.f 1)',
      ].join('\n'),
  },
  { name: 'conditions', program: chain((next) => `(if (= 1 1) ${next} 2)`) },
];
