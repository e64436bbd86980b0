# offers.zsh SCRIPT LINE...: what the script offers at the end of each line. Completion runs only in the line editor, so
# this starts a zsh in a pseudo terminal.
zmodload zsh/zpty
written=$(mktemp)
zpty child zsh -f -i
zpty -w child "source ${(qq)0:h}/offers-child.zsh ${(qq)1} ${(qq)written} ${(j: :)${(qq)@[2,-1]}}"
while zpty -t child; do zpty -r child shown; done
cat $written
rm $written
