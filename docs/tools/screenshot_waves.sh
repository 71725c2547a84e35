#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A picture of a waveform as GTKWave shows it, without a screen:
#   docs/tools/screenshot_waves.sh waves.fst waves.gtkw picture.png [WIDTHxHEIGHT]
# Needs the packages gtkwave, xvfb, xdotool and imagemagick.
set -euo pipefail

if [ $# -lt 3 ] || [ $# -gt 4 ]; then
    echo "usage: $0 WAVES.fst WAVES.gtkw PICTURE.png [WIDTHxHEIGHT]" >&2
    exit 2
fi
fst=$1 gtkw=$2 picture=$3 size=${4:-1600x1000}
for tool in gtkwave Xvfb xdotool import; do
    command -v "$tool" >/dev/null || { echo "$0: $tool is not installed" >&2; exit 2; }
done
for file in "$fst" "$gtkw"; do
    [ -r "$file" ] || { echo "$0: cannot read $file" >&2; exit 2; }
done

work=$(mktemp -d)
server='' viewer=''
finish() {
    [ -z "$viewer" ] || kill "$viewer" 2>/dev/null || true
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

# The server picks a free display itself and writes its number.
Xvfb -displayfd 3 -screen 0 "${size}x24" -nolisten tcp 3>"$work/display" 2>"$work/server.log" &
server=$!
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
[ -s "$work/display" ] || { echo "$0: Xvfb did not start" >&2; cat "$work/server.log" >&2; exit 1; }
export DISPLAY=":$(cat "$work/display")"

printf 'hide_sst 1\nsplash_disable 1\nfontname_signals Monospace 10\nfontname_waves Monospace 9\nuse_maxtime_display 0\n' >"$work/gtkwaverc"
NO_AT_BRIDGE=1 gtkwave --rcfile "$work/gtkwaverc" "$fst" "$gtkw" >"$work/viewer.log" 2>&1 &
viewer=$!
window=''
for _ in $(seq 100); do
    window=$(xdotool search --onlyvisible --name GTKWave 2>/dev/null | head -n 1) && [ -n "$window" ] && break
    kill -0 "$viewer" 2>/dev/null || break
    sleep 0.2
done
[ -n "$window" ] || { echo "$0: GTKWave opened no window" >&2; cat "$work/viewer.log" >&2; exit 1; }
xdotool windowmove "$window" 0 0 windowsize "$window" "${size%x*}" "${size#*x}"
sleep 2
import -window root "$picture"
echo "$picture"
