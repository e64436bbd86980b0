// Finds the `pact` command that is the language server and debugger and runs files: from the setting, the workspace's
// own package, or the copy in the extension, in this order. Nothing is ever installed.

import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

type PactCommand = {
  readonly kind: 'found';
  /** `dist/cli.js` of the package. */
  readonly script: string;
  readonly from: 'setting' | 'workspace' | 'extension';
};

/** The reason why none was found. */
export type Missing = { readonly kind: 'missing'; readonly fault: string };

export type Places = {
  /** `pact.server.path`: the script, or the folder of the package. */
  readonly setting: string;
  readonly folders: readonly string[];
  readonly extensionFolder: string;
  /** Code from an untrusted folder is not run. */
  readonly isTrusted: boolean;
};

const inPackage = join('dist', 'cli.js');
const inWorkspace = join('node_modules', '@multichain', 'pact', inPackage);

export function findPact(
  { setting, folders, extensionFolder, isTrusted }: Places,
  exists: (path: string) => boolean = existsSync,
): PactCommand | Missing {
  if (setting !== '' && isTrusted) return fromSetting(setting, folders, exists);
  const own = isTrusted
    ? folders.map((folder) => join(folder, inWorkspace)).find((path) => exists(path))
    : undefined;
  if (own !== undefined) return { kind: 'found', script: own, from: 'workspace' };
  const bundled = join(extensionFolder, 'pact', 'cli.js');
  if (exists(bundled)) return { kind: 'found', script: bundled, from: 'extension' };
  return {
    kind: 'missing',
    fault: `The extension is incomplete: ${bundled} is missing. Reinstall the extension.`,
  };
}

function fromSetting(
  setting: string,
  folders: readonly string[],
  exists: (path: string) => boolean,
): PactCommand | Missing {
  const bases = isAbsolute(setting) ? [setting] : folders.map((folder) => join(folder, setting));
  const candidates = bases.flatMap((base) =>
    base.endsWith('.js') ? [base] : [join(base, inPackage), join(base, inWorkspace)],
  );
  const script = candidates.find((path) => exists(path));
  if (script !== undefined) return { kind: 'found', script, from: 'setting' };
  return {
    kind: 'missing',
    fault: `The setting pact.server.path must be dist/cli.js or a folder that contains it, not "${setting}".`,
  };
}
