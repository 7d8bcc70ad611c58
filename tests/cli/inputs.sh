# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034,SC2154 # used by, and set by, those who source this
# Small inputs of the command-line tests, in $tap_dir.

# Ring of 8 ranks in which neighbours in the ring are far apart in rank order.
ring=$tap_dir/ring.el
cat >"$ring" <<'TEXT'
# n=8
0 4 1000 1
4 1 1000 1
1 5 1000 1
5 2 1000 1
2 6 1000 1
6 3 1000 1
3 7 1000 1
7 0 1000 1
TEXT

tree=$tap_dir/topology.conf
cat >"$tree" <<'TEXT'
SwitchName=leaf0 Nodes=n[1-2]
SwitchName=leaf1 Nodes=n[3-4]
SwitchName=root Switches=leaf[0-1]
TEXT

torus=$tap_dir/torus.yaml
cat >"$torus" <<'TEXT'
network:
  name: small
  kind: torus
  dims: [2, 2]
  nodes: "n[1-4]"
TEXT
