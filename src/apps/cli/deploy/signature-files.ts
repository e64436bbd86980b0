// The files of a deployment: transactions for other signers, and the journal.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bad, good, type Result } from '../../../base/result.ts';
import { checkClaim, claimOf } from '../../../chain/command/claims.ts';
import { parseSignature, signatureText } from '../../../chain/command/signer.ts';
import {
  type Attempt,
  type DeploySigner,
  Journal,
  type SignatureBox,
} from '../../../tools/deploy/index.ts';
import { makeFolder } from '../../../base/platform/disk/files.ts';
import {
  printSignatureFile,
  readCommands,
  readSignatureFile,
} from '../../request/signature-file.ts';
import { readSourceFile, reasonOf, writeSourceFile } from '../files.ts';
import { leadsOutside } from '../project/folder-bounds.ts';
import { decodeUtf8, utf8 } from '../../../base/bytes.ts';
import { RecordLog } from '../../../storage/file/index.ts';

type Signed = {
  readonly byKey: ReadonlyMap<string, string>;
  /** The signatures in the order of the signers, for a complete transaction. */
  readonly inOrder: readonly string[] | undefined;
};

export class SignatureFiles implements SignatureBox {
  private readonly folder: string;
  private readonly network: string;
  private readonly signers: readonly DeploySigner[];
  /** The content of the files on the command line, by request key. */
  private readonly given = new Map<string, Signed[]>();
  readonly written: string[] = [];

  constructor(options: {
    readonly folder: string;
    readonly network: string;
    readonly signers: readonly DeploySigner[];
  }) {
    this.folder = options.folder;
    this.network = options.network;
    this.signers = options.signers;
  }

  /** Reads a file of the command line; returns a sentence if it is not a signed transaction. */
  add(path: string): string | undefined {
    const answer = readSourceFile(path);
    if (answer.kind === 'failure') return `cannot read ${path}: ${answer.reason}`;
    const found = signedIn(answer.text);
    if (typeof found === 'string') return `${path}: ${found}`;
    for (const [key, signed] of found) {
      this.given.set(key, [...(this.given.get(key) ?? []), signed]);
    }
    return undefined;
  }

  put(attempt: Attempt, publicKeys: readonly string[]): Promise<Result<undefined, string>> {
    const path = this.pathOf(attempt);
    this.written.push(path);
    const signatures = new Map(
      publicKeys.map((publicKey, i) => {
        const text = attempt.signatures[i];
        return [publicKey, text === undefined ? undefined : parseSignature(text)];
      }),
    );
    const { key: hash, cmd } = attempt;
    const outside = leadsOutside(path);
    if (outside !== undefined) return Promise.resolve(bad(`cannot write ${path}: ${outside}`));
    try {
      makeFolder(this.folder);
    } catch (error) {
      return Promise.resolve(bad(`cannot create the folder ${this.folder}: ${reasonOf(error)}`));
    }
    const refused = writeSourceFile(path, printSignatureFile({ hash, signatures, cmd }));
    const fault = refused === undefined ? undefined : `cannot write ${path}: ${refused}`;
    return Promise.resolve(fault === undefined ? good(undefined) : bad(fault));
  }

  take(
    attempt: Attempt,
    publicKeys: readonly string[],
  ): Promise<Result<Attempt['signatures'], string>> {
    const path = this.pathOf(attempt);
    if (existsSync(path)) {
      const fault = this.add(path);
      if (fault !== undefined) return Promise.resolve(bad(fault));
    }
    const candidates = this.given.get(attempt.key) ?? [];
    const signatures: (string | undefined)[] = [];
    for (const [i, publicKey] of publicKeys.entries()) {
      const text = candidates
        .map(({ byKey, inOrder }) => byKey.get(publicKey) ?? inOrder?.[i])
        .find((each) => each !== undefined);
      const signer = this.signers[i]?.signer;
      if (text !== undefined && signer !== undefined) {
        const verdict = checkClaim(claimOf(attempt.key, signer, parseSignature(text)));
        if (verdict !== undefined) {
          const what = `the signature of ${publicKey} for ${attempt.title}`;
          return Promise.resolve(bad(`${what} does not verify: ${verdict}`));
        }
      }
      signatures.push(text);
    }
    return Promise.resolve(good(signatures));
  }

  private pathOf({ chain, key }: Attempt): string {
    return join(this.folder, `${fileName(this.network)}-chain-${chain}-${key}.yaml`);
  }
}

function signedIn(text: string): ReadonlyMap<string, Signed> | string {
  if (text.trimStart().startsWith('{')) {
    const commands = readCommands(text);
    if (!commands.ok) return commands.fault.sentence;
    return new Map(
      commands.value.map(({ hash, signatures }) => [
        hash,
        { byKey: new Map<string, string>(), inOrder: signatures.map(signatureText) },
      ]),
    );
  }
  const read = readSignatureFile(text);
  if (!read.ok) return read.fault.sentence;
  const { hash, signatures } = read.value.content;
  const byKey = new Map<string, string>();
  for (const [publicKey, signature] of signatures) {
    if (signature !== undefined) byKey.set(publicKey, signatureText(signature));
  }
  return new Map([[hash, { byKey, inOrder: undefined }]]);
}

// The journal of deployments to one network: a log beside the project file, used by one process at a time.

type OpenJournal = { readonly journal: Journal; readonly close: () => void };

/** Opens the journal. Throws a `StoreFault` if another process uses it or it cannot be written. */
export function openJournal(folder: string, network: string): OpenJournal {
  const place = join(folder, '.pact', 'deploy');
  makeFolder(place, 0o700);
  // Git ignores the folder in projects without a line for it in .gitignore, too.
  writeSourceFile(join(folder, '.pact', '.gitignore'), '*\n');
  const records: string[] = [];
  const log = RecordLog.open(join(place, `${fileName(network)}.log`), (content) => {
    records.push(decodeUtf8(content) ?? '');
  });
  const file = {
    append: async (record: string): Promise<void> => {
      log.append([utf8(record)]);
      await log.sync();
    },
  };
  return { journal: new Journal(file, records), close: () => log.close() };
}

/** Turns a name that users chose into a file name. */
const fileName = (name: string): string =>
  encodeURIComponent(name).replaceAll('.', '%2E').replaceAll('*', '%2A').slice(0, 100);
