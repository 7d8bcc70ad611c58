# SPDX-License-Identifier: BSD-3-Clause
# Completion for fish. topomap itself tells the words, out of the tables by which it parses; where it
# has none files are meant.
function __topomap_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l last (commandline --cut-at-cursor --current-token)
    test -n "$last"; or set last ''
    set -l found (command $words[1] --complete $words[2..] $last 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path $last
    end
end
complete --command topomap --no-files --arguments '(__topomap_complete)'

# The other two tell their options in --help.
function __topomap_options
    command $argv[1] --help 2>/dev/null | string match --regex --groups-only -- '^ +(?:-., *)?(--[a-z-]+)'
end
complete --command topomap-replay --arguments '(__topomap_options topomap-replay)'
complete --command topomap-sandbox --condition 'not __fish_seen_subcommand_from status stop exec' \
    --arguments '(__topomap_options topomap-sandbox)'
complete --command topomap-sandbox --condition '__fish_seen_subcommand_from status stop exec' \
    --arguments '--dir --help --version'
complete --command topomap-sandbox --no-files --condition __fish_use_subcommand \
    --arguments 'start status stop exec'
