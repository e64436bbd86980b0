// Writes the completion script for bash 3.2 and later. It needs no other package.

import { type Offered, type OfferedLine, type OfferedOption, quoted } from './offered.ts';

/** A position of a command line: `''` for pact itself, `check`, `key generate`. */
type Place = {
  readonly name: string;
  readonly options: readonly OfferedOption[];
  readonly operands: Offered;
};

export function bashScript(line: OfferedLine): string {
  const withActions = line.commands.filter(({ actions }) => actions.length > 0);
  const places: readonly Place[] = [
    { name: '', options: line.options, operands: line.operands },
    ...line.commands,
    ...withActions.flatMap(({ name, actions }) =>
      actions.map((action) => ({ ...action, name: `${name} ${action.name}` })),
    ),
  ];
  return `${offers}

# Offers the argument of an option, given as 'place option'. Fails if the option takes none.
_pact_argument() {
  case $1 in
${places.flatMap((place) => place.options.flatMap((option) => argumentCase(place, option))).join('\n')}
    *) return 1 ;;
  esac
  return 0
}

_pact_options() {
  case $1 in
${places.map(({ name, options }) => `    ${quoted(name)}) _pact_words ${quoted(options.flatMap(optionWords).join(' '))} ;;`).join('\n')}
  esac
}

_pact_operands() {
  case $1 in
${places.map(({ name, operands }) => `    ${quoted(name)}) ${offerWords(operands)} ;;`).join('\n')}
  esac
}

${dispatch(line)}`;
}

/** Functions that add completions. */
const offers = `# Completion of pact for bash, written by: pact completion bash

_pact_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
}

_pact_folders() {
  local path
  compopt -o filenames 2>/dev/null
  while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -d -- "$cur")
}

# Files with these endings (without any: all files), and folders.
_pact_files() {
  local path ending
  compopt -o filenames 2>/dev/null
  while IFS= read -r path; do
    if [[ $# -eq 0 || -d \${path/#\\~\\//$HOME/} ]]; then
      COMPREPLY+=("$path")
      continue
    fi
    for ending in "$@"; do
      [[ $path == *"$ending" ]] && COMPREPLY+=("$path")
    done
  done < <(compgen -f -- "$cur")
}`;

/** Writes the function that finds out which position is being completed. */
function dispatch({ commands }: OfferedLine): string {
  const names = commands.map(({ name }) => name);
  const withActions = commands.filter(({ actions }) => actions.length > 0);
  return `_pact() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} place= at=1 word
  COMPREPLY=()
  # bash splits --format=json into three words.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = && COMP_CWORD -ge 2 ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  # Remove quotes.
  if [[ $cur == [\\"\\']* ]]; then cur=\${cur:1}; else cur=\${cur//\\\\/}; fi
  if [[ COMP_CWORD -gt 1 ]]; then
    case \${COMP_WORDS[1]} in
      ${names.join(' | ')}) place=\${COMP_WORDS[1]} at=2 ;;
    esac
  fi
  case $place in
    ${withActions.map(({ name }) => name).join(' | ')})
      if [[ COMP_CWORD -eq 2 && $cur != -* ]]; then
        case $place in
${withActions.map(({ name, actions }) => `          ${name}) _pact_words ${quoted(actions.map((action) => action.name).join(' '))} ;;`).join('\n')}
        esac
        return
      fi
      case "$place \${COMP_WORDS[2]}" in
        ${withActions.flatMap(({ name, actions }) => actions.map((action) => quoted(`${name} ${action.name}`))).join(' | ')})
          [[ COMP_CWORD -gt 2 ]] && place="$place \${COMP_WORDS[2]}" at=3 ;;
      esac ;;
  esac
  # Everything after -- is an operand.
  for word in "\${COMP_WORDS[@]:at:COMP_CWORD-at}"; do
    if [[ $word == -- ]]; then
      _pact_operands "$place"
      return
    fi
  done
  _pact_argument "$place $prev" && return
  if [[ $cur == -* ]]; then
    _pact_options "$place"
    return
  fi
  if [[ COMP_CWORD -eq 1 ]]; then
    _pact_words ${quoted(names.join(' '))}
    # A command takes precedence over a folder with the same name.
    [[ \${#COMPREPLY[@]} -gt 0 && $cur != '' ]] && return
  fi
  _pact_operands "$place"
}

complete -F _pact pact`;
}

const optionWords = ({ long, short }: OfferedOption): readonly string[] =>
  short === undefined ? [`--${long}`] : [`--${long}`, `-${short}`];

function argumentCase({ name, operands }: Place, option: OfferedOption): readonly string[] {
  const { argument } = option;
  if (argument === undefined) return [];
  const pattern = optionWords(option).map((word) => quoted(`${name} ${word}`));
  const { offered, isOptional } = argument;
  const words = offerWords(offered);
  const all = isOptional ? `${words}; ${offerWords(operands)}` : words;
  return [`    ${pattern.join(' | ')}) ${all} ;;`];
}

function offerWords(offered: Offered): string {
  switch (offered.kind) {
    case 'nothing':
      return ':';
    case 'words':
      return `_pact_words ${quoted(offered.words.join(' '))}`;
    case 'folders':
      return '_pact_folders';
    case 'files':
      return ['_pact_files', ...offered.endings].join(' ');
  }
}
