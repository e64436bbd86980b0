// Waits for parts of the output of a running command, one after the other.

import type { Readable } from 'node:stream';

export function shownBy(output: Readable): (part: string) => Promise<void> {
  let shown = '';
  return async (part) => {
    while (!shown.includes(part)) {
      const [chunk] = await new Promise<[Buffer]>((resolve) =>
        output.once('data', (data: Buffer) => resolve([data])),
      );
      shown += chunk.toString();
    }
    shown = shown.slice(shown.indexOf(part) + part.length);
  };
}
