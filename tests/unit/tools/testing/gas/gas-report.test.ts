// Gas reports: they do not affect a script, and their contents.

import { describe, expect, it } from 'vitest';
import { Source } from '../../../../../src/base/span.ts';
import { GasProfile, type MilliGas } from '../../../../../src/lang/session/run.ts';
import { ReplEngine } from '../../../../../src/tools/repl/engine.ts';
import { resultTextOf } from '../../../../../src/tools/repl/read-forms.ts';
import { flameGraph } from '../../../../../src/tools/testing/gas/flame-graph.ts';
import { gasStacks, joinedStacks } from '../../../../../src/tools/testing/gas/gas-stacks.ts';
import {
  type GasReport,
  gasReport,
  gasReportJson,
} from '../../../../../src/tools/testing/gas/gas-report.ts';
import { gasReportTable } from '../../../../../src/tools/testing/gas/report-table.ts';
import { filesUnder, read, stands } from '../../../../support/project-files.ts';

type Run = { readonly profile: GasProfile; readonly answers: readonly string[]; used: bigint };

function run(program: string, { reported = true, name = 'test.repl' } = {}): Run {
  const profile = new GasProfile();
  const answers: string[] = [];
  const engine = new ReplEngine({
    depthLimit: 2000,
    nestingLimit: 200,
    host: {
      readFile: (path) =>
        stands(path)
          ? { kind: 'text', text: read(path) }
          : { kind: 'failure', reason: 'there is no such file' },
      identify: (path) => path,
      trace: undefined,
      print: (_, text) => void answers.push(text),
      now: () => 0,
    },
    ...(reported && { gasProfile: profile }),
  });
  try {
    engine.run(new Source(name, program), (result) => answers.push(resultTextOf(result) ?? '()'));
  } catch (error) {
    answers.push(String(error));
  }
  return { profile, answers, used: BigInt(engine.meter.used) };
}

const contract = `(module m G
  (defcap G () true)
  (defschema s a:integer)
  (deftable t:{s})
  (defcap POSITIVE (x:integer) (enforce (> x 0) "positive"))
  (defun add-one:integer (x:integer) (+ x 1))
  (defun all:[integer] (xs:[integer]) (with-capability (POSITIVE 1) (map (add-one) xs)))
  (defun none () 0)
  (defun keep (k v) (write t k {"a":v}) (with-read t k {"a":=a} (add-one a))))
(create-table t)
`;
const calls = '(m.all [1 2 3])\n(m.keep "x" 1)\n(m.none)\n';

function report(program: string): GasReport {
  return gasReport(run(program).profile);
}

