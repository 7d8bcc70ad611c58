# SPDX-License-Identifier: BSD-3-Clause
# What zsh offers at the end of command lines. zsh -f complete.zsh FOLDER FILE: FOLDER has the
# completion, FILE is written; lines are read from standard input. For each of them FILE gets the
# words on offer and a line ".". An interactive zsh on a terminal of its own completes them.
zmodload zsh/zpty
cat >$2.rc <<RC
PS1= PS2= RPS1=
fpath=($1 \$fpath)
autoload -Uz compinit
compinit -u -D
# Notes what completions add, as far as it fits the word. Calls that fill arrays are helpers' own.
compadd() {
    if [[ \${@[1,(i)(-|--)]} == *-[OAD]* ]]; then
        builtin compadd "\$@"
    else
        local -a fits
        builtin compadd -O fits "\$@"
        print -rl -- \$fits >>$2
        builtin compadd "\$@"
    fi
}
note() { _main_complete; compstate[insert]= compstate[list]=; }
zle -C note list-choices note
finish() { print . >>$2; print; print -r -- 'line done'; BUFFER=; }
zle -N finish
bindkey '^X' note '^T' finish
print 'shell done'
RC
: >$2
zpty shell zsh -f -i
zpty -w shell "source $2.rc"
zpty -r shell text '*shell done*'
while IFS= read -r line; do
    zpty -w -n shell "$line"$'\x18\x14'
    zpty -r shell text '*line done*'
done
zpty -d shell
