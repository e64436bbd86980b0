// The messages between the MCP server and its threads.

/** A checked call of a tool. */
export type ToolTask =
  | { readonly tool: 'check'; readonly paths: readonly string[] }
  | {
      readonly tool: 'run';
      readonly program: ToolProgram;
      /** A script to run before. */
      readonly setup: string | undefined;
    }
  | {
      readonly tool: 'test';
      readonly paths: readonly string[];
      /** Show only results whose transaction or expectation contains this text. */
      readonly filter: string | undefined;
      readonly coverage: boolean;
    }
  | { readonly tool: 'describe'; readonly name: string }
  | { readonly tool: 'find_symbol'; readonly name: string; readonly references: boolean }
  | { readonly tool: 'format'; readonly program: ToolProgram };

export type ToolProgram =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'file'; readonly path: string };

/** The start data of a thread. */
export type ToolWork = {
  readonly kind: 'tool';
  /** The current folder; the thread reads no files outside of it. */
  readonly folder: string;
  readonly task: ToolTask;
};

export type ToolMessage =
  /** One or more lines of the answer. */
  | { readonly kind: 'text'; readonly text: string }
  /** The call failed, with the reason. */
  | { readonly kind: 'failed'; readonly sentence: string }
  /** The call has done its work, and the outcome is bad: an error, or a test that failed. */
  | { readonly kind: 'bad-outcome' };

/** The outcome of a tool: `bad` where the command of the same name would not end with status 0. */
export type ToolOutcome = 'good' | 'bad';
