// What an option of a node's configuration is, and the schemas that several of them have.

import type { Schema } from '../../base/config/schema.ts';

/** The value of a key; list items are strings. */
export type OptionValue = string | number | boolean | readonly string[] | undefined;

export type NodeOption = {
  /** Dotted name: `service.port`. In the environment it is `PACT_NODE_SERVICE_PORT`. */
  readonly key: string;
  readonly schema: Extract<Schema, { type: 'text' | 'integer' | 'boolean' | 'choice' | 'list' }>;
  /** `undefined`: no value; `unset` says what that means. */
  readonly default: OptionValue;
  readonly unset?: string;
  /** In a file, a list of NAME=VALUE may also be a map, NAME: VALUE. Only for keys without a dot. */
  readonly isMapInFile?: true;
  /** The key in configurations of the reference's node, without the outermost key. */
  readonly reference?: string;
};

export const text = (description: string) => ({ type: 'text', description }) as const;
export const flag = (description: string) => ({ type: 'boolean', description }) as const;
export const count = (description: string, least: number, max: number) =>
  ({ type: 'integer', description, least, max }) as const;

export const word = (description: string) =>
  ({
    type: 'text',
    description,
    pattern: '^[a-z][a-z0-9]{0,31}$',
    what: 'a word of lower-case letters and digits',
  }) as const;

export const publicKey = {
  type: 'text',
  description: 'A public key.',
  pattern: '^[0-9a-f]{64}$',
  what: 'a public key: 64 digits of 0-9 and a-f',
} as const;
