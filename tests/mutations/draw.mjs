// Draws random mutations from a seed: first a room of layers.json, so that small rooms get their share, then a kind of
// mutation, since most places are calls, then a place. The same seed and sources give the same mutations.
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import ts from 'typescript';
import { areasOf } from '../architecture/areas.mjs';

/** Rooms that TypeScript's parser reads and tests reach. */
const areas = ['src', 'grammar', 'lsp/server', 'lsp/debug', 'lsp/vscode'];

export function drawMutations(root, { seed, count, within = '' }) {
  const random = numbersFrom(seed);
  const rooms = [...sitesByRoom(root, within).values()]
    .filter((sites) => sites.length > 0)
    .map((sites) => [...byKind(sites).values()]);
  const drawn = [];
  const seen = new Set();
  while (drawn.length < count && rooms.length > 0) {
    const kinds = rooms[random(rooms.length)];
    const sites = kinds[random(kinds.length)];
    const site = sites[random(sites.length)];
    const key = `${site.file}:${site.start}:${site.what}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (!site.isChange) continue;
    drawn.push({ id: `${seed}-${drawn.length}`, ...site });
  }
  return drawn;
}

function byKind(sites) {
  const kinds = new Map();
  for (const site of sites) kinds.set(site.what, [...(kinds.get(site.what) ?? []), site]);
  return kinds;
}

function sitesByRoom(root, within) {
  const { rooms } = JSON.parse(readFileSync(join(root, 'layers.json'), 'utf8'));
  // The longest path first: a room may lie in the folder of another one.
  const paths = [...areasOf(rooms).map(({ path }) => path), ...areas].sort(
    (a, b) => b.length - a.length,
  );
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', ...areas], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.stdout
    .split('\n')
    .filter((file) => file.endsWith('.ts') && file.startsWith(within))
    .sort();
  const byRoom = new Map();
  for (const file of files) {
    const room = paths.find((path) => file === path || file.startsWith(`${path}/`)) ?? '';
    const sites = byRoom.get(room) ?? [];
    sites.push(...sitesOf(file, readFileSync(join(root, file), 'utf8')));
    byRoom.set(room, sites);
  }
  return byRoom;
}

/** All mutations of a file: `{ file, line, what, start, end, replace }`. */
export function sitesOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const sites = [];
  const add = (node, what, replace) => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    // `return undefined` would not change. It still takes a place, so that seeds keep their mutations.
    const isChange = replace !== node.getText(source);
    sites.push({ isChange, file, line, what, start, end: node.getEnd(), replace });
  };
  const visit = (node) => {
    if (isOfNoInterest(node)) return;
    mutationsOf(node, source, add);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}

/** Types, imports and assertions. */
function isOfNoInterest(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isInterfaceDeclaration(node)) return true;
  if (!ts.isCallExpression(node)) return false;
  return /^(assert|unreachable|countSteps)$/.test(node.expression.getText());
}

const swaps = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '+'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
]);

function mutationsOf(node, source, add) {
  const textOf = (each) => each.getText(source);
  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken, right } = node;
    const swap = swaps.get(operatorToken.kind);
    const isOfTexts = [left, right].some(
      (each) => ts.isStringLiteralLike(each) || ts.isTemplateExpression(each),
    );
    if (swap !== undefined && !(isOfTexts && swap === '-')) add(operatorToken, 'operator', swap);
    if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
      add(node, 'default dropped', `(${textOf(left)})`);
    }
  } else if (ts.isNumericLiteral(node) && node.parent.name !== node) {
    add(node, 'constant', `(${textOf(node)} + 1)`);
  } else if (ts.isBigIntLiteral(node)) {
    add(node, 'constant', `(${textOf(node)} + 1n)`);
  } else if (node.kind === ts.SyntaxKind.TrueKeyword && !ts.isLiteralTypeNode(node.parent)) {
    add(node, 'constant', 'false');
  } else if (node.kind === ts.SyntaxKind.FalseKeyword && !ts.isLiteralTypeNode(node.parent)) {
    add(node, 'constant', 'true');
  } else if (ts.isIfStatement(node)) {
    add(node.expression, 'condition negated', `!(${textOf(node.expression)})`);
    if (node.elseStatement === undefined) add(node, 'statement removed', ';');
  } else if (ts.isConditionalExpression(node)) {
    add(node.condition, 'condition negated', `!(${textOf(node.condition)})`);
  } else if (ts.isExpressionStatement(node)) {
    const isCall = ts.isCallExpression(node.expression);
    if (!isCall || !isOfNoInterest(node.expression)) {
      add(node, isCall ? 'call dropped' : 'statement removed', ';');
    }
  } else if (ts.isReturnStatement(node) && node.expression !== undefined) {
    add(node.expression, 'returned value', returnedOf(node.expression, textOf));
  } else if (ts.isContinueStatement(node) || ts.isBreakStatement(node)) {
    if (!ts.isCaseClause(node.parent)) add(node, 'statement removed', ';');
  } else if (ts.isCallExpression(node) && !ts.isExpressionStatement(node.parent)) {
    const [first] = node.arguments;
    if (first !== undefined && !ts.isSpreadElement(first) && !ts.isFunctionLike(first)) {
      add(node, 'call dropped', `(${textOf(first)})`);
    }
  }
}

function returnedOf(expression, textOf) {
  if (expression.kind === ts.SyntaxKind.TrueKeyword) return 'false';
  if (expression.kind === ts.SyntaxKind.FalseKeyword) return 'true';
  const isCondition =
    ts.isPrefixUnaryExpression(expression) ||
    (ts.isBinaryExpression(expression) &&
      /^([<>]=?|[!=]==|&&|\|\|)$/.test(textOf(expression.operatorToken)));
  return isCondition ? `!(${textOf(expression)})` : 'undefined';
}

/** An xorshift generator of integers below a bound. */
function numbersFrom(seed) {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  for (let i = 0; i < 8; i++) next();
  return (below) => next() % below;
}
