# SPDX-License-Identifier: Apache-2.0
# Sourced by run.sh and test.sh: need_packages NAME... installs what is missing of some Debian packages.

need_packages() {
    local missing=() package
    if ! command -v dpkg-query >/dev/null; then
        echo "no Debian system: what is needed must be there already ($*)" >&2
        return 0
    fi
    for package in "$@"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0

    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "missing packages, and neither root nor sudo to install them: apt-get install ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    echo "installing ${missing[*]}"
    # The lists of packages may be there and right already: they are fetched where the first attempt fails.
    local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends
        "${missing[@]}")
    "${install[@]}" </dev/null >/dev/null 2>&1 && return 0
    if "${as_root[@]}" apt-get update -qq </dev/null >/dev/null && "${install[@]}" </dev/null >/dev/null; then
        return 0
    fi
    echo "these packages could not be installed: ${missing[*]}" >&2
    echo "Is there a network and a Debian 12 mirror? Offline, install them from elsewhere and start again." >&2
    return 1
}

build_packages=(g++ cmake ninja-build pkg-config libsystemc-dev verilator libboost-program-options-dev
    nlohmann-json3-dev zlib1g-dev libisal-dev libmpfr-dev)
