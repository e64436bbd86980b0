import { describe, expect, test } from 'vitest';
import { readProject } from '../../../../src/base/config/project.ts';
import { read } from '../../../support/project-files.ts';

/** Formats each fault as `LINE:COLUMN: MESSAGE`. */
function faults(text: string): readonly string[] {
  const answer = readProject(text);
  if (answer.ok) return [];
  return answer.fault.map(({ message, place }) => `${place.line}:${place.column}: ${message}`);
}

const placed = (text: string, line: number, column: number) => ({ text, place: { line, column } });

test('all members', () => {
  const text = `sources: [a, "b c"]
tests:
  - t
format: { width: 100, indent: 4, closers: own-line }
testing: { timeout: 60, gasLimit: 5000 }
lint: { ignore: [unused-binding] }
gas: { limit: 1000 }
coverage: { exclude: [m] }
networks:
  __proto__: { host: 'http://127.0.0.1:8080', networkId: development, chains: [0, "19"] }
  main:
    { host: 'https://a', networkId: main01, sender: k, gasLimit: 9, gasPrice: 1e-8, ttl: 60,
      confirmations: 2, dataFile: d.json, signers: [{ file: k.yaml, caps: [(coin.GAS)] }] }
requirements: { coin: { network: main, chain: 2 } }
migrations: [{ file: m.pact, module: free.m, done: (is-done) }]
pact4: true
`;
  expect(readProject(text)).toEqual({
    ok: true,
    value: {
      sources: [placed('a', 1, 11), placed('b c', 1, 14)],
      tests: [placed('t', 3, 5)],
      format: { width: 100, indent: 4, closers: 'own-line' },
      pact4: true,
      lint: { ignore: [placed('unused-binding', 6, 18)] },
      testing: { timeout: 60, gasLimit: 5000 },
      gas: { limit: 1000 },
      coverage: { exclude: [placed('m', 8, 23)] },
      networks: new Map([
        [
          '__proto__',
          {
            host: 'http://127.0.0.1:8080',
            networkId: 'development',
            chains: ['0', '19'],
            deploying: { signers: [] },
          },
        ],
        [
          'main',
          {
            host: 'https://a',
            networkId: 'main01',
            deploying: {
              sender: 'k',
              gasLimit: 9,
              gasPrice: '1e-8',
              ttl: 60,
              confirmations: 2,
              dataFile: 'd.json',
              signers: [
                {
                  file: 'k.yaml',
                  caps: [placed('(coin.GAS)', 13, 76)],
                  place: { line: 13, column: 53 },
                },
              ],
            },
          },
        ],
      ]),
      migrations: [{ file: placed('m.pact', 15, 22), module: 'free.m', done: '(is-done)' }],
      requirements: new Map([
        ['coin', { network: 'main', chain: '2', place: { line: 14, column: 17 } }],
      ]),
    },
  });
});

test('the example of the README', () => {
  const [, text = ''] = /```yaml\n([^]*?)```/.exec(read('README.md')) ?? [];
  expect(readProject(text)).toMatchObject({ ok: true, value: { format: { width: 100 } } });
});

test.each(['', '# nothing\n', 'sources:\nformat:\n', '{}'])('%j omits everything', (text) => {
  expect(readProject(text)).toMatchObject({
    ok: true,
    value: { sources: undefined, format: { width: undefined } },
  });
});

describe('faults have their position', () => {
  test.each([
    ['source: [a]', ['1:1: source is not known (did you mean sources?)']],
    [
      'format:\n  colour: red',
      ['2:3: format.colour is not known: use one of width, indent, closers'],
    ],
    ['format:\n  width: 10', ['2:10: format.width must be a whole number from 20 to 400, not 10']],
    [
      'format:\n  width: "80"',
      ['2:10: format.width must be a whole number from 20 to 400, not a string in quotes'],
    ],
    ['format:\n  indent: 2.5', ['2:11: format.indent must be a whole number from 1 to 8, not 2.5']],
    ['format: { closers: lisp }', ['1:20: format.closers must be stacked or own-line, not lisp']],
    ['format: wide', ['1:9: format must be a map, as in width: ...']],
    ['sources: contracts', ['1:10: sources must be a list, as in [one, other]']],
    ['sources: [a, ""]', ['1:14: an item of sources is empty']],
    [
      'sources: [a',
      ['1:12: a line is indented too little or too much, or a bracket before it is not closed'],
    ],
    ['tests: [[a]]', ['1:9: an item of tests must be a string']],
    ['[a]', ['1:1: the file must be a map, as in sources: ...']],
    [
      'networks: { a: { host: "http://h", networkId: x, signers: [{ caps: [] }], gasPrice: much } }',
      ['1:85: networks.a.gasPrice must be a decimal such as 1e-8, not much'],
    ],
    [
      'networks: { a: { host: "http://h", networkId: x, signers: [{ file: k, public: "" }] } }',
      ['1:79: an item of networks.a.signers.public must be a public key: 64 hexadecimal digits'],
    ],
    [
      'networks: { a: { host: "http://h", networkId: x, signers: [{ caps: [] }] } }',
      ['1:60: an item of networks.a.signers needs exactly one of file, account and public'],
    ],
    ['migrations: [{ file: m, module: m }]', ['1:14: an item of migrations.done is missing']],
    ['requirements: { coin: {} }', ['1:23: requirements.coin.network is missing']],
    [
      'networks: { a: { host: ftp, networkId: x } }',
      ['1:24: networks.a.host must be an address that begins with http:// or https://, not ftp'],
    ],
    ['networks:\n  a:\n    host: http://x', ['3:5: networks.a.networkId is missing']],
    [
      'networks: { a: { host: "http://x", networkId: x, chains: [-1] } }',
      ['1:59: an item of networks.a.chains must be the number of a chain, not -1'],
    ],
    [
      'a: 1\nb: 2',
      [
        '1:1: a is not known: use one of sources, tests, pact4, testing, coverage, format, lint, gas, migrations, networks, requirements',
        '2:1: b is not known: use one of sources, tests, pact4, testing, coverage, format, lint, gas, migrations, networks, requirements',
      ],
    ],
    [
      'networks: { a: { host: "\\e[2J", networkId: x } }',
      ['1:24: networks.a.host must be an address that begins with http:// or https://'],
    ],
    ['\uFEFFsources: [a]\r\ntest: [b]\r\n', ['2:1: test is not known (did you mean tests?)']],
    [
      'sources: &x [[a]]\ntests: *x',
      ['1:14: an item of sources must be a string', '1:14: an item of tests must be a string'],
    ],
  ])('%j', (text, expected) => {
    expect(faults(text)).toEqual(expected);
  });

  test.each([
    ['sources: [a\ntests: b', /^\d+:\d+: /],
    ['tests: []\ntests: []', /^2:1: tests appears twice$/],
    ['\t- a', /^1:\d+: /],
    ['x'.repeat(70_000), /^1:1: the file is too large$/],
    ['- '.repeat(30_000), /^1:\d+: (it nests too deeply|the file must be)/],
    ['['.repeat(60_000), /^1:\d+: (it nests too deeply|.* must )/],
  ])('%#', (text, expected) => {
    expect(faults(text)[0]).toMatch(expected);
  });
});
