# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# The commands that the manual pages and the README show.

# shown FILE: one command a line, as a user would type it; long ones are joined. Prompts are left out,
# and so is what topomap answers.
shown() {
    if [[ $1 == *.md ]]; then
        sed -n 's/^    *\(.*\)$/\1/p' "$1"
    else
        sed -n '/^\.nf$/,/^\.fi$/ { /^\./d; p }' "$1" | sed -e 's/\\-/-/g' -e 's/\\e$/\\/' -e 's/\\(dq/"/g'
    fi | sed 's/^\$ //' | grep -vE '^topomap( [a-z]+)?: ' | sed -e :join -e '/\\$/ { N; s/ *\\\n */ /; b join; }' |
        grep -E '^([A-Z_]+=[^ ]+ )*(topomap|topomap-(replay|sandbox)|srun|sbatch|salloc|smpicc|smpirun|make|autoreconf|\./[a-z]+)( |$)' |
        sed 's/  *#.*//'
}

# all_shown: file name and command, of all pages, the README, and the guides whose commands need a
# cluster; tests/cli/guide.tap runs what other guides show.
all_shown() {
    local file
    for file in "$top_srcdir"/doc/*.[1-8] "$top_builddir"/doc/*.[1-8] "$top_srcdir/README.md" \
        "$top_srcdir"/doc/{start,deploying}.md; do
        shown "$file" | sed "s/^/$(basename "$file"): /"
    done
}
