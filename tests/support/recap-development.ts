// A network of the reference that the project does not ship: some golden data belong to it.
import { readFileSync } from 'node:fs';
import { networkOfFile } from './network-files.ts';

export const recapDevelopment = networkOfFile(
  readFileSync(new URL('recap-development.yaml', import.meta.url), 'utf8'),
);
