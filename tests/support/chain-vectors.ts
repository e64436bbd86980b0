// Golden data of the chain, which is stored outside the project.
import { outsideTest, type Run } from './outside-test.ts';

const folder = new URL('../../../shared/vectors/', import.meta.url);

/** Defines a test on the text of a vector file. */
export function chainVectorTest(file: string, title: string, run: Run): void {
  outsideTest(new URL(file, folder), `${title} (vectors: ${file})`, run);
}

export type HeaderVector = {
  readonly name: string;
  readonly header: string;
  readonly parent: string;
  readonly adjacents: readonly string[];
  readonly decoded: Readonly<Record<string, unknown>> & { readonly powHash: string };
};

export type GenesisVector = {
  readonly chainId: number;
  readonly height: number;
  readonly hash: string;
  readonly headerBase64Url: string;
};
