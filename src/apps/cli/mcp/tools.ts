// The tools of the MCP server: their inputs, and the work of each call.

import { z } from 'zod';
import { explainError } from './documents.ts';
import { mcpLimits } from './limits.ts';
import type { ToolProgram, ToolTask } from './calls.ts';

/** A checked call: work for a thread, or the answer itself. */
export type ToolCall =
  | { readonly kind: 'task'; readonly task: ToolTask; readonly seconds: number }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'refused'; readonly sentence: string };

export type ToolDefinition = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** For the client, as JSON Schema. */
  readonly inputSchema: unknown;
  /** Checks the input. `docs`: the folder of the documentation. */
  readonly call: (input: unknown, docs: string) => ToolCall;
};

const text = (description: string, max: number = mcpLimits.nameCharacters) =>
  z.string().min(1).max(max).describe(description);

const paths = z
  .array(z.string().min(1).max(mcpLimits.nameCharacters))
  .max(mcpLimits.paths)
  .optional();

const seconds = z
  .number()
  .positive()
  .max(mcpLimits.maxCallSeconds)
  .optional()
  .describe(`The call ends after this time; default ${mcpLimits.callSeconds}.`);

const code = text('Pact code.', mcpLimits.codeCharacters).optional();

export const tools: readonly ToolDefinition[] = [
  tool({
    name: 'check',
    title: 'Check files',
    description:
      'Finds errors in contracts (.pact) and scripts (.repl) without running them: syntax, unknown names, types, load order. Without paths, checks the whole project.',
    input: z.strictObject({
      paths: paths.describe('Files and folders, relative to the folder of the project.'),
      seconds,
    }),
    call: (input) => task({ tool: 'check', paths: input.paths ?? [] }, input),
  }),
  tool({
    name: 'run',
    title: 'Run code',
    description:
      'Runs a file or some forms in a new REPL session and shows the value of each top-level form, printed output, failed expectations and gas. State is in memory and is discarded afterwards. Give either code or file.',
    input: z.strictObject({
      code,
      file: text('A script or contract of the project.').optional(),
      setup: text(
        'A script to run first, for instance one that loads contracts; its values are not shown.',
      ).optional(),
      seconds,
    }),
    call: (input) =>
      withProgram(input, (program) => task({ tool: 'run', program, setup: input.setup }, input)),
  }),
  tool({
    name: 'test',
    title: 'Run tests',
    description:
      'Runs test scripts (.repl) and shows failures with expected and actual values and the cause. Without paths, runs all tests of the project.',
    input: z.strictObject({
      paths: paths.describe('Scripts and folders, relative to the folder of the project.'),
      filter: text(
        'Shows only results whose file, transaction (the name after begin-tx) or expectation contains this. Errors outside of expectations are always shown.',
      ).optional(),
      coverage: z.boolean().optional().describe('Also shows which lines of contracts never ran.'),
      seconds,
    }),
    call: (input) =>
      task(
        {
          tool: 'test',
          paths: input.paths ?? [],
          filter: input.filter,
          coverage: input.coverage ?? false,
        },
        input,
      ),
  }),
  tool({
    name: 'explain_error',
    title: 'Explain an error',
    description:
      'Explains an error code of Pact, such as E0301, or a lint rule, such as unguarded-write.',
    input: z.strictObject({ code: text('The code of the error, its name, or the rule.') }),
    call: (input, docs) => explainError(input.code, docs),
  }),
  tool({
    name: 'describe',
    title: 'Describe a builtin',
    description:
      'Shows what a builtin, special form or definition keyword does: types, parameters and examples. For instance: fold, with-capability, defcap.',
    input: z.strictObject({ name: text('The name.') }),
    call: (input) => task({ tool: 'describe', name: input.name }, {}),
  }),
  tool({
    name: 'find_symbol',
    title: 'Find a name of the project',
    description:
      'Finds where a module, function, capability, table, schema, field or constant of the project is defined, shows its definition, and lists where it is used.',
    input: z.strictObject({
      name: text('The name, with or without its module: transfer, coin.transfer.'),
      references: z.boolean().optional().describe('Whether to list the uses; default true.'),
      seconds,
    }),
    call: (input) =>
      task({ tool: 'find_symbol', name: input.name, references: input.references ?? true }, input),
  }),
  tool({
    name: 'format',
    title: 'Format code',
    description:
      'Returns code or a file formatted by pact fmt. Nothing is written. Give either code or file.',
    input: z.strictObject({ code, file: text('A file of the project.').optional(), seconds }),
    call: (input) => withProgram(input, (program) => task({ tool: 'format', program }, input)),
  }),
];

function tool<Input>({
  input: schema,
  call,
  ...words
}: Pick<ToolDefinition, 'name' | 'title' | 'description'> & {
  readonly input: z.ZodType<Input>;
  readonly call: (input: Input, docs: string) => ToolCall;
}): ToolDefinition {
  return {
    ...words,
    inputSchema: z.toJSONSchema(schema),
    call(given, docs) {
      const read = schema.safeParse(given ?? {});
      if (read.success) return call(read.data, docs);
      const wrong = read.error.issues.map(({ path, message }) => {
        const place = path.length === 0 ? '' : `${path.join('.')}: `;
        return `${place}${message}`;
      });
      return refused(`the input of ${words.name} is not valid: ${wrong.join('; ')}`);
    },
  };
}

function task(work: ToolTask, input: { readonly seconds?: number | undefined }): ToolCall {
  return { kind: 'task', task: work, seconds: input.seconds ?? mcpLimits.callSeconds };
}

function withProgram(
  {
    code: written,
    file,
  }: { readonly code?: string | undefined; readonly file?: string | undefined },
  call: (program: ToolProgram) => ToolCall,
): ToolCall {
  if (written !== undefined && file === undefined) return call({ kind: 'code', code: written });
  if (file !== undefined && written === undefined) return call({ kind: 'file', path: file });
  return refused('give either code or file');
}

const refused = (sentence: string): ToolCall => ({ kind: 'refused', sentence });
