// Builds the VS Code extension: dist/pact-VERSION.vsix, a zip file for `code --install-extension`. It needs no network,
// and the same sources give the same bytes.
//
//   npm run package:vscode               build the command, then the extension
//   node lsp/vscode/package.mjs [FILE]   only the extension, with the command that is in dist
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { zipSync } from 'fflate';
import { fileIconSvg, iconPng } from './icon.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const command = join(root, 'dist');

/** Added unchanged. */
const copied = [
  'README.md',
  'language-configuration.json',
  'snippets/pact.json',
  'syntaxes/pact.tmLanguage.json',
  'walkthrough/debug.md',
  'walkthrough/test.md',
  'walkthrough/write.md',
];

/** The earliest time in zip files. */
const mtime = '1980-01-01T00:00:00';

const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const target = process.argv[2] ?? join(command, `pact-${manifest.version}.vsix`);

const files = new Map([
  ['[Content_Types].xml', contentTypes()],
  ['extension.vsixmanifest', vsixManifest(manifest)],
  ['extension/package.json', `${JSON.stringify(manifest, undefined, 2)}\n`],
  ['extension/LICENSE.txt', readFileSync(join(root, 'LICENSE'))],
  ['extension/icon.png', iconPng()],
  ['extension/file-icon.svg', fileIconSvg()],
  ['extension/dist/extension.cjs', await client()],
  ...copied.map((path) => [`extension/${path}`, readFileSync(join(here, path))]),
  ...commandFiles().map((name) => [`extension/pact/${name}`, readFileSync(join(command, name))]),
]);

const entries = [...files].map(([path, content]) => [
  path,
  [typeof content === 'string' ? new TextEncoder().encode(content) : content, { mtime }],
]);
mkdirSync(dirname(target), { recursive: true });
const zip = zipSync(Object.fromEntries(entries), { level: 9, os: 3, attrs: 0o644 << 16 });
writeFileSync(target, zip);
console.log(`${target}: ${files.size} files, ${(zip.length / 1024).toFixed(0)} kB`);

/** Bundles the extension and its packages into one file. */
async function client() {
  const { outputFiles } = await build({
    entryPoints: [join(here, 'src', 'extension.ts')],
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: 'inline',
    write: false,
  });
  return outputFiles[0].contents;
}

/** Copies the command without files that only the library needs; code caches depend on the release of Node. */
function commandFiles() {
  if (!existsSync(join(command, 'cli.js'))) {
    throw new Error('dist has no command: run `npm run build` first');
  }
  return readdirSync(command)
    .filter((name) => /\.(js|cjs|wasm|txt)$|^package\.json$/.test(name))
    .sort();
}

function contentTypes() {
  const types = {
    cjs: 'application/javascript',
    js: 'application/javascript',
    json: 'application/json',
    md: 'text/markdown',
    png: 'image/png',
    svg: 'image/svg+xml',
    txt: 'text/plain',
    vsixmanifest: 'text/xml',
    wasm: 'application/wasm',
  };
  const lines = Object.entries(types).map(
    ([extension, type]) => `  <Default Extension=".${extension}" ContentType="${type}"/>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${lines.join('\n')}
</Types>
`;
}

function vsixManifest({
  name,
  publisher,
  version,
  displayName,
  description,
  keywords,
  categories,
  engines,
  extensionKind,
}) {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${escaped(keywords.join(','))}</Tags>
    <Categories>${escaped(categories.join(','))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="${extensionKind.join(',')}"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/icon.png</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/icon.png" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
