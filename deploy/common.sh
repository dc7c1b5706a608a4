# shellcheck shell=bash disable=SC2034
# What the commands in this folder share.
set -euo pipefail
umask 022

name=study-abroad-site
# A symbolic link to one of the versions.
program=/opt/$name
versions=/opt/$name.versions
settings=/etc/$name.env
data=/var/lib/$name
unit=/etc/systemd/system/$name.service
caddyfile=/etc/caddy/Caddyfile
# A client that reads slowly from thousands of streams costs Caddy memory: it is restarted before the machine has none.
limits=/etc/systemd/system/caddy.service.d/$name.conf
# The clone may belong to another user.
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'

die() {
	printf '%s\n' "$@" >&2
	exit 1
}
step() { printf '\n%s …\n' "$1"; }
setting() { sed -n "s/^$1=//p" "$settings" | tail -n 1 | sed "s/^'\(.*\)'$/\1/"; }
install_unit() {
	install -m 0644 "$program/deploy/$name.service" "$unit"
	systemctl daemon-reload
	systemctl --quiet enable "$name"
}
as_site() { (cd "$1" && runuser -u "$name" -- "${@:2}"); } # FOLDER COMMAND…

[ "$(id -u)" = 0 ] || die "Run this as root: sudo $0"
cd /
