// The stubs of well-known contracts as text within the code, because the analysis reads no files.
import { readdirSync, readFileSync } from 'node:fs';

const folder = 'stdlib/stubs';

export function stubTexts(): string {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.pact'))
    .sort();
  const entries = names.map((name) => {
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    const literal = text.replace(/[\\`]|\$\{/g, (found) => `\\${found}`);
    return `  [\n    '${name.replace('.pact', '')}',\n    \`${literal}\`,\n  ],\n`;
  });
  return (
    '// The contracts of stdlib/stubs, by the names of their modules.\n' +
    '// Written by `npm run generate`: do not edit.\n\n' +
    `export const stubTexts: ReadonlyMap<string, string> = new Map([\n${entries.join('')}]);\n`
  );
}
