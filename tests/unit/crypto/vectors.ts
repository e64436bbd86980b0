// Published vectors and the reference's own tests are not part of the project: tests read them
// where they are present, and are reported as skipped elsewhere.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { test } from 'vitest';

const vectors = new URL('../../../../shared/vectors/signatures/', import.meta.url);
/** A checkout of the reference. */
const reference = process.env['PACT_REFERENCE'];

type Run = (text: string) => void | Promise<void>;

/** A test over a file of signature vectors. */
export function vectorTest(file: string, title: string, run: Run): void {
  outsideTest(new URL(file, vectors), `${title} (vectors: ${file})`, run);
}

/** A test over a file of the reference checkout. */
export function referenceTest(path: string, title: string, run: Run): void {
  const url = reference === undefined ? undefined : pathToFileURL(`${reference}/${path}`);
  outsideTest(url, `${title} (reference: ${path})`, run);
}

function outsideTest(url: URL | undefined, title: string, run: Run): void {
  test.skipIf(url === undefined || !existsSync(url))(title, () => {
    return run(readFileSync(url!, 'utf8'));
  });
}
