// Reads from the sources which file imports which.
import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import { filesUnder, read } from '../support/project-files.ts';

/** Maps each file to the files that it imports. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

export type ImportGraphs = {
  /** Imports of values, which exist at run time. */
  readonly values: ImportGraph;
  /** Imports of values and of types. */
  readonly types: ImportGraph;
};

export type Import = {
  /** The path of a file of this project, or the name as it is written. */
  readonly to: string;
  readonly isOfProject: boolean;
  readonly isType: boolean;
  /** An import at run time, when both files are already loaded. */
  readonly isDynamic: boolean;
};

export const sourceFiles = filesUnder(['src', 'grammar', 'lsp'], /\.ts$/);

/** Dynamic imports are left out. */
export function importGraphs(): ImportGraphs {
  const values = new Map<string, ReadonlySet<string>>();
  const types = new Map<string, ReadonlySet<string>>();
  for (const file of sourceFiles) {
    const own = importsOf(file).filter((each) => each.isOfProject && !each.isDynamic);
    types.set(file, new Set(own.map(({ to }) => to)));
    values.set(file, new Set(own.filter(({ isType }) => !isType).map(({ to }) => to)));
  }
  return { values, types };
}

const known = new Map<string, readonly Import[]>();

export function importsOf(file: string): readonly Import[] {
  const imports = known.get(file) ?? readImports(file);
  known.set(file, imports);
  return imports;
}

function readImports(file: string): readonly Import[] {
  const text = read(file);
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found = statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier;
    if (from === undefined || !ts.isStringLiteral(from)) return [];
    return [{ name: from.text, isType: isOfTypes(statement), isDynamic: false }];
  });
  const dynamic = Array.from(
    text.matchAll(/(typeof )?\b(?:import|getBuiltinModule)\('([^']+)'\)/g),
  );
  for (const [, isType, name = ''] of dynamic)
    found.push({ name, isType: isType !== undefined, isDynamic: true });
  return found.map(({ name, ...kind }) => {
    const isOfProject = name.startsWith('.');
    return { ...kind, isOfProject, to: isOfProject ? join(dirname(file), name) : name };
  });
}

function isOfTypes(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) {
    const { isTypeOnly, exportClause } = statement;
    if (isTypeOnly || exportClause === undefined || !ts.isNamedExports(exportClause)) {
      return isTypeOnly;
    }
    return exportClause.elements.every((each) => each.isTypeOnly);
  }
  const clause = statement.importClause;
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  if (name !== undefined || namedBindings === undefined) return false;
  return (
    ts.isNamedImports(namedBindings) && namedBindings.elements.every((each) => each.isTypeOnly)
  );
}

/** Returns the import cycles: for each, the files that import one another, directly or indirectly; the largest first. */
export function circlesOf(graph: ImportGraph): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  // Tarjan's algorithm.
  const visit = (file: string): number => {
    const number = order.size;
    order.set(file, number);
    let low = number;
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === number) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1 || graph.get(file)?.has(file) === true) circles.push(circle.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles.sort((one, other) => other.length - one.length);
}
