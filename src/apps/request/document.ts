// Reads YAML files for the readers of commands. Faults are one sentence, with line and column.

import { reading } from '../../chain/command/fault.ts';
import { Field } from '../../chain/command/fields.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { suggestion } from '../../base/prose.ts';
import { jsonOf, locatedAt, type LineColumn, type Located } from '../../base/config/located.ts';
import { readYaml } from '../../base/config/read-yaml.ts';

/** A message, with its place in the file. */
export type Note = { readonly sentence: string; readonly place?: LineColumn | undefined };

type Document<T> = {
  readonly content: T;
  /** Likely mistakes that do not affect the result. */
  readonly warnings: readonly Note[];
};

export type ReadDocument<T> = Result<Document<T>, Note>;

/** The known keys of a file by path; `[]` is any item of a list. */
type KnownKeys = ReadonlyMap<string, readonly string[]>;

/** In characters. Requests contain contracts; the largest on a chain has a few hundred thousand. */
export const maxDocumentLength = 16 * 1024 * 1024;

export function readDocument<T>(
  text: string,
  known: KnownKeys,
  read: (root: Field) => T,
): ReadDocument<T> {
  const document = readYaml(text, maxDocumentLength);
  if (!document.ok) {
    const [first] = document.fault;
    return fault(first?.message ?? 'the file is not YAML', first?.place);
  }
  const { value: located } = document;
  const names = known.get('') ?? [];
  if (located.kind !== 'map') {
    return fault(`the file must be a map, such as ${names[0]}: ...`, located.place);
  }
  const answer = reading(() => read(new Field('', jsonOf(located))));
  if (answer.ok) {
    return good({ content: answer.value, warnings: strayKeys(located, known) });
  }
  const at = answer.fault.path === undefined ? undefined : locatedAt(located, answer.fault.path);
  return fault(answer.fault.sentence + quotesHint(answer.fault.sentence, at), at?.place);
}

function fault(sentence: string, place?: LineColumn): ReadDocument<never> {
  return bad({ sentence, place });
}

/** Suggests quotes: `chainId: 0` is a number. */
function quotesHint(sentence: string, at: Located | undefined): string {
  const isBare = at?.kind === 'scalar' && at.isPlain && at.text !== '';
  return isBare && sentence.includes(' must be a string,') ? ': write it in quotes' : '';
}

/** The most notes shown; the last one counts the others. */
const maxNotes = 20;

/** Returns notes about unknown keys, and repeated keys of which only one counts. */
function strayKeys(located: Located, known: KnownKeys): readonly Note[] {
  const notes: Note[] = [];
  let left = 0;
  for (const note of strayKeysIn(located, known, '')) {
    if (notes.length < maxNotes) notes.push(note());
    else left++;
  }
  const others = { sentence: `${left} more keys are unknown or appear twice` };
  return left === 0 ? notes : [...notes, others];
}

/** Each note is a function, because suggestions for many keys would take long. */
function* strayKeysIn(
  located: Located,
  known: KnownKeys,
  path: string,
): Generator<() => Note, void> {
  if (located.kind === 'list') {
    for (const item of located.items) yield* strayKeysIn(item, known, `${path}[]`);
    return;
  }
  const names = known.get(path);
  if (located.kind === 'scalar' || names === undefined) return;
  const last = new Map(located.entries.map((entry) => [entry.key, entry]));
  for (const entry of located.entries) {
    const { key, place, value } = entry;
    if (last.get(key) !== entry) {
      yield () => ({ sentence: `${key} appears twice, and the last one counts`, place });
    } else if (!names.includes(key)) {
      yield () => ({
        sentence: `${key} is not a known key and is ignored${suggestion(key, names)}`,
        place,
      });
    }
    yield* strayKeysIn(value, known, path === '' ? key : `${path}.${key}`);
  }
}

// The keys of request files, signature files and key files. Unknown keys get a warning, because a misspelt key would be
// ignored silently.

const capability = ['name', 'args'];

export const requestKeys: KnownKeys = new Map([
  [
    '',
    [
      'code',
      'codeFile',
      'data',
      'dataFile',
      'keyPairs',
      'signers',
      'verifiers',
      'nonce',
      'networkId',
      'publicMeta',
      'type',
      'pactTxHash',
      'step',
      'rollback',
      'proof',
    ],
  ],
  ['keyPairs[]', ['public', 'secret', 'file', 'address', 'scheme', 'caps']],
  ['keyPairs[].caps[]', capability],
  ['signers[]', ['public', 'address', 'scheme', 'caps']],
  ['signers[].caps[]', capability],
  ['verifiers[]', ['name', 'proof', 'clist']],
  ['verifiers[].clist[]', capability],
  ['publicMeta', ['chainId', 'sender', 'gasLimit', 'gasPrice', 'ttl', 'creationTime']],
]);

export const signatureFileKeys: KnownKeys = new Map([['', ['hash', 'sigs', 'cmd']]]);

export const keyFileKeys: KnownKeys = new Map([['', ['public', 'secret']]]);
