// Writes the completion script for zsh and its completion system (compinit).

import {
  type Offered,
  type OfferedAction,
  type OfferedCommand,
  type OfferedLine,
  type OfferedOption,
  quoted,
} from './offered.ts';

export function zshScript(line: OfferedLine): string {
  const described = line.commands.map(({ name, summary }) => quoted(`${name}:${summary}`));
  const { commands } = line;
  return `#compdef pact
# Completion of pact for zsh, written by: pact completion zsh

_pact_first() {
  local -a commands=(
    ${described.join('\n    ')}
  )
  _describe -t commands command commands
  ${actionOf(line.operands).slice(1)}
}

_pact() {
  local curcontext=$curcontext
  local -A opt_args
  if (( CURRENT > 2 )); then
    local command=$words[2]
    case $command in
${commands.map((command) => commandCase(command)).join('\n')}
    esac
  fi
  _arguments -s -S \\
    ${[...line.options.map(optionSpec), "'1:command or file:_pact_first'", operandSpec(line.operands)].join(' \\\n    ')}
}

# compinit reads it from a folder of functions; or use: source <(pact completion zsh)
if [[ $funcstack[1] == _pact ]]; then
  _pact "$@"
else
  compdef _pact pact
fi`;
}

function commandCase(command: OfferedCommand): string {
  const shift = 'shift words; (( CURRENT-- ))';
  const { name, actions } = command;
  if (actions.length === 0) {
    return `      ${name})
        ${shift}
        ${argumentsOf(command, 8)}
        return ;;`;
  }
  return `      ${name})
        ${shift}
        if (( CURRENT == 2 )); then
          compadd -- ${actions.map((action) => action.name).join(' ')}
          return
        fi
        ${shift}
        case $words[1] in
${actions.map((action) => `          ${action.name}) ${argumentsOf(action, 12)} ;;`).join('\n')}
        esac
        return ;;`;
}

function argumentsOf({ options, operands }: OfferedAction, columns: number): string {
  const specs = [...options.map(optionSpec), operandSpec(operands)];
  return `_arguments -s -S \\\n${' '.repeat(columns + 2)}${specs.join(` \\\n${' '.repeat(columns + 2)}`)}`;
}

function optionSpec({ long, short, help, argument, isRepeated }: OfferedOption): string {
  const described = `[${help.replace(/[[\]\\]/g, '\\$&')}]`;
  const value =
    argument === undefined
      ? ''
      : `${argument.isOptional ? '::' : ':'}${argument.name.replace(/[:[\]]/g, '')}${actionOf(argument.offered)}`;
  // The long form also takes its argument after =.
  const longName = argument === undefined ? `--${long}` : `--${long}=`;
  const rest = quoted(`${described}${value}`);
  if (isRepeated) {
    const names = short === undefined ? [longName] : [longName, `-${short}`];
    return names.map((name) => `'*'${name}${rest}`).join(' ');
  }
  if (short === undefined) return `${longName}${rest}`;
  return `'(-${short} --${long})'{-${short},${longName}}${rest}`;
}

const operandSpec = (operands: Offered): string => `'*:argument${actionOf(operands)}'`;

/** Returns the completion action, with a colon before it. */
function actionOf(offered: Offered): string {
  switch (offered.kind) {
    case 'nothing':
      return ': ';
    case 'words':
      return `:(${offered.words.join(' ')})`;
    case 'folders':
      return ':_files -/';
    case 'files':
      return offered.endings.length === 0
        ? ':_files'
        : `:_files -g "*(${offered.endings.join('|')})(-.)"`;
  }
}
