// Lines that ran, from two kinds of reports: V8's reports of processes that ran the files of dist, and Vitest's istanbul
// reports.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Maps each file to its lines, and each line to whether it ran. */
export function linesOfVitest(report, root) {
  const lines = new Map();
  for (const { path, statementMap, s } of Object.values(JSON.parse(readFileSync(report, 'utf8')))) {
    const ofFile = new Map();
    for (const [id, { start }] of Object.entries(statementMap)) {
      ofFile.set(start.line, ofFile.get(start.line) === true || s[id] > 0);
    }
    lines.set(relative(root, path).replaceAll('\\', '/'), ofFile);
  }
  return lines;
}

/** Returns, by file, the lines that ran in processes with `NODE_V8_COVERAGE`. */
export function linesOfProcesses(folder, root) {
  const ran = new Map();
  const maps = new Map();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    for (const { url, functions } of readReport(join(folder, name))) {
      const script = pathOf(url);
      if (script === undefined || !script.startsWith(join(root, 'dist'))) continue;
      if (!maps.has(script)) maps.set(script, mappingsOf(script, root));
      const mappings = maps.get(script);
      if (mappings !== undefined) addRun(ran, mappings, functions);
    }
  }
  return ran;
}

/** A killed process may leave half of a report. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).result;
  } catch {
    return [];
  }
}

const pathOf = (url) =>
  url.startsWith('file:') ? fileURLToPath(url) : url.startsWith('/') ? url : undefined;

/** A position ran if the innermost range around it did. */
function addRun(ran, { offsets, files, lines }, functions) {
  const counts = new Float64Array(offsets.length).fill(-1);
  // Outer ranges come before inner ones.
  const ranges = functions
    .flatMap((each) => each.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges) {
    for (
      let i = firstFrom(offsets, startOffset);
      i < offsets.length && offsets[i] < endOffset;
      i++
    ) {
      counts[i] = count;
    }
  }
  for (let i = 0; i < offsets.length; i++) {
    if (counts[i] <= 0) continue;
    const ofFile = ran.get(files[i]) ?? new Set();
    ran.set(files[i], ofFile);
    ofFile.add(lines[i]);
  }
}

function firstFrom(offsets, start) {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle] < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the positions of a built file that map to a position in the sources, ascending. */
function mappingsOf(script, root) {
  const path = `${script}.map`;
  if (!existsSync(path)) return undefined;
  const { sources, mappings } = JSON.parse(readFileSync(path, 'utf8'));
  const names = sources.map((each) =>
    relative(root, resolve(dirname(script), each)).replaceAll('\\', '/'),
  );
  const starts = lineStarts(readFileSync(script, 'utf8'));
  const found = { offsets: [], files: [], lines: [] };
  let [source, sourceLine] = [0, 0];
  mappings.split(';').forEach((ofLine, line) => {
    let column = 0;
    for (const segment of ofLine.split(',')) {
      const [columns, sourceBy, lineBy] = decoded(segment);
      if (columns === undefined) continue;
      column += columns;
      if (sourceBy === undefined) continue;
      source += sourceBy;
      sourceLine += lineBy;
      found.offsets.push(starts[line] + column);
      found.files.push(names[source]);
      found.lines.push(sourceLine + 1);
    }
  });
  return found;
}

function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Decodes the numbers of a segment: base 64, five bits a digit, the lowest bit is the sign. */
function decoded(segment) {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const each of segment) {
    const digit = digits.indexOf(each);
    value += (digit & 31) << shift;
    shift += 5;
    if ((digit & 32) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}
