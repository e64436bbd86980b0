// The networks that are known by name.

import type { Network } from '../network.ts';
import { development, testSingleton } from './development.ts';
import { mainnet01 } from './mainnet01.ts';
import { testnet04 } from './testnet04.ts';
import { testnet06 } from './testnet06.ts';

export const knownNetworks: readonly Network[] = [
  mainnet01,
  testnet04,
  testnet06,
  development,
  testSingleton,
];

export function networkNamed(name: string): Network | undefined {
  return knownNetworks.find((network) => network.name === name);
}

export function networkWithCode(code: number): Network | undefined {
  return knownNetworks.find((network) => network.code === code);
}
