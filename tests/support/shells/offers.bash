# offers.bash SCRIPT LINE...: what the script offers at the end of each line. Quoted words are not split.
source "$1"
shift
for line in "$@"; do
  # As readline splits: = is a word of its own, and a blank at the end begins an empty word.
  read -ra COMP_WORDS <<<"${line//=/ = }"
  [[ $line == *[\ =] ]] && COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _pact
  printf '= %s\n' "$line"
  printf '%s\n' "${COMPREPLY[@]}"
done
