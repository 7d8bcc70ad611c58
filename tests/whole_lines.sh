#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# whole_lines.sh COMMAND...: what the command prints, each line in one write. Tests that run beside each
# other share standard output, and awk, which prints their results, cuts lines where its buffer ends;
# on a terminal it does not.
[ ! -t 1 ] || exec "$@"
set -o pipefail
"$@" | while IFS= read -r line; do
    printf '%s\n' "$line"
done
