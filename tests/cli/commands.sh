# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# The commands that the manual pages and the README show.

# The first words of commands in pages and guides.
command_words='topomap|topomap-(replay|sandbox)|srun|sbatch|salloc|sacct|smpicc|smpirun|mpirun|cc|make'
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

# shown FILE: one command a line, as a user would type it; long ones are joined. Prompts are left out,
# and so is what topomap answers.
shown() {
    if [[ $1 == *.md ]]; then
        indented "$1"
    else
        sed -n '/^\.nf$/,/^\.fi$/ { /^\./d; p }' "$1" | sed -e 's/\\-/-/g' -e 's/\\e$/\\/' -e 's/\\(dq/"/g'
    fi | sed 's/^\$ //' | grep -vE '^topomap( [a-z]+)?: ' | sed -e :join -e '/\\$/ { N; s/ *\\\n */ /; b join; }' |
        sed 's/^\\&//' | grep -E "^([A-Za-z_]+=[^ ]+ )*($command_words)( |\$)|^[a-z]+=[^ ]+\$" |
        sed 's/ *\\fR#.*//; s/  *#.*//'
}

guides() {
    printf '%s\n' "$top_srcdir"/{README,CONTRIBUTING,SECURITY,python/README}.md "$top_srcdir"/doc/*.md
}

# all_shown: file name and command, of all pages and guides; tests/cli/guide.tap runs what blocks
# marked ```console show.
all_shown() {
    local file
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
        indented "$guide" | sed -e :join -e '/\\$/ { N; s/ *\\\n */ /; b join; }' -e 's/  *#.*//' |
            grep -vxF -f <(shown "$guide"; echo) |
            grep -vE '^(topomap: |optional |seconds = )|─|([0-9.]+ +){2}[0-9.]+$| ratio$'
    done
}
