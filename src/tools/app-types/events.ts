// The events of a module or interface as types, and the function that watches them on a node.

import type { IndexedDefinition, IndexedModule } from '../analysis/project-index/shape.ts';
import { docText } from './doc-text.ts';
import { Identifiers } from './identifiers.ts';
import { valueType } from './value-type.ts';

type Names = {
  /** The TypeScript names of schemas. */
  readonly schemas: ReadonlyMap<string, string>;
  /** Names of types in the file. */
  readonly identifiers: Identifiers;
  readonly typesOfPrelude: readonly string[];
};

type Capability = Extract<IndexedDefinition, { readonly kind: 'defcap' }>;

/** Returns `undefined` if there are no events. Managed capabilities are events too. */
export function eventText(module: IndexedModule, names: Names): string | undefined {
  const capabilities = module.definitions.filter(
    (each): each is Capability => each.kind === 'defcap' && each.capability.kind !== 'plain',
  );
  if (capabilities.length === 0) return undefined;
  const events = capabilities.map((each) => eventOf(each, names));
  const isModule = module.kind === 'module';
  const parameters = isModule ? 'options: WatchOptions' : 'module: string, options: WatchOptions';
  const watched = isModule ? JSON.stringify(module.name) : 'module';
  return [
    ...events.map(({ text }) => text),
    [
      `export type ModuleEvent = ${events.map(({ type }) => type).join(' | ')};`,
      'export type WatchedEvent = ModuleEvent & EventPlace;',
      '',
      'const eventParameters: ReadonlyMap<string, readonly string[]> = new Map([',
      ...events.map(({ row }) => `  ${row}`),
      ']);',
      '',
      '/**',
      isModule
        ? ' * Reports the events of the module on some chains, in the order of their blocks, until the signal ends it.'
        : ' * Reports the events of a module with this interface, in the order of their blocks, until the signal ends it.',
      ' * It connects again after failures, without loss or repetition, and reports events of blocks that a',
      ' * reorganisation has replaced as removed, newest first.',
      ' */',
      `export async function* watchEvents(${parameters}): AsyncGenerator<WatchedEvent, void, undefined> {`,
      `  for await (const event of watchModule(${watched}, [...eventParameters.keys()], options)) {`,
      '    const names = eventParameters.get(event.name) ?? [];',
      '    const params = Object.fromEntries(names.map((name, i) => [name, event.args[i]]));',
      '    yield { ...event, params } as unknown as WatchedEvent;',
      '  }',
      '}',
    ].join('\n'),
  ].join('\n\n');
}

function eventOf(
  { name, doc, parameters }: Capability,
  { schemas, identifiers, typesOfPrelude }: Names,
): { readonly type: string; readonly text: string; readonly row: string } {
  const own = new Identifiers(typesOfPrelude);
  const fields = parameters.map((each) => ({
    key: own.camel(each.name),
    type: valueType(each.type, schemas).result,
  }));
  const type = identifiers.pascal(`${name}_${/[a-z]/.test(name) ? 'event' : 'EVENT'}`);
  const text = [
    ...docText(doc, ''),
    `export type ${type} = {`,
    `  readonly name: ${JSON.stringify(name)};`,
    '  readonly params: {',
    ...fields.map((field) => `    readonly ${field.key}: ${field.type};`),
    '  };',
    '  /** The same in order, as the node gives them. */',
    '  readonly args: readonly unknown[];',
    '};',
  ].join('\n');
  const keys = fields.map(({ key }) => JSON.stringify(key)).join(', ');
  return { type, text, row: `[${JSON.stringify(name)}, [${keys}]],` };
}
