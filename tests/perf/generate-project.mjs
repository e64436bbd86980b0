// Generates a Pact project as large users have it: a driver that loads stages, stages that load units (each a file of
// contracts and a script that installs and tests them), and a scenario at the end. The same seed gives the same bytes on
// every machine.
//
//   node tests/perf/generate-project.mjs FOLDER [--lines 100000] [--files 150] [--seed 1]
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from '../support/parse-options.mjs';
import { unitContract } from './project/contract.mjs';
import { Chance } from './project/chance.mjs';
import { driverScript, scenarioScript, stageScript, unitScript } from './project/scripts.mjs';

const unitsOfStage = 7;

/** Returns `files` by relative path, the driver first; the driver loads the scenario last. */
export function generateProject({ lines = 100_000, files = 150, seed = 1 } = {}) {
  const chance = new Chance(seed);
  const names = unitNames(files);
  const stages = chunk(names, unitsOfStage);
  const written = new Map();
  written.set('all.repl', '');
  let linesLeft = lines - 12 * stages.length - 120;
  let unitsLeft = names.length;
  const known = [];
  for (const [number, units] of stages.entries()) {
    const folder = `stage-${String(number + 1).padStart(2, '0')}`;
    written.set(`${folder}/stage.repl`, stageScript(folder, units));
    let before;
    for (const name of units) {
      // The script of a unit has about a ninth of its lines.
      const contractLines = Math.round(((linesLeft / unitsLeft) * 8) / 9);
      const unit = unitContract({ name, before, lines: contractLines, chance });
      const script = unitScript(unit, chance);
      written.set(`${folder}/${name}/${name}.pact`, unit.text);
      written.set(`${folder}/${name}/${name}.repl`, script);
      known.push(unit);
      before = unit;
      linesLeft -= countLines(unit.text) + countLines(script);
      unitsLeft--;
    }
  }
  written.set('scenario.repl', scenarioScript(known, chance));
  written.set('all.repl', driverScript([...new Set([...written.keys()].filter(isStage))]));
  return {
    driver: 'all.repl',
    last: 'scenario.repl',
    files: written,
    lines: [...written.values()].reduce((sum, text) => sum + countLines(text), 0),
  };
}

export function writeProject(folder, project) {
  for (const [path, text] of project.files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const isStage = (path) => path.endsWith('/stage.repl');

/** Two files for each unit, one for each stage, the driver and the scenario. */
function unitNames(files) {
  const stageShare = 2 + 1 / unitsOfStage;
  const count = Math.max(1, Math.round((files - 2) / stageShare));
  return Array.from({ length: count }, (_, i) => `unit-${String(i + 1).padStart(3, '0')}`);
}

function chunk(items, size) {
  const chunks = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}

function countLines(text) {
  return text.split('\n').length - 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { lines: { type: 'string' }, files: { type: 'string' }, seed: { type: 'string' } },
  });
  const [folder] = positionals;
  const numbers = Object.entries(values).map(([name, text]) => [name, Number(text)]);
  if (folder === undefined || numbers.some(([, number]) => !(number >= 1))) {
    console.error('usage: generate-project.mjs FOLDER [--lines N] [--files N] [--seed N]');
    process.exit(2);
  }
  const project = generateProject(Object.fromEntries(numbers));
  writeProject(folder, project);
  console.log(
    JSON.stringify({
      folder,
      files: project.files.size,
      lines: project.lines,
      driver: project.driver,
    }),
  );
}
