// Resolves the schemas and interfaces in type annotations.
// Source: IR/Desugar.hs (renameType).

import type { Span } from '../../base/span.ts';
import type { Arg } from '../core/model/term.ts';
import { fail, marking } from '../diagnostics/error.ts';
import type { ModuleName as WrittenModuleName, ParsedTypeName } from '../syntax/ast.ts';
import { compareModuleNames, type ModuleName } from '../values/names.ts';
import {
  anyListType,
  anyObjectType,
  anyType,
  boolType,
  decimalType,
  guardType,
  integerType,
  stringType,
  timeType,
  unitType,
  type PrimitiveType,
  type Schema,
  type Type,
} from '../values/type.ts';
import { resolveInterfaceName } from './modules.ts';
import { refer, resolveName } from './names.ts';
import { moduleNameOf, parsedNameOf, type ParsedArg, type WrittenType } from './parsed.ts';
import type { Resolution } from './resolution.ts';

export function resolveType(resolution: Resolution, type: WrittenType, span: Span): Type {
  return marking(type.span, () => typeOf(resolution, type, span));
}

function typeOf(resolution: Resolution, type: WrittenType, span: Span): Type {
  switch (type.kind) {
    case 'primitive':
      return primitiveTypes[type.name];
    case 'keyset':
      return guardType;
    case 'list-of':
      return { kind: 'list', element: resolveType(resolution, type.element, span) };
    case 'any-list':
      return anyListType;
    case 'any-object':
      return anyObjectType;
    case 'any':
      return anyType;
    case 'module-reference':
      return {
        kind: 'modref',
        interfaces: sortedNames(
          type.interfaces.map((name) => resolveWrittenInterface(resolution, name, span)),
        ),
      };
    case 'object-of':
      return { kind: 'object', schema: resolveSchema(resolution, type.schema, span) };
    case 'table-of':
      return { kind: 'table', schema: resolveSchema(resolution, type.schema, span) };
  }
}

/** `span` is the span of the node with this argument, where errors are shown. */
export function resolveArg(resolution: Resolution, arg: ParsedArg, span: Span): Arg {
  const { name, type } = arg;
  const resolved = type === undefined ? undefined : resolveType(resolution, type, span);
  return { name, type: resolved, span: arg.span };
}

export function resolveArgs(
  resolution: Resolution,
  args: readonly ParsedArg[],
  span: Span,
): readonly Arg[] {
  return args.map((arg) => resolveArg(resolution, arg, span));
}

/** Finds the interface named by a type or `implements`. */
export function resolveWrittenInterface(
  resolution: Resolution,
  written: WrittenModuleName,
  span: Span,
): ModuleName {
  const module = marking(written.span, () =>
    resolveInterfaceName(resolution, moduleNameOf(written), span),
  );
  resolution.environment.refer?.(written.span, { kind: 'interface', module });
  return module;
}

function resolveSchema(resolution: Resolution, written: ParsedTypeName, span: Span): Schema {
  const found = marking(written.span, () => resolveName(resolution, parsedNameOf(written), span));
  refer(resolution, found, written.span);
  const { meaning } = found;
  if (meaning?.kind === 'defschema') return meaning.schema;
  if (meaning === undefined && written.kind === 'bare') {
    fail('UnboundTypeVariable', { name: written.name }, span);
  }
  return fail('InvalidDefInSchemaPosition', { name: written.name }, span);
}

function sortedNames(names: readonly ModuleName[]): readonly ModuleName[] {
  const unique = new Map(names.map((name) => [name.text, name]));
  return [...unique.values()].sort(compareModuleNames);
}

const primitiveTypes: Readonly<Record<PrimitiveType, Type>> = {
  integer: integerType,
  decimal: decimalType,
  bool: boolType,
  string: stringType,
  guard: guardType,
  time: timeType,
  unit: unitType,
};
