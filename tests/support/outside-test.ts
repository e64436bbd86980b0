// Tests on files outside the project: they run if the file is present, and are reported as skipped otherwise.
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'vitest';

export type Run = (text: string) => void | Promise<void>;

export function outsideTest(url: URL | undefined, title: string, run: Run): void {
  test.skipIf(url === undefined || !existsSync(url))(title, () => {
    return run(readFileSync(url!, 'utf8'));
  });
}
