// The state that outlives a transaction: functions and constants defined at top level.

import { Loaded } from '../core/model/loaded.ts';
import { replModuleName } from '../resolve/top-level.ts';
import { replHash } from '../values/encoding/hash.ts';
import type { FullyQualifiedName } from '../values/names.ts';

const replModule = new Set([replModuleName.text]);

export function replPartOf(before: Loaded): Loaded {
  const loaded = new Loaded();
  for (const { name, def } of before.dependenciesIn(replModule)) {
    if (isReplName(name)) loaded.addDef(name, def);
  }
  for (const text of before.topLevelNames()) {
    const meaning = before.topLevelName(text);
    if (meaning !== undefined && isReplName(meaning.name)) loaded.addTopLevelName(text, meaning);
  }
  return loaded;
}

function isReplName({ module, hash }: FullyQualifiedName): boolean {
  return module.text === replModuleName.text && hash === replHash;
}
