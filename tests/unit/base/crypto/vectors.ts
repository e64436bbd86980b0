// Published vectors and the reference's own tests are stored outside the project: tests on them run if they are present, and
// are reported as skipped otherwise.
import { pathToFileURL } from 'node:url';
import { outsideTest, type Run } from '../../../support/outside-test.ts';

const vectors = new URL('../../../../../shared/vectors/signatures/', import.meta.url);
/** The path of a checkout of the reference. */
const reference = process.env['PACT_REFERENCE'];

/** Defines a test on a file of signature vectors. */
export function vectorTest(file: string, title: string, run: Run): void {
  outsideTest(new URL(file, vectors), `${title} (vectors: ${file})`, run);
}

/** Defines a test on a file of the reference's checkout. */
export function referenceTest(path: string, title: string, run: Run): void {
  const url = reference === undefined ? undefined : pathToFileURL(`${reference}/${path}`);
  outsideTest(url, `${title} (reference: ${path})`, run);
}
