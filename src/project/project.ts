// The project file pact.yaml: text in, settings or faults out. Everything in it may be left out.

import type { Entry, Fault, Located, Place } from '../yaml/located.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { isNothing, numberIn } from '../yaml/to-json.ts';
import { checkValue } from './check.ts';
import { projectSchema } from './schema.ts';

export const projectFileName = 'pact.yaml';

export type Network = {
  readonly host: string;
  readonly networkId: string;
  readonly chains: readonly string[] | undefined;
};

/** What can be wrong in ways that only a command can tell: it says where the text stands. */
export type PlacedText = { readonly text: string; readonly place: Place };

export type Project = {
  readonly sources: readonly PlacedText[] | undefined;
  readonly tests: readonly PlacedText[] | undefined;
  readonly format: {
    readonly width: number | undefined;
    readonly indent: number | undefined;
    readonly closers: string | undefined;
  };
  readonly lint: { readonly ignore: readonly PlacedText[] };
  readonly gas: { readonly limit: number | undefined };
  readonly networks: ReadonlyMap<string, Network>;
};

/** Characters. A project file has a few hundred. */
const longestFile = 65_536;

export type ReadProject =
  | { readonly kind: 'project'; readonly project: Project }
  | { readonly kind: 'faults'; readonly faults: readonly Fault[] };

export function readProject(text: string): ReadProject {
  const read = readYaml(text, longestFile);
  if (read.kind === 'faults') return read;
  const faults = checkValue(read.value, projectSchema, '');
  if (faults.length > 0) return { kind: 'faults', faults };
  return { kind: 'project', project: projectOf(read.value) };
}

/** Of a value that was checked. */
function projectOf(value: Located): Project {
  const format = field(value, 'format');
  return {
    sources: placedTexts(field(value, 'sources')),
    tests: placedTexts(field(value, 'tests')),
    format: {
      width: number(field(format, 'width')),
      indent: number(field(format, 'indent')),
      closers: text(field(format, 'closers')),
    },
    lint: { ignore: placedTexts(field(field(value, 'lint'), 'ignore')) ?? [] },
    gas: { limit: number(field(field(value, 'gas'), 'limit')) },
    networks: new Map(
      entriesOf(field(value, 'networks')).map(({ key, value: network }) => [
        key,
        {
          host: text(field(network, 'host')) ?? '',
          networkId: text(field(network, 'networkId')) ?? '',
          chains: placedTexts(field(network, 'chains'))?.map((chain) => chain.text),
        },
      ]),
    ),
  };
}

function entriesOf(value: Located | undefined): readonly Entry[] {
  return value?.kind === 'map' ? value.entries : [];
}

function field(value: Located | undefined, name: string): Located | undefined {
  return entriesOf(value).find(({ key }) => key === name)?.value;
}

function text(value: Located | undefined): string | undefined {
  return value?.kind === 'scalar' && !isNothing(value) ? value.text : undefined;
}

function number(value: Located | undefined): number | undefined {
  return value === undefined ? undefined : numberIn(value);
}

function placedTexts(value: Located | undefined): readonly PlacedText[] | undefined {
  if (value?.kind !== 'list') return undefined;
  return value.items.map((item) => ({ text: text(item) ?? '', place: item.place }));
}
