// Random bytes from the system, fit for keys.

import { randomBytes } from 'node:crypto';
import type { Random } from '../ports/random.ts';

export const systemRandom: Random = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
};
