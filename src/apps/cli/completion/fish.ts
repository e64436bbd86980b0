// Writes the completion script for fish 3.0 and later.

import {
  type Offered,
  type OfferedCommand,
  type OfferedLine,
  type OfferedOption,
  quotedForFish,
} from './offered.ts';

export function fishScript(line: OfferedLine): string {
  const names = line.commands.map(({ name }) => name);
  return `# Completion of pact for fish, written by: pact completion fish

# Whether the words before the cursor begin with these.
function __pact_at
    set -l words (commandline -opc)
    set -e words[1]
    for word in $argv
        test (count $words) -gt 0; and test "$words[1]" = $word; or return 1
        set -e words[1]
    end
end

# Whether the first word is being completed.
function __pact_first
    test (count (commandline -opc)) -eq 1
end

# Whether an action of this command is being completed.
function __pact_action
    __pact_at $argv; and test (count (commandline -opc)) -eq 2
end

# Whether pact itself runs files: the first word is not a command.
function __pact_runs
    set -l words (commandline -opc)
    test (count $words) -eq 1; or not contains -- $words[2] ${names.join(' ')}
end

# Whether the word before the cursor is one of these.
function __pact_after
    contains -- (commandline -opc)[-1] $argv
end

# Files with these endings (without any: all files), and folders. fish completes files for an unknown command.
function __pact_files
    set -l typed (commandline -ct | string replace -r -- '^--[^=]*=' '')
    for path in (complete -C "__pact_any_command $typed")
        set -l name (string split \\t -- $path)[1]
        if test (count $argv) -eq 0; or string match -q -- '*/' $name
            echo $name
            continue
        end
        for ending in $argv
            string match -q -- "*$ending" $name; and echo $name
        end
    end
end

complete -c pact -e
complete -c pact -f
${[
  ...optionLines('__pact_runs', line.options),
  ...operandLines('__pact_runs', line.operands),
  ...line.commands.flatMap(commandLines),
].join('\n')}`;
}

function commandLines({ name, summary, options, operands, actions }: OfferedCommand) {
  const isAt = `__pact_at ${name}`;
  const first = `complete -c pact -n __pact_first -a ${name} -d ${quotedForFish(summary)}`;
  if (actions.length === 0) {
    return [first, ...optionLines(isAt, options), ...operandLines(isAt, operands)];
  }
  const words: Offered = { kind: 'words', words: actions.map((action) => action.name) };
  return [
    first,
    ...operandLines(`__pact_action ${name}`, words),
    ...actions.flatMap((action) => {
      const isAtAction = `__pact_at ${name} ${action.name}`;
      return [
        ...optionLines(isAtAction, action.options),
        ...operandLines(isAtAction, action.operands),
      ];
    }),
  ];
}

function optionLines(condition: string, options: readonly OfferedOption[]): readonly string[] {
  return options.flatMap(({ long, short, help, argument }) => {
    const names = short === undefined ? `-l ${long}` : `-l ${long} -s ${short}`;
    const parts = [`complete -c pact -n ${quotedForFish(condition)} ${names}`];
    if (argument !== undefined) {
      if (!argument.isOptional) parts.push('-x');
      const words = wordsOf(argument.offered);
      if (words !== undefined) parts.push(`-a ${quotedForFish(words)}`);
    }
    const line = [...parts, `-d ${quotedForFish(help)}`].join(' ');
    // After an option with an optional argument, fish offers only operands.
    return argument?.isOptional === true
      ? [line, ...operandLines(`${condition}; and __pact_after --${long}`, argument.offered)]
      : [line];
  });
}

function operandLines(condition: string, operands: Offered): readonly string[] {
  const words = wordsOf(operands);
  if (words === undefined) return [];
  return [`complete -c pact -n ${quotedForFish(condition)} -a ${quotedForFish(words)}`];
}

function wordsOf(offered: Offered): string | undefined {
  switch (offered.kind) {
    case 'nothing':
      return undefined;
    case 'words':
      return offered.words.join(' ');
    case 'folders':
      return '(__fish_complete_directories (commandline -ct) "")';
    case 'files':
      return `(${['__pact_files', ...offered.endings].join(' ')})`;
  }
}
