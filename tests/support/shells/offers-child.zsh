# offers-child.zsh SCRIPT FILE LINE...: completes each line as soon as the line editor starts, and writes what is offered.
autoload -Uz compinit
compinit -D -u
source $1
written=$2
shift 2
waiting=("$@")

# The functions of zsh hand all matches to this builtin.
compadd() {
  local -a matches
  # With one of these it only fills an array.
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
    builtin compadd -O matches "$@"
    print -rl -- $matches >>$written
  fi
  builtin compadd "$@"
}

zle -C offer complete-word _main_complete
zle-line-init() {
  (( $#waiting )) || exit
  BUFFER=$waiting[1]
  CURSOR=$#BUFFER
  shift waiting
  print -r -- "= $BUFFER" >>$written
  zle offer
  BUFFER=
  zle .accept-line
}
zle -N zle-line-init
