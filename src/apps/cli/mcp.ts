// `pact mcp` on the main thread: serves one client until it closes standard input.

import { realpathSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exitStatus, type ExitStatus } from './exit.ts';
import { reasonOf } from './files.ts';
import { serveMcp } from './mcp/server.ts';
import type { GivenOptions } from './options.ts';
import { writeErrorLine } from './output.ts';
import { packageVersion } from './package.ts';

export async function mcp({ operands: [folder = '.'] }: GivenOptions): Promise<ExitStatus> {
  try {
    if (!statSync(folder).isDirectory()) {
      writeErrorLine(`pact: ${folder} is not a folder`);
      return exitStatus.misuse;
    }
    // The threads have the same current folder, and paths are shown from there.
    process.chdir(realpathSync.native(folder));
  } catch (error) {
    writeErrorLine(`pact: cannot serve ${folder}: ${reasonOf(error)}`);
    return exitStatus.misuse;
  }
  await serveMcp({
    version: packageVersion,
    folder: process.cwd(),
    program: new URL('./commands.cjs', import.meta.url),
    docs: fileURLToPath(new URL('../docs', import.meta.url)),
  });
  return exitStatus.success;
}
