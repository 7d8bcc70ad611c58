# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# The commands that the manual pages, the guides and --help show.

# The first words of commands in pages and guides.
command_words='topomap|topomap-(replay|sandbox)|srun|sbatch|salloc|sacct|smpicc|smpirun|mpirun|cc|mpicc|make|journalctl|ibnetdiscover'
command_words+='|autoreconf|dpkg-buildpackage|rpmbuild|pip|python3|export|\./[a-z]+'

# indented GUIDE: its lines of indented blocks. Fenced blocks and Python (tests/python) have tests of
# their own.
indented() {
    awk '/^ *```/ { fenced = !fenced; next } fenced { next }
        !/^    / || !(blank || inside) { inside = 0; blank = !NF; next }
        { inside = 1; blank = 0; sub(/^ */, "") }
        first != NR - 1 { python = /^>>> / }
        { first = NR }
        !python' "$1"
}

# paragraphs PAGE: the lines between .nf and .fi of a manual page without roff's escapes, an empty line
# before each paragraph. Where a command follows a prompt, what it prints is left out.
paragraphs() {
    awk '/^\.nf/ { inside = 1; prompt = 0; print "" } /^\.fi/ { inside = 0 } /^\.PP/ && inside { print "" }
        /^\.B / && inside { sub(/^\.B /, "") }
        !inside || /^\./ { next }
        /^\$ / { prompt = 1 }
        !prompt || /^\$ / || more { print; more = /\\e$/ }' "$1" |
        sed -E 's/\\f[BIRP]//g; s/\\&//g; s/\\-/-/g; s/\\\(dq/"/g; s/\\e/\\/g'
}

# joined: long lines as one, without comments.
joined() {
    sed -e :join -e '/\\$/ { N; s/ *\\\n */ /; b join; }' -e 's/  *#.*//'
}

# prompted PAGE: what a manual page shows after prompts.
prompted() {
    paragraphs "$1" | joined | sed -n 's/^\$ //p'
}

# shown FILE: one command a line, as a user would type it. Prompts are left out, and so is what topomap
# answers.
shown() {
    {
        case $1 in
        *.md) indented "$1" | sed 's/^\$ //' ;;
        *) paragraphs "$1" | sed '/^\$ /d' ;;
        esac
    } | grep -vE '^topomap( [a-z]+)?: ' | joined |
        grep -E "^([A-Za-z_]+=[^ ]+ )*($command_words)( |\$)|^[a-z]+=[^ ]+\$"
    [[ $1 == *.md ]] || prompted "$1"
}

# no_command PAGE: the first lines of the paragraphs of a manual page that no prompt and no command
# begins, and that are none of what pages show beside: C and Fortran, YAML, lines of Slurm's configuration,
# requests and their replies, what topomap says.
no_command() {
    paragraphs "$1" | awk '!previous && /./; { previous = NF }' | sed 's/  *#.*//' |
        grep -vxF -f <(shown "$1"; echo '#include') |
        grep -vE '^(\$|#(include|define)|(const )?(char|double|enum|int|struct|void|uint32_t|unsigned int)) ' |
        grep -vE "^((if |MPI_[A-Za-z_]+)\(|include '|optional |NodeName=|topomap: |topomap-(request|reply) 1\$|[0-9]+ ranks on )" |
        grep -vE '^ *[a-z]+:( |$)'
}

# helped: the commands of topomap and their actions, such as "graph info".
helped() {
    local command action
    for command in $("$topomap" --complete '' | sed '/^-/d; s/\t.*//'); do
        echo "$command"
        for action in $("$topomap" --complete "$command" '' | sed '/^-/d; s/\t.*//'); do
            TAP_EXIT=any "$topomap" "$command" "$action" --help 2>/dev/null |
                sed -n "s/^Usage: topomap $command $action .*/$command $action/p"
        done
    done
}

# examples COMMAND [ACTION]: those of its --help.
examples() {
    "$topomap" "$@" --help | sed -n 's/^  \([^ -]\)/\1/p; /^    [^ ]/p' | joined
}

guides() {
    printf '%s\n' "$top_srcdir"/{README,CONTRIBUTING,SECURITY,python/README}.md "$top_srcdir"/doc/*.md
}

# all_shown: what shows it, and the command, of --help, all pages and all guides; tests/cli/guide.tap runs
# what blocks marked ```console show.
all_shown() {
    local file words
    helped | while read -ra words; do
        examples "${words[@]}" | sed "s,^,${words[*]} --help: ,"
    done
    { printf '%s\n' "$top_srcdir"/doc/*.[1-8] "$top_builddir"/doc/*.[1-8]; guides; } |
        while IFS= read -r file; do
            shown "$file" | sed "s,^,${file##*/}: ,"
        done
}

# unknown: lines of indented blocks of guides that are neither commands nor what is known to be none:
# what topomap answers, lines of plugstack.conf, the demo's table, a formula, a drawing.
unknown() {
    local guide
    guides | while IFS= read -r guide; do
        indented "$guide" | joined |
            grep -vxF -f <(shown "$guide"; echo) |
            grep -vE '^(topomap: |optional |seconds = )|─|([0-9.]+ +){2}[0-9.]+$| ratio$'
    done
}