describe('a report', () => {
  it('meters by the table if the script does not meter', () => {
    const { profile, used } = run('(+ 1 2)');
    expect([profile.used, used]).toEqual([130, 0n]);
  });

  it('misses no charge if a script has its own limit', () => {
    const limit = '(env-gasmodel "table") (env-gaslimit 1000000)\n';
    const without = report(contract + calls);
    const { functions, builtins } = report(limit + contract + calls);
    const figures = ({ name, gas }: { name: string; gas: MilliGas }): unknown => [name, gas];
    const core = builtins.filter(({ name }) => !name.startsWith('env-'));
    expect(core.map(figures)).toEqual(without.builtins.map(figures));
    expect(functions.map(({ total }) => total)).toEqual(
      without.functions.map(({ total }) => total),
    );
  });

  it('lists forms, functions and builtins, the most expensive first', () => {
    const { forms, functions, builtins } = report(contract + calls);
    expect(forms.map(({ line, gas }) => [line, gas])).toEqual([
      [1, expect.any(BigInt)],
      [10, 250_000n],
      [12, 35_006n],
      [11, 2_104n],
    ]);
    expect(
      functions.map(({ name, kind, line, calls: count }) => [name, kind, line, count]),
    ).toEqual([
      ['m.keep', 'defun', 9, 1],
      ['m.all', 'defun', 7, 1],
      ['m.add-one', 'defun', 6, 4],
      ['m.POSITIVE', 'defcap', 5, 1],
    ]);
    expect(functions.map(({ self, total }) => [self, total])).toEqual([
      [100n, 34_906n],
      [150n, 1_654n],
      [0n, 520n],
      [0n, 264n],
    ]);
    expect(builtins.map(({ name, calls: count, gas }) => [name, count, gas])).toEqual([
      ['create-table', 1, 250_000n],
      ['write', 1, 29_625n],
      ['with-read', 1, 4_950n],
      ['map', 1, 850n],
      ['+', 4, 520n],
      ['>', 1, 264n],
      ['at', 1, 101n],
    ]);
  });

  it('adds up', () => {
    const { total, forms, functions, builtins } = report(contract + calls);
    const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);
    expect(sum(forms.map(({ gas }) => gas))).toBe(total);
    const inCalls = sum([...functions.map(({ self }) => self), ...builtins.map(({ gas }) => gas)]);
    expect(inCalls).toBeLessThan(total);
  });

  it('agrees with the gas used in a metered script', () => {
    const start = '(env-gasmodel "table") (env-gaslimit 1000000)\n';
    const { profile, used } = run(start + contract + calls);
    expect(BigInt(profile.used)).toBe(used);
    expect(profile.used).toBe(run(contract + calls).profile.used);
  });

  it('counts the gas of a failing script', () => {
    const { profile, answers } = run('(env-gasmodel "table") (env-gaslimit 1) (make-list 1000 1)');
    expect(answers.at(-1)).toContain('Gas limit');
    expect(gasReport(profile).builtins).toEqual([{ name: 'make-list', calls: 1, gas: 12_100n }]);
  });

  it('uses the figures of the model that a limiting script chose, and says so', () => {
    const { profile } = run('(env-gasmodel "fixed" 2) (env-gaslimit 100) (+ 1 2)');
    expect(gasReport(profile).models).toEqual(['fixed 2']);
    expect(gasReportTable(gasReport(profile))).toContain('with the gas model fixed 2');
  });
});

describe('is not visible to the script', () => {
  const asking = [
    '(env-gas) (env-milligas) (env-gasmodel) (env-gaslog) (+ 1 2) (env-gaslog)',
    '(env-gaslimit 100) (+ 1 2) (env-milligas) (env-gaslog) (+ 1 2) (env-gaslog)',
    '(env-gasmodel "table") (env-gaslimit 5) (env-gaslog) (make-list 9 "x") (env-gaslog)',
    '(env-gasmodel "fixed" 3) (env-gaslimit 100) (+ 1 2) (env-gas)',
    '(length (enumerate 1 200000))',
    `${contract}${calls}(env-gas)`,
  ];

  it.each(asking)('%s', (program) => {
    expect(run(program).answers).toEqual(run(program, { reported: false }).answers);
  });

  it.each(filesUnder(['tests/conformance', 'stdlib'], /\.repl$/))('%s', (path) => {
    const plain = run(read(path), { reported: false, name: path });
    const reported = run(read(path), { name: path });
    expect(reported.answers).toEqual(plain.answers);
    expect(reported.used).toBe(plain.used);
  });
});

describe('the table', () => {
  it('has aligned columns', () => {
    expect(gasReportTable(report('(+ 1 2)\n(defun f (x)\n  (* x x))\n(f 10)'))).toBe(
      [
        'Gas: 0.331',
        '',
        '    gas  share  place        form',
        '  0.201  60.7%  test.repl:4  (f 10)',
        '  0.130  39.3%  test.repl:1  (+ 1 2)',
        '',
        '  total   self  share  calls  function',
        '  0.126  0.000  38.1%      1  f',
        '',
        '    gas  share  calls  builtin',
        '  0.130  39.3%      1  +',
        '  0.126  38.1%      1  *',
      ].join('\n'),
    );
  });

  it('has one line if nothing cost anything', () => {
    expect(gasReportTable(report('1'))).toBe('Gas: 0.000');
  });

  it('counts what it does not show', () => {
    const text = gasReportTable(report('(+ 1 2)\n'.repeat(45)));
    expect(text).toContain('and 5 more forms');
  });

  it('cuts long forms at a character boundary', () => {
    const [form] = report(`(length "${'\u{1f600}'.repeat(300)}")`).forms;
    expect(form?.text).toBe(`(length "${'\u{1f600}'.repeat(50)}…`);
  });
});

