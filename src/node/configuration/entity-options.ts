// The keys about the entity of a node, whose sealed commands it executes: the same as those of pact serve.

import { text, type NodeOption, type OptionValue } from './option.ts';
import { sealedLimits } from '../sealed/limits.ts';

export type EntityConfiguration = {
  readonly name: string;
  /** The file with its secret key. */
  readonly keyFile: string;
  /** Public keys of other entities in hexadecimal, by name. */
  readonly known: ReadonlyMap<string, string>;
};

export const entityNamePattern = '[A-Za-z0-9_-]{1,64}';

export const entityOptions: readonly NodeOption[] = [
  {
    key: 'entity',
    schema: {
      type: 'text',
      description: 'The name of the entity of this node, in the addresses of sealed commands.',
      pattern: `^${entityNamePattern}$`,
      what: 'a name of letters, digits, - and _',
    },
    default: undefined,
    unset: 'no sealed commands are executed',
  },
  {
    key: 'entityKey',
    schema: text('The key file of this entity, made by pact seal --genkey.'),
    default: undefined,
    unset: 'none',
  },
  {
    key: 'entities',
    schema: {
      type: 'list',
      description:
        'The public keys of the entities that send sealed commands: NAME=KEY, or in a file NAME: KEY.',
      items: {
        type: 'text',
        description: 'An entity.',
        pattern: `^${entityNamePattern}=[0-9a-fA-F]{64}$`,
        what: 'NAME=KEY: a name, and a public key of 64 hexadecimal digits',
      },
    },
    isMapInFile: true,
    default: [],
  },
];

type Values = {
  readonly raw: (key: string) => OptionValue;
  readonly list: (key: string) => readonly string[];
};

/** Returns `undefined` if the node has no entity. */
export function entityConfigurationOf(
  { raw, list }: Values,
  path: (key: string) => string | undefined,
): EntityConfiguration | undefined {
  const name = raw('entity');
  const keyFile = path('entityKey');
  if (name === undefined || keyFile === undefined) return undefined;
  return { name: String(name), keyFile, known: entitiesIn(list('entities')) };
}

/** Returns public keys by name, from texts that match the pattern of `entities`. */
export function entitiesIn(texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    texts.map((each): [string, string] => {
      const [name = '', key = ''] = each.split('=');
      return [name, key.toLowerCase()];
    }),
  );
}

/** Reports what is wrong with these keys together. */
export function entityFaults(
  { raw, list }: Values,
  say: (key: string, message: string) => void,
): void {
  const [hasName, hasKey] = [raw('entity') !== undefined, raw('entityKey') !== undefined];
  const entities = list('entities');
  if (hasName && !hasKey) {
    say(
      'entity',
      "needs entityKey, the key file of the entity: 'pact seal --genkey FILE' makes one",
    );
  }
  if (hasKey && !hasName) say('entityKey', 'needs entity, the name that the key belongs to');
  if (entities.length > 0 && !hasName) {
    say('entities', 'needs entity and entityKey: without them no sealed command is opened here');
  }
  if (entities.length > sealedLimits.entities) {
    say('entities', `has ${entities.length} entities, but may have ${sealedLimits.entities}`);
  }
  if (hasName && raw('follow') === 'headers') {
    say('entity', 'does not go with follow: headers, which executes nothing');
  }
}
