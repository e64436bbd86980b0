// Reads the project file pact.yaml: returns its settings or its faults. Every key is optional.

import { bad, good, type Result } from '../result.ts';
import {
  type Fault,
  type Located,
  type LineColumn,
  entriesOf,
  fieldOf,
  textIn,
  wholeNumberIn,
} from './located.ts';
import { readYaml } from './read-yaml.ts';
import { checkValue } from './check.ts';
import { projectSchema } from './schema.ts';

export type Network = {
  readonly host: string;
  readonly networkId: string;
  readonly chains: readonly string[] | undefined;
  readonly deploying: DeploySettings;
};

/** The settings of a network for `pact deploy`; paths are relative to the folder of the project file. */
export type DeploySettings = {
  readonly sender: string | undefined;
  readonly gasLimit: number | undefined;
  /** A decimal as a string. */
  readonly gasPrice: string | undefined;
  /** Seconds. */
  readonly ttl: number | undefined;
  readonly confirmations: number | undefined;
  readonly dataFile: string | undefined;
  readonly signers: readonly SignerSetting[];
};

/** Has exactly one of `file`, `account` and `publicKey`. */
export type SignerSetting = {
  readonly file: string | undefined;
  /** An account of development networks, whose key is known. */
  readonly account: string | undefined;
  readonly publicKey: string | undefined;
  /** Capabilities as code. */
  readonly caps: readonly PlacedText[];
  readonly place: LineColumn;
};

export type Requirement = { readonly network: string; readonly chain: string };

/** Forms that run once, with the upgrade of a module. */
export type MigrationSetting = {
  readonly file: PlacedText;
  readonly module: string;
  /** An expression as code. */
  readonly done: string;
};

/** A string with its place in the file, for faults that only a command can find. */
export type PlacedText = { readonly text: string; readonly place: LineColumn };

export type Project = {
  readonly sources: readonly PlacedText[] | undefined;
  readonly tests: readonly PlacedText[] | undefined;
  readonly format: {
    readonly width: number | undefined;
    readonly indent: number | undefined;
    readonly closers: string | undefined;
  };
  /** Whether modules may use builtins that only Pact 4 had. */
  readonly pact4: boolean;
  readonly lint: { readonly ignore: readonly PlacedText[] };
  readonly testing: {
    /** Seconds. */
    readonly timeout: number | undefined;
    readonly gasLimit: number | undefined;
  };
  /** `exclude`: files, folders and patterns. */
  readonly coverage: { readonly exclude: readonly PlacedText[] | undefined };
  readonly gas: { readonly limit: number | undefined };
  readonly migrations: readonly MigrationSetting[];
  readonly networks: ReadonlyMap<string, Network>;
  /** By the name of the module. */
  readonly requirements: ReadonlyMap<string, Requirement & { readonly place: LineColumn }>;
};

/** In characters. A project file has a few hundred. */
const longestFile = 65_536;

export type ReadProject = Result<Project, readonly Fault[]>;

export function readProject(text: string): ReadProject {
  const read = readYaml(text, longestFile);
  if (!read.ok) return read;
  const faults = checkValue(read.value, projectSchema, '');
  if (faults.length > 0) return bad(faults);
  const signers = signerFaults(read.value);
  return signers.length > 0 ? bad(signers) : good(projectOf(read.value));
}

/** Checks that each signer has exactly one of three keys, which the schema cannot express. */
function signerFaults(value: Located): readonly Fault[] {
  return entriesOf(fieldOf(value, 'networks')).flatMap(({ key, value: network }) => {
    const signers = fieldOf(network, 'signers');
    if (signers?.kind !== 'list') return [];
    return signers.items.flatMap((signer) => {
      const named = ['file', 'account', 'public'].filter(
        (name) => fieldOf(signer, name) !== undefined,
      );
      if (named.length === 1) return [];
      const message = `an item of networks.${key}.signers needs exactly one of file, account and public`;
      return [{ message, place: signer.place }];
    });
  });
}

/** Returns the settings in a value that was checked against the schema. */
function projectOf(value: Located): Project {
  const format = fieldOf(value, 'format');
  const testing = fieldOf(value, 'testing');
  return {
    sources: placedTexts(fieldOf(value, 'sources')),
    tests: placedTexts(fieldOf(value, 'tests')),
    format: {
      width: wholeNumberIn(fieldOf(format, 'width')),
      indent: wholeNumberIn(fieldOf(format, 'indent')),
      closers: textIn(fieldOf(format, 'closers')),
    },
    pact4: textIn(fieldOf(value, 'pact4')) === 'true',
    lint: { ignore: placedTexts(fieldOf(fieldOf(value, 'lint'), 'ignore')) ?? [] },
    testing: {
      timeout: wholeNumberIn(fieldOf(testing, 'timeout')),
      gasLimit: wholeNumberIn(fieldOf(testing, 'gasLimit')),
    },
    coverage: { exclude: placedTexts(fieldOf(fieldOf(value, 'coverage'), 'exclude')) },
    gas: { limit: wholeNumberIn(fieldOf(fieldOf(value, 'gas'), 'limit')) },
    migrations: migrationSettings(fieldOf(value, 'migrations')),
    networks: new Map(
      entriesOf(fieldOf(value, 'networks')).map(({ key, value: network }) => [
        key,
        {
          host: textIn(fieldOf(network, 'host')) ?? '',
          networkId: textIn(fieldOf(network, 'networkId')) ?? '',
          chains: placedTexts(fieldOf(network, 'chains'))?.map((chain) => chain.text),
          deploying: deploySettings(network),
        },
      ]),
    ),
    requirements: new Map(
      entriesOf(fieldOf(value, 'requirements')).map(({ key, place, value: requirement }) => [
        key,
        {
          network: textIn(fieldOf(requirement, 'network')) ?? '',
          chain: textIn(fieldOf(requirement, 'chain')) ?? '0',
          place,
        },
      ]),
    ),
  };
}

function deploySettings(network: Located): DeploySettings {
  const signers = fieldOf(network, 'signers');
  return {
    sender: textIn(fieldOf(network, 'sender')),
    gasLimit: wholeNumberIn(fieldOf(network, 'gasLimit')),
    gasPrice: textIn(fieldOf(network, 'gasPrice')),
    ttl: wholeNumberIn(fieldOf(network, 'ttl')),
    confirmations: wholeNumberIn(fieldOf(network, 'confirmations')),
    dataFile: textIn(fieldOf(network, 'dataFile')),
    signers: signers?.kind === 'list' ? signers.items.map(signerSetting) : [],
  };
}

function signerSetting(signer: Located): SignerSetting {
  return {
    file: textIn(fieldOf(signer, 'file')),
    account: textIn(fieldOf(signer, 'account')),
    publicKey: textIn(fieldOf(signer, 'public')),
    caps: placedTexts(fieldOf(signer, 'caps')) ?? [],
    place: signer.place,
  };
}

function migrationSettings(value: Located | undefined): readonly MigrationSetting[] {
  if (value?.kind !== 'list') return [];
  return value.items.map((item) => ({
    file: {
      text: textIn(fieldOf(item, 'file')) ?? '',
      place: fieldOf(item, 'file')?.place ?? item.place,
    },
    module: textIn(fieldOf(item, 'module')) ?? '',
    done: textIn(fieldOf(item, 'done')) ?? '',
  }));
}

function placedTexts(value: Located | undefined): readonly PlacedText[] | undefined {
  if (value?.kind !== 'list') return undefined;
  return value.items.map((item) => ({ text: textIn(item) ?? '', place: item.place }));
}
