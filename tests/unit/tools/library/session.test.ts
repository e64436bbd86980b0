// The library: all results are data, including the errors of the program.
import { Decimal as DecimalJs } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import {
  createSession,
  Decimal,
  jsonText,
  prettyText,
  type Row,
  type PlainData,
  type Session,
  type Value,
} from '../../../../src/index.ts';

const bank = `
(module bank GOVERN
  (defcap GOVERN () true)
  (defschema account balance:decimal)
  (deftable accounts:{account})
  (defcap PAID (to:string amount:decimal) @event true)
  (defun pay (to:string amount:decimal)
    (enforce (> amount 0.0) "nothing to pay")
    (with-capability (PAID to amount)
      (write accounts to { "balance": amount }))))
(create-table accounts)
`;

function withBank(): Session {
  const session = createSession();
  expect(session.run(bank, 'bank.repl').kind).toBe('completed');
  return session;
}

const textOf = (session: Session, expression: string): string => {
  const answer = session.evaluate(expression);
  return answer.kind === 'error' ? `error: ${answer.error.message}` : answer.text;
};

describe('evaluate', () => {
  test.each([
    ['(+ 1 2)', '3'],
    ['[1 2.50 "a" true]', '[1 2.50 "a" true]'],
    ['(do 1 2)', '2'],
    ['', "error: Expected: [true, false, '{', '(', '[', IDENT, NUM, STR, TICK]"],
    ['(+ 1', "error: Expected: [')']"],
    ['1 2', 'error: Unexpected input after expr, remaining tokens: [number<2>]'],
    ['(foo)', 'error: Cannot find module:  foo'],
    ['(enforce false "no")', 'error: no'],
    ['(load "x.repl")', 'error: Cannot load x.repl: this session has no files'],
  ])('%s', (expression, text) => {
    expect(textOf(createSession(), expression)).toBe(text);
  });

  test('a value has its position and its JSON', () => {
    const answer = createSession().evaluate(' {"a": [1, 0.5]}');
    expect(answer).toMatchObject({
      kind: 'value',
      text: '{"a": [1 0.5]}',
      position: { source: 'expression', start: { line: 1, column: 2, offset: 1 } },
    });
    expect(answer.kind === 'value' && jsonText(answer.value)).toBe('{"a":[{"int":1},0.5]}');
  });

  test('sees what earlier sources have defined', () => {
    const session = createSession();
    session.run('(defun twice (x) (* 2 x))');
    expect(textOf(session, '(twice 21)')).toBe('42');
  });

  test('the name of a builtin gives its documentation', () => {
    expect(createSession().evaluate('length')).toMatchObject({
      kind: 'documentation',
      text: expect.stringContaining('## length') as string,
    });
  });
});

