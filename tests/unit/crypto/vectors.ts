// Published vectors and the reference's own tests are not part of the project: tests read them
// where they are present, and are reported as skipped elsewhere.
import { pathToFileURL } from 'node:url';
import { outsideTest, type Run } from '../../support/outside-test.ts';

const vectors = new URL('../../../../shared/vectors/signatures/', import.meta.url);
/** A checkout of the reference. */
const reference = process.env['PACT_REFERENCE'];

/** A test over a file of signature vectors. */
export function vectorTest(file: string, title: string, run: Run): void {
  outsideTest(new URL(file, vectors), `${title} (vectors: ${file})`, run);
}

/** A test over a file of the reference checkout. */
export function referenceTest(path: string, title: string, run: Run): void {
  const url = reference === undefined ? undefined : pathToFileURL(`${reference}/${path}`);
  outsideTest(url, `${title} (reference: ${path})`, run);
}
