// Adds missing parts of modules: members of interfaces, managers of capabilities, and capabilities around calls that
// need them.

import type { EvalError } from '../../../../lang/session/analyse.ts';
import { specOf } from '../../workspace/define-symbols.ts';
import { capabilityMetaOf, knownModules, type KnownModule, type Member } from '../known-modules.ts';
import type {
  WrittenDefinition,
  WrittenModule,
} from '../../../../script/pages/written-definition.ts';
import {
  insertAt,
  insertBefore,
  quickFix,
  touches,
  type ActionPlace,
  type CodeAction,
} from './action.ts';

export function moduleFixes(place: ActionPlace, error: EvalError): readonly CodeAction[] {
  if (error.is('NotImplemented')) return stubs(place, error);
  return error.is('UnboundTypeVariable') ? manager(place, error) : [];
}

// ---- members of interfaces ----

function stubs(place: ActionPlace, error: EvalError<'NotImplemented'>): readonly CodeAction[] {
  const { document, snapshot } = place;
  const module = moduleAt(place, error);
  const modules = knownModules(snapshot, document);
  const declared = modules.named(error.data.interface);
  if (module === undefined || declared === undefined || module.definitions.length === 0) return [];
  const written = new Set(module.definitions.map(nameOfWritten));
  const missing = [...declared.members.values()].filter(
    ({ name, kind }) => !written.has(name) && kind !== 'defconst' && kind !== 'defschema',
  );
  const first = module.definitions[0];
  const end = module.span.end - 1;
  if (missing.length === 0 || document.text.charAt(end) !== ')' || first === undefined) return [];
  const column = first.span.startPosition.line === module.span.startPosition.line;
  const indent = column ? '  ' : ' '.repeat(first.span.startPosition.column);
  const text = missing
    .map((member) => `\n${indent}${stubOf(member, declared).replaceAll('\n', `\n${indent}`)}`)
    .join('');
  const title =
    missing.length === 1
      ? `Add \`${missing[0]?.name ?? ''}\` of \`${declared.name}\``
      : `Add the ${missing.length} missing members of \`${declared.name}\``;
  // Inserts before the blanks in front of the closing bracket.
  const at = document.text.slice(0, end).trimEnd().length;
  const isInComment = /;[^\n"]*$/.test(document.text.slice(0, at));
  const edit = insertAt(isInComment ? end : at, isInComment ? `${text}\n` : text);
  return [quickFix(title, [edit], { fixes: error, isPreferred: true })];
}

const nameOfWritten = (each: WrittenDefinition): string =>
  each.kind === 'defschema' || each.kind === 'deftable' ? each.name.text : each.spec.name;

function moduleAt({ document }: ActionPlace, { span }: EvalError): WrittenModule | undefined {
  const form = document.forms.find((each) => touches(each.span, span));
  return form?.kind === 'module' ? form : undefined;
}

function stubOf({ name, kind, written, parameters }: Member, declared: KnownModule): string {
  const typed = (each: { readonly name: string; readonly type?: Type | undefined }): string =>
    each.type === undefined ? each.name : `${each.name}:${typeIn(each.type, declared)}`;
  const spec = specOf(written) ?? { name, type: undefined };
  const head = `(${kind} ${typed(spec)} (${parameters.map(typed).join(' ')})`;
  if (kind === 'defpact') return `${head}\n  (step (error "not implemented")))`;
  if (kind === 'defcap') return `${head}${metaOf(written)}\n  (enforce false "not implemented"))`;
  return `${head}\n  ${valueOf(spec.type)})`;
}

type Type = NonNullable<Member['parameters'][number]['type']>;

/** In the module, a schema of the interface is not known by its unqualified name. */
function typeIn(type: Type, { name, members }: KnownModule): string {
  const text = type.span.text.replace(/\s+/g, ' ');
  return text.replace(/\{\s*([^\s{}.,]+)\s*\}/g, (whole, schema: string) =>
    members.get(schema)?.kind === 'defschema' ? `{${name}.${schema}}` : whole,
  );
}

function metaOf(written: WrittenDefinition): string {
  const meta = capabilityMetaOf(written);
  if (meta === undefined) return '';
  if (meta.kind === 'event') return '\n  @event';
  if (meta.kind === 'auto-managed') return '\n  @managed';
  return `\n  @managed ${meta.parameter.text} ${meta.manager.span.text}`;
}

const values: ReadonlyMap<string, string> = new Map([
  ['integer', '0'],
  ['decimal', '0.0'],
  ['bool', '(enforce false "not implemented")'],
  // A string alone would be documentation.
  ['string', '@doc "Not implemented."\n  ""'],
  ['time', '(time "2020-01-01T00:00:00Z")'],
]);

/** Returns a value of the type, so that the module passes the check. */
function valueOf(type: Type | undefined): string {
  const value = type?.kind === 'primitive' ? values.get(type.name) : undefined;
  if (value !== undefined) return value;
  return type?.kind === 'list-of' || type?.kind === 'any-list' ? '[]' : '(error "not implemented")';
}

// ---- managers ----

/** For `@managed amount PAY-mgr` without a function of that name. */
function manager(
  place: ActionPlace,
  error: EvalError<'UnboundTypeVariable'>,
): readonly CodeAction[] {
  const { name } = error.data;
  const capability = moduleAt(place, error)?.definitions.find(
    (each) =>
      each.kind === 'defcap' &&
      each.meta?.kind === 'managed' &&
      each.meta.manager.span.text === name &&
      touches(each.span, error.span),
  );
  if (capability?.kind !== 'defcap' || capability.meta?.kind !== 'managed') return [];
  const { parameter } = capability.meta;
  const type = capability.parameters.find((each) => each.name === parameter.text)?.type?.span.text;
  const typed = (text: string): string => (type === undefined ? text : `${text}:${type}`);
  const isNumber = type === 'decimal' || type === 'integer';
  const body = isNumber
    ? '  (enforce (<= requested managed) "more than the remaining amount")\n  (- managed requested))'
    : '  (enforce (= requested managed) "not the approved value")\n  managed)';
  const text = `(defun ${typed(name)} (${typed('managed')} ${typed('requested')})\n${body}`;
  const edit = insertBefore(place.document, capability.span.start, text);
  return [quickFix(`Define the manager \`${name}\``, [edit], { fixes: error, isPreferred: true })];
}
