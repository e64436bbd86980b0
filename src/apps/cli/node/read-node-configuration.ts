// Reads the configuration of `pact node` from its file, the environment and its options.

import { bad, type Result } from '../../../base/result.ts';
import {
  readConfiguration,
  type Effective,
  type FlagValue,
} from '../../../node/configuration/index.ts';
import type { Given } from '../commands/define.ts';
import { readSourceFile } from '../files.ts';

/** The configuration keys of options. */
const keyOfOption = {
  network: 'network',
  data: 'data',
  host: 'service.host',
  port: 'service.port',
  'mining-threads': 'mining.threads',
  'log-level': 'log.level',
} as const;

/** Faults are sentences. */
export function nodeConfiguration(
  given: Given,
  environment: Readonly<Record<string, string | undefined>>,
): Result<Effective, readonly string[]> {
  const path = given.value('config');
  const flags = flagsOf(given);
  if (path === undefined) return readConfiguration({ environment, flags });
  const file = readSourceFile(path);
  if (file.kind !== 'text') return bad([`cannot read ${path}: ${file.reason}`]);
  return readConfiguration({ file: { path, text: file.text }, environment, flags });
}

export function flagsOf(given: Given): readonly FlagValue[] {
  const set = given.values('set').map((text): FlagValue => {
    const equals = text.indexOf('=');
    return { flag: '--set', key: text.slice(0, equals).trim(), text: text.slice(equals + 1) };
  });
  const own = Object.entries(keyOfOption).flatMap(([option, key]): readonly FlagValue[] => {
    const text = given.value(option);
    return text === undefined ? [] : [{ flag: `--${option}`, key, text }];
  });
  const mines = given.has('mining-threads')
    ? [{ flag: '--mining-threads', key: 'mining.enabled', text: 'true' }]
    : [];
  return [...set, ...own, ...mines];
}
