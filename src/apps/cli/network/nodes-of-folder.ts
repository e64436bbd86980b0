// The nodes of a folder: each subfolder with a node.yaml is one.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bad, good, type Result } from '../../../base/result.ts';
import {
  type NodeConfiguration,
  readConfiguration,
} from '../../../node/configuration/node-configuration.ts';
import { readSourceFile, reasonOf } from '../files.ts';
import { fileNames } from './file-texts.ts';

export type FoundNode = {
  /** The name of its folder. */
  readonly name: string;
  /** The path of its configuration. */
  readonly path: string;
  readonly configuration: NodeConfiguration;
};

/** In the order of their numbers. Faults are sentences. */
export function nodesOf(folder: string): Result<readonly FoundNode[], readonly string[]> {
  const names = folderNames(folder);
  if (!names.ok) return bad([names.fault]);
  const faults: string[] = [];
  const nodes: FoundNode[] = [];
  for (const name of names.value) {
    const path = join(folder, name, fileNames.node);
    const file = readSourceFile(path);
    if (file.kind !== 'text') {
      if (file.reason !== noFile) faults.push(`cannot read ${path}: ${file.reason}`);
      continue;
    }
    const read = readConfiguration({ file: { path, text: file.text }, environment: {}, flags: [] });
    if (read.ok) nodes.push({ name, path, configuration: read.value.configuration });
    else faults.push(...read.fault);
  }
  if (faults.length > 0) return bad(faults);
  return nodes.length > 0
    ? good(nodes)
    : bad([`${folder} has no nodes: 'pact network new ${folder}' creates a network there`]);
}

const noFile = 'there is no such file';

function folderNames(folder: string): Result<readonly string[], string> {
  try {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    );
    return good(folders.map(({ name }) => name).sort(byNumber));
  } catch (error) {
    const reason = reasonOf(error);
    return bad(
      reason === noFile
        ? `there is no folder ${folder}: 'pact network new' creates a network`
        : `cannot read ${folder}: ${reason}`,
    );
  }
}

/** node-2 comes before node-10. */
function byNumber(a: string, b: string): number {
  const [wordA, numberA] = parts(a);
  const [wordB, numberB] = parts(b);
  if (wordA !== wordB) return wordA < wordB ? -1 : 1;
  return numberA - numberB;
}

function parts(name: string): readonly [string, number] {
  const [, word = name, digits = ''] = /^(.*?)(\d{0,9})$/.exec(name) ?? [];
  return [word, Number(digits)];
}