describe('run', () => {
  test('returns the result of every form', () => {
    const { forms } = createSession().run(
      '(module m G (defcap G () true)) (defun f () 1) (f) (interface i (defun g ())) (use m)',
    );
    expect(forms.map(({ kind }) => kind)).toEqual([
      'module',
      'definition',
      'value',
      'interface',
      'use',
    ]);
    expect(forms[0]?.text).toMatch(/^Loaded module m, hash /);
  });

  test('expectations and prints are those of this run', () => {
    const session = createSession();
    session.run('(print 1) (expect "first" 1 1)');
    const { expectations, prints } = session.run(
      '(print "a")\n(expect "right" 1 1)\n(expect "wrong" 1 2)',
      'test.repl',
    );
    expect(prints).toEqual(['"a"']);
    expect(expectations).toMatchObject([
      { kind: 'passed', name: 'right' },
      {
        kind: 'failed',
        name: 'wrong',
        message: 'FAILURE: wrong expected: 1, received: 2',
        position: { source: 'test.repl', start: { line: 3, column: 1 } },
      },
    ]);
  });

  test('an error ends it, and keeps what was done before', () => {
    const session = withBank();
    const result = session.run('(bank.pay "bob" 1.0)\n(bank.pay "eve" 0.0)\n1', 'pay.repl');
    expect(result).toMatchObject({
      kind: 'error',
      forms: [{ kind: 'value' }],
      error: {
        name: 'UserEnforceError',
        code: 'E0901',
        errorClass: 'recoverable',
        message: 'nothing to pay',
        position: { source: 'bank.repl', start: { line: 8, column: 5 } },
        callStack: [{ kind: 'defun', name: expect.stringMatching(/^bank\.pay\.\{/) as string }],
        rendered: expect.stringMatching(/^bank\.repl:8:4: nothing to pay\n 8 \| /) as string,
      },
    });
    expect(session.rows('bank.accounts')?.has('bob')).toBe(true);
  });

  test('a source that ends in .pact has no builtins of the REPL', () => {
    expect(createSession().run('(begin-tx)', 'a.pact').kind).toBe('error');
    expect(createSession().run('(begin-tx)', 'a.repl').kind).toBe('completed');
  });

  test('files come from the caller', () => {
    const files = new Map([
      ['sub/a.repl', '(load "b.pact")'],
      ['sub/b.pact', '(module m G (defcap G () true) (defun f () 7))'],
    ]);
    const session = createSession({ readFile: (path) => files.get(path) });
    expect(session.run('(load "sub/a.repl") (m.f)').forms.at(-1)?.text).toBe('7');
    expect(textOf(session, '(load "c.pact")')).toBe(
      'error: Cannot load c.pact: there is no such file',
    );
  });

  test('prints are reported when they happen', () => {
    const seen: string[] = [];
    createSession({ onPrint: (text) => seen.push(text) }).run('(print 1) (foo) (print 2)');
    expect(seen).toEqual(['1']);
  });
});

describe('contents of a session', () => {
  test('events', () => {
    const session = withBank();
    session.run('(bank.pay "bob" 1.5)');
    expect(session.events).toEqual([
      {
        name: 'bank.PAID',
        params: ['bob', new Decimal('1.5')],
        moduleHash: session.modules[0]?.hash,
      },
    ]);
    session.clearEvents();
    expect(session.events).toEqual([]);
  });

  test('gas', () => {
    const session = createSession();
    expect(session.gas).toEqual({
      used: 0n,
      usedMilligas: 0n,
      limit: undefined,
      model: 'freeGasModel',
    });
    session.setGas({ model: 'table', limit: 100 });
    session.evaluate('(+ 1 2)');
    expect(session.gas).toMatchObject({ limit: 100n, model: 'table' });
    expect(session.gas.usedMilligas).toBeGreaterThan(0n);
    session.setGas({ used: 99n });
    expect(textOf(session, '(make-list 100000 1)')).toContain('Gas limit');
    expect(session.gas.usedMilligas).toBe(100_000n);
    expect(textOf(session, '(+ 1 2)')).toContain('Gas limit');
    expect(textOf(session, '(env-gas 0)')).toBe('"Set gas to 0"');
    session.setGas({ limit: undefined, model: { fixedRate: 3 } });
    expect(session.gas).toMatchObject({ limit: undefined, model: 'fixed 3' });
  });

  test('modules and tables, in the transaction and after it', () => {
    const session = createSession();
    session.run(`(begin-tx) ${bank}`);
    const expected = [
      {
        kind: 'module',
        name: 'bank',
        members: expect.arrayContaining([
          { kind: 'defcap', name: 'PAID' },
          { kind: 'deftable', name: 'accounts' },
        ]) as unknown,
      },
    ];
    expect(session.modules).toMatchObject(expected);
    session.run('(commit-tx)');
    expect(session.modules).toMatchObject(expected);
    expect(session.tables).toEqual(['bank.accounts']);
    expect(session.rows('bank.accounts')).toEqual(new Map());
    expect(session.rows('bank.none')).toBeUndefined();
  });

  test('a table is listed once it was created', () => {
    const session = createSession();
    session.run('(module m G (defcap G () true) (defschema s a:integer) (deftable t:{s}))');
    expect(session.tables).toEqual([]);
  });

  test('rows', () => {
    const session = withBank();
    session.run('(bank.pay "bob" 1.5) (bank.pay "__proto__" 2.0)');
    const rows = session.rows('bank.accounts') ?? new Map<string, Row>();
    expect([...rows.keys()]).toEqual(['__proto__', 'bob']);
    expect(rows.get('bob')?.get('balance')).toEqual(new Decimal('1.5'));
  });
});

describe('settings from outside', () => {
  test('data, as JSON would be read', () => {
    const session = createSession();
    session.setData({
      n: 5n,
      price: 1.5,
      exact: { decimal: '0.10' },
      keys: { keys: ['b', 'a'], pred: 'keys-any' },
      list: [true, null, new Map([['x', 'y']])],
      again: new Decimal('2.5'),
      ['__proto__']: 'own',
    });
    expect(textOf(session, "(read-integer 'n)")).toBe('5');
    expect(textOf(session, "(read-msg 'price)")).toBe('1.5');
    expect(textOf(session, "(read-decimal 'exact)")).toBe('0.10');
    expect(textOf(session, "(typeof (read-keyset 'keys))")).toBe('"guard"');
    expect(textOf(session, "(read-msg 'list)")).toBe('[true () {"x": "y"}]');
    expect(textOf(session, "(read-msg 'again)")).toBe('2.5');
    expect(textOf(session, '(read-msg "__proto__")')).toBe('"own"');
  });

  test('data nests up to 100 levels', () => {
    const session = createSession();
    const wrappers: readonly ((data: PlainData) => PlainData)[] = [
      (data) => [data],
      (data) => ({ in: data }),
    ];
    for (const wrap of wrappers) {
      const nested = (levels: number): PlainData => (levels === 1 ? 1 : wrap(nested(levels - 1)));
      session.setData(nested(100));
      expect(textOf(session, '(typeof (read-msg))')).toMatch(/^"(list|object)/);
      expect(() => session.setData(nested(101))).toThrow('data nests deeper than 100 levels');
    }
  });

  test('data that is none is a mistake of the caller', () => {
    const session = createSession();
    expect(() => session.setData(NaN)).toThrow(TypeError);
    const circle: unknown[] = [];
    circle.push(circle);
    expect(() => session.setData(circle as never)).toThrow('nests deeper');
    const ring: Record<string, unknown> = {};
    ring['in'] = ring;
    expect(() => session.setData(ring as never)).toThrow('nests deeper');
    expect(() => session.setData((() => 1) as never)).toThrow(TypeError);
  });

  const guarded = `
    (module m G
      (defcap G () true)
      (defcap PAY (to:string amount:decimal) @managed amount keep (enforce-keyset 'boss))
      (defun keep:decimal (left:decimal wanted:decimal) (- left wanted))
      (defun pay (to:string amount:decimal) (with-capability (PAY to amount) "paid")))`;

  test('keys, and signatures with capabilities', () => {
    const session = createSession();
    session.setData({ boss: { keys: ['alice'], pred: 'keys-all' } });
    session.setKeys(['alice']);
    session.run(`(define-keyset 'boss (read-keyset 'boss)) ${guarded}`);
    expect(textOf(session, "(enforce-keyset 'boss)")).toBe('true');
    session.setSignatures([
      { key: 'alice', capabilities: [{ name: 'm.PAY', args: ['bob', { decimal: '5.0' }] }] },
    ]);
    expect(textOf(session, "(enforce-keyset 'boss)")).toContain('error: Keyset failure');
    expect(textOf(session, '(m.pay "bob" 3.0)')).toBe('"paid"');
    expect(textOf(session, '(m.pay "eve" 1.0)')).toContain('error: ');
    expect(() => session.setSignatures([{ key: 'a', capabilities: [{ name: 'x y' }] }])).toThrow(
      TypeError,
    );
  });

  test('chain data', () => {
    const session = createSession();
    session.setChainData({ chainId: '3', blockHeight: 12n, gasPrice: '0.00001' });
    session.setChainData({ sender: 'alice', blockTime: '2026-01-31T12:00:00Z' });
    expect(textOf(session, "(at 'chain-id (chain-data))")).toBe('"3"');
    expect(textOf(session, "(at 'block-height (chain-data))")).toBe('12');
    expect(textOf(session, "(at 'block-time (chain-data))")).toBe('"2026-01-31T12:00:00Z"');
    expect(textOf(session, "(at 'sender (chain-data))")).toBe('"alice"');
    session.setChainData({ chainId: '4' });
    expect(textOf(session, "(at 'sender (chain-data))")).toBe('"alice"');
    expect(textOf(session, "(at 'chain-id (chain-data))")).toBe('"4"');
    expect(textOf(session, "(at 'block-height (chain-data))")).toBe('12');
    expect(textOf(session, "(at 'gas-price (chain-data))")).toBe('0.00001');
    expect(() => session.setChainData({ blockTime: 'noon' })).toThrow(TypeError);
    expect(() => session.setChainData({ gasPrice: 'cheap' })).toThrow(TypeError);
  });
});

describe('a value that contains itself many times', () => {
  const doubled = '(fold (lambda (a i) [a a]) 1 (enumerate 1 40))';

  test('has a text that is cut, and no JSON', () => {
    const answer = createSession().evaluate(doubled);
    if (answer.kind !== 'value') throw new Error(answer.kind);
    expect(answer.text.length).toBeLessThan(1 << 23);
    expect(prettyText(answer.value)).toBe(answer.text);
    expect(jsonText(answer.value)).toBeUndefined();
    expect(() => createSession().setData(answer.value)).toThrow(TypeError);
  });

  test('is an error if the program prints it, but not if it is stored', () => {
    const session = withBank();
    for (const code of [
      `(show ${doubled})`,
      `(hash ${doubled})`,
      `(env-data { "a": ${doubled} })`,
    ]) {
      expect(session.evaluate(code).kind).toBe('error');
    }
    const stored = `(module m G (defcap G () true) (defschema s v) (deftable t:{s})
      (defun put (x) (insert t "k" { "v": x })))
      (create-table t) (begin-tx) (m.put ${doubled}) (commit-tx) (m.put 1)`;
    expect(session.run(stored)).toMatchObject({ error: { name: 'RowFoundError' } });
  });
});

test('sessions are independent of one another', () => {
  withBank();
  expect(createSession().modules).toEqual([]);
});

describe('values', () => {
  const valueOf = (code: string): Value | undefined => {
    const answer = createSession().evaluate(code);
    return answer.kind === 'value' ? answer.value : undefined;
  };

  test('are plain data, with decimals that can calculate', () => {
    expect(valueOf('[1 "a" true {"b": [], "a": 1.50}]')).toEqual([
      1n,
      'a',
      true,
      new Map<string, Value>([
        ['a', new Decimal('1.5')],
        ['b', []],
      ]),
    ]);
    const exact = valueOf('1000000000000000000000.000000000001') as Decimal;
    expect(exact.plus('0.1').toString()).toBe('1000000000000000000000.100000000001');
    expect((valueOf('(/ 1.0 3)') as Decimal).toString()).toBe(`0.${'3'.repeat(255)}`);
    expect((valueOf('0.00000000001') as Decimal).toString()).toBe('0.00000000001');
  });

  test('are printed as the REPL prints them, as deep and as shared as they are', () => {
    const shared = valueOf('(fold (lambda (x i) [x x]) 1.5 (enumerate 1 60))');
    expect(jsonText(shared!)).toBeUndefined();
    expect(prettyText(valueOf('[{"b": 1, "a": -2.5} "x"]')!)).toBe('[{"a": -2.5,"b": 1} "x"]');
    expect(jsonText(valueOf('[1 -2.5]')!)).toBe('[{"int":1},-2.5]');
    let deep: Value = 1n;
    for (let i = 0; i < 50_000; i++) deep = [deep];
    expect(prettyText(deep)).toMatch(/^\[\[\[\[/);
    const round: Value[] = [];
    round.push(round);
    expect(() => prettyText(round)).toThrow('a value contains itself');
  });

  test('decimals of another copy of decimal.js are taken, and those that Pact does not have are not', () => {
    const session = createSession();
    const Other = DecimalJs.clone({ precision: 5, toExpNeg: 0 });
    session.setData({ small: new Other('0.000000001'), list: [new Map([['d', new Decimal(-2)]])] });
    expect(textOf(session, "(read-decimal 'small)")).toBe('0.000000001');
    expect(textOf(session, "(read-msg 'list)")).toBe('[{"d": -2.0}]');
    session.setChainData({ gasPrice: new Decimal('1e-8') });
    expect(textOf(session, "(at 'gas-price (chain-data))")).toBe('0.00000001');
    for (const wrong of [NaN, Infinity, '1e-256']) {
      expect(() => session.setData({ d: new Decimal(wrong) })).toThrow(TypeError);
    }
  });
});
