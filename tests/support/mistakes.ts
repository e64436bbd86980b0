// The cases of docs/mistakes.md: a Markdown file each under tests/mistakes, with the code, the command and its output. Paths
// are relative to the project's root, where tests and generators run.
import { readdirSync, readFileSync } from 'node:fs';

const folder = 'tests/mistakes';

export type Mistake = {
  /** The path of the case. */
  readonly path: string;
  readonly title: string;
  /** The whole text of the section. */
  readonly text: string;
  readonly files: Readonly<Record<string, string>>;
  /** The arguments of `pact`. */
  readonly args: readonly string[];
  /** The recorded output, of both streams. */
  readonly printed: string;
};

const files = /^`([^`]+)`:\n\n```pact\n([\s\S]*?)^```$/gm;
const run = /^```console\n\$ pact (.*)\n([\s\S]*?)^```$/m;

export function readMistakes(): readonly Mistake[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => mistakeOf(`${folder}/${name}`));
}

function mistakeOf(path: string): Mistake {
  const text = readFileSync(path, 'utf8');
  const [, args, printed] = run.exec(text) ?? [];
  const title = /^## (.+)$/m.exec(text)?.[1];
  if (args === undefined || printed === undefined || title === undefined) {
    throw new Error(`${path} has no title or no command`);
  }
  const written = [...text.matchAll(files)].map(([, name, content]) => [name, content]);
  return {
    path,
    title,
    text,
    files: Object.fromEntries(written) as Record<string, string>,
    args: args.split(' '),
    printed,
  };
}

/** Returns the section with the output of a run. */
export const withPrinted = ({ text, args }: Mistake, printed: string): string =>
  text.replace(run, () => `\`\`\`console\n$ pact ${args.join(' ')}\n${printed}\`\`\``);