describe('JSON', () => {
  it('has the same figures, in milligas', () => {
    const made = report(contract + calls);
    const parsed = JSON.parse(gasReportJson(made)) as Record<string, unknown>;
    expect(parsed['unit']).toBe('milligas');
    expect(parsed['total']).toBe(Number(made.total));
    expect(parsed['builtins']).toHaveLength(made.builtins.length);
    expect(parsed['functions']).toContainEqual({
      name: 'm.add-one',
      kind: 'defun',
      file: 'test.repl',
      line: 6,
      calls: 4,
      self: 0,
      total: 520,
    });
  });
});

describe('a flame graph', () => {
  const { profile } = run(`${contract}${calls}`);

  it('has stacks from the form inwards', () => {
    const lines = flameGraph(gasStacks(profile), 'collapsed').trimEnd().split('\n');
    expect(lines).toContain('test.repl:11 (m.all [1 2 3]);m.all;map;m.add-one;+ 390');
    const weights = lines.map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
    expect(weights.reduce((a, b) => a + b, 0)).toBe(profile.used);
  });

  it('keeps separators out of the names of frames', () => {
    const { profile: other } = run('(length "a;b")');
    expect(flameGraph(gasStacks(other), 'collapsed')).toMatch(
      /^test\.repl:1 \(length "a,b"\);length \d+\n$/,
    );
  });

  it('draws frames as wide as their gas, callers above their calls', () => {
    const stacks = gasStacks(run(`${contract}(m.all [1 2])\n(length "<&")\n`).profile);
    const picture = flameGraph(stacks, 'svg');
    const names = [...picture.matchAll(/data-name="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toContain('m.all');
    expect(picture).toMatch(/data-name="test\.repl:\d+ \(length &quot;&lt;&amp;&quot;\)"/);
    const boxOf = (name: string) => {
      const found = new RegExp(`data-name="${name}"[^]*?y="(\\d+)" width="([\\d.]+)"`).exec(
        picture,
      );
      return { y: Number(found?.[1]), width: Number(found?.[2]) };
    };
    const [all, one] = [boxOf('m.all'), boxOf('m.add-one')];
    expect(one.y).toBeGreaterThan(all.y);
    expect(one.width).toBeLessThan(all.width);
    const forms = [...picture.matchAll(/ y="44" width="([\d.]+)"/g)].map(([, wide]) =>
      Number(wide),
    );
    expect(forms.reduce((sum, wide) => sum + wide, 0)).toBeCloseTo(1200, 0);
    expect(flameGraph({ frames: [], nodes: [] }, 'svg')).toContain('Gas: 0.000');
  });

  it('joins runs one after the other', () => {
    const one = gasStacks(run('(+ 1 2)\n', { name: 'a.repl' }).profile);
    const other = gasStacks(run('(length "b")\n', { name: 'b.repl' }).profile);
    expect(flameGraph(joinedStacks([one, other]), 'collapsed')).toBe(
      flameGraph(one, 'collapsed') + flameGraph(other, 'collapsed'),
    );
  });

  it('opens and closes calls in order for speedscope', () => {
    type Event = { readonly type: string; readonly frame: number; readonly at: number };
    const file = JSON.parse(flameGraph(gasStacks(profile), 'speedscope')) as {
      shared: { frames: readonly { name: string; file?: string; line?: number }[] };
      profiles: readonly { type: string; endValue: number; events: readonly Event[] }[];
    };
    expect(file.shared.frames).toContainEqual({ name: 'm.all', file: 'test.repl', line: 7 });
    const [evented] = file.profiles;
    const open: number[] = [];
    let last = 0;
    for (const { type, frame, at } of evented?.events ?? []) {
      expect(at).toBeGreaterThanOrEqual(last);
      last = at;
      if (type === 'O') open.push(frame);
      else expect(open.pop()).toBe(frame);
    }
    expect(open).toEqual([]);
    expect([evented?.type, evented?.endValue, last]).toEqual([
      'evented',
      profile.used,
      profile.used,
    ]);
  });
});
