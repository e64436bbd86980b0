// Writes the tables of builtins that lower rooms need, from the definitions of the builtins: the order of their numbers, and
// their flat costs by release.
import { coreBuiltins } from '../../src/lang/builtins/core.ts';
import type { BuiltinFacts } from '../../src/lang/builtins/define.ts';
import { legacyBuiltins } from '../../src/lang/builtins/legacy.ts';

type Entry = readonly [name: string, facts: BuiltinFacts];

const all: readonly Entry[] = [...coreBuiltins, ...legacyBuiltins].flatMap(({ builtins }) =>
  Object.entries(builtins),
);

const head = `// Written by \`npm run generate\` from the definitions of builtins: tests/generate/builtin-tables.ts.
`;

export function numberedBuiltins(entries: readonly Entry[] = all): string {
  const names: string[] = [];
  for (const [name, { number }] of entries) {
    if (number === undefined) continue;
    if (names[number] !== undefined) throw new Error(`${name} has the number of ${names[number]}`);
    names[number] = name;
  }
  const missing = Array.from(names, (name) => name as string | undefined).indexOf(undefined);
  if (missing >= 0) throw new Error(`no builtin has the number ${missing}`);
  return `${head}
/** Internal names in the order of their numbers, from 0. */
export const numberedBuiltins = \`
${wrapped(names, '  ')}
\`;
`;
}

export function builtinPrices(entries: readonly Entry[] = all): string {
  const releases = [...new Set(entries.flatMap(([, { gas }]) => Object.keys(gas)))].sort();
  const rows = releases.map(
    (release) => `  [\n    '${release}',\n    \`\n${pricesIn(release, entries)}\n    \`,\n  ],`,
  );
  return `${head}
/** For each release, the flat costs that it sets: milligas, and the internal names of the builtins with that cost. */
export const builtinPrices: ReadonlyMap<string, string> = new Map([
${rows.join('\n')}
]);
`;
}

function pricesIn(release: string, entries: readonly Entry[]): string {
  const namesByCost = new Map<number, string[]>();
  for (const [name, { gas }] of entries) {
    const cost = gas[release];
    if (cost !== undefined) namesByCost.set(cost, [...(namesByCost.get(cost) ?? []), name]);
  }
  return [...namesByCost]
    .sort(([left], [right]) => left - right)
    .map(([cost, names]) => `    ${cost}:\n${wrapped(names, '      ')}`)
    .join('\n');
}

function wrapped(words: readonly string[], indent: string): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of words) {
    if (line.length + word.length > 99) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join('\n');
}
