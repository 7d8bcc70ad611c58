# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Root folders of Debian releases, made and entered. Who sources this sets `cache`, the folder of
# the folders. Needs root.

say() {
    echo "${0##*/}: $*" >&2
}

die() {
    local code=$1
    shift
    say "$*"
    exit "$code"
}

require_programs() {
    local program
    [ "$(id -u)" -eq 0 ] || die 4 "making and entering root folders needs root"
    for program in debootstrap unshare chroot "$@"; do
        command -v "$program" >/dev/null || die 4 "$program is not installed"
    done
}

# Nobody else may use the folders of `cache` until this process ends.
lock_cache() {
    mkdir -p "$cache" || exit 1
    exec {lock}>"$cache/lock"
    flock -n "$lock" || die 4 "another run uses $cache"
}

# The mirror from which apt gets this machine's own release.
mirror() {
    local name
    [ -z "${TOPOMAP_MATRIX_MIRROR:-}" ] || { echo "$TOPOMAP_MATRIX_MIRROR"; return; }
    # shellcheck disable=SC1091
    name=$(. /etc/os-release && [ "$ID" = debian ] && echo "${VERSION_CODENAME:-sid}") || return
    # shellcheck disable=SC2016 # of apt
    apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
        awk -v name="$name" '$1 == name { print $2; exit }' | grep .
}

# How this machine's apt reaches its mirror, and whose certificates it trusts.
copy_apt_settings() {
    local root=$1 file settings=$1/etc/apt/apt.conf.d/90host
    apt-config dump 2>/dev/null |
        grep -iE '^Acquire::(https?|Check-[a-z-]+|Force[a-z0-9]+|Retries)\b' >"$settings"
    for file in /etc/ssl/certs/ca-certificates.crt \
        $(sed -n 's/^Acquire::https.*::CaInfo "\(.*\)";/\1/Ip' "$settings"); do
        [ ! -e "$file" ] || install -D -m 644 "$file" "$root$file"
    done
}

# inside ROOT COMMAND...: in namespaces of its own, so that no mount and no process stays, and with
# a host name that can be looked up: slurmctld waits long for one that cannot.
inside() {
    cp -L /etc/resolv.conf "$1/etc/resolv.conf" 2>/dev/null
    printf '127.0.0.1 localhost\n127.0.1.1 matrix\n' >"$1/etc/hosts"
    # shellcheck disable=SC2016 # of the inner shell
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL LC_ALL=C PATH="/usr/sbin:/usr/bin:/sbin:/bin" \
        HOME=/root unshare -m -u -p -f --kill-child --propagation private bash -c '
            echo matrix >/proc/sys/kernel/hostname && mount --bind "$1" "$1" &&
                mount -t proc proc "$1/proc" && mount --rbind /sys "$1/sys" &&
                mount --rbind /dev "$1/dev" && mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm" &&
                exec chroot "$@"' inside "$@"
}

# bare_root RELEASE FOLDER: its essential packages, and how to get more. Servers do not start where
# their packages are installed.
bare_root() {
    local release=$1 root=$2 script=/usr/share/debootstrap/scripts from
    from=$(mirror) || die 4 "no Debian mirror in apt's configuration: set TOPOMAP_MATRIX_MIRROR"
    # One script serves all newer releases; debootstrap may be older than the release.
    [ -e "$script/$release" ] && script='' || script=$script/sid
    rm -rf --one-file-system "$root"
    debootstrap --variant=minbase --include=ca-certificates "$release" "$root" "$from" \
        ${script:+"$script"} && copy_apt_settings "$root" &&
        printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" &&
        chmod 755 "$root/usr/sbin/policy-rc.d"
}
