#!/usr/bin/env bash
# The life of the Debian package on a machine where systemd runs: installed, started, upgraded, removed, installed again,
# purged. As root: installed_test.sh OLD.deb NEW.deb; what the packages depend on must be there. `.ci/package` gives it a
# bare machine.
set -euo pipefail
old=$(realpath "$1") new=$(realpath "$2")
export DEBIAN_FRONTEND=noninteractive
settings=/etc/cairn/cairn.toml
port=18080
jar=$(mktemp)

fail() {
  printf 'package: %s\n' "$*" >&2
  journalctl --unit cairn --no-pager --lines 20 >&2 || true
  exit 1
}
step() { printf 'package: %s\n' "$*"; }
install() { apt-get install -q --yes "$1" >/tmp/apt.log 2>&1 || fail "apt-get install $1: $(cat /tmp/apt.log)"; }
version() { dpkg-query -W -f '${Version}' cairn; }
ask() { curl --silent --show-error --fail --cookie "$jar" --cookie-jar "$jar" --header 'Content-Type: application/json' "$@"; }
process() { systemctl show --property MainPID --value cairn; }

serves() {  # the page and the table that was made first
  ask --retry 50 --retry-connrefused --retry-delay 1 "http://localhost:$port/" >/tmp/page 2>/tmp/curl || fail "no page is served: $(cat /tmp/curl)"
  grep -qi '<!doctype html>' /tmp/page || fail "what is served is no page: $(head -c 300 /tmp/page)"
  systemctl is-active --quiet cairn || fail "the service is not active"
  [[ -z ${table:-} ]] || ask "http://localhost:$port/api/tables/$table" >/dev/null || fail "table $table is lost"
}
quiet() {
  systemctl is-active --quiet cairn && fail "the service still runs"
  if curl --silent "http://localhost:$port/" >/dev/null; then fail "something still serves on port $port"; fi
}

[[ -d /run/systemd/system ]] || fail "systemd does not run here"
dpkg-query -W cairn &>/dev/null && fail "a package cairn is installed already"

step "install $(basename "$old")"
install "$old"
systemctl is-active --quiet cairn && fail "it starts before its host has looked at the settings"
systemctl is-enabled --quiet cairn && fail "it would start at the next boot before its host has looked at the settings"

step "start"
sed -i "s/^#port = .*/port = $port/" "$settings"
grep -qx "port = $port" "$settings" || fail "$settings has no line for the port"
systemctl enable --quiet --now cairn || fail "it does not start"
serves
ask --data '{"name":"Ann"}' "http://localhost:$port/api/guest" >/dev/null
game=$(ask "http://localhost:$port/api/games" | grep -o '"name":"[^"]*"' | head -n 1 | cut -d'"' -f4)
table=$(ask --data "{\"game\":\"$game\",\"opponent\":\"friend\"}" "http://localhost:$port/api/tables" | sed -E 's/.*"id":"([^"]+)".*/\1/')
[[ -n $table ]] || fail "no table was made"
[[ $(stat -c %U "/proc/$(process)") != root ]] || fail "it runs as root"
[[ $(stat -Lc %a /var/lib/cairn) == 700 ]] || fail "others may look into /var/lib/cairn"
before=$(process)

step "upgrade to $(basename "$new")"
install "$new"
[[ $(version) == "$(dpkg-deb --field "$new" Version)" ]] || fail "$(version) is installed after the upgrade"
serves
[[ $(process) != "$before" ]] || fail "the old program goes on after the upgrade"
grep -qx "port = $port" "$settings" || fail "the upgrade has lost the host's settings"

step "remove"
apt-get remove -q --yes cairn >/tmp/apt.log 2>&1 || fail "apt-get remove: $(cat /tmp/apt.log)"
quiet
[[ ! -e /usr/bin/cairn ]] || fail "the program is still there"
[[ -f $settings ]] || fail "removing has taken the host's settings"

step "install again"
install "$new"
systemctl enable --quiet --now cairn || fail "it does not start again"
serves

step "purge"
apt-get purge -q --yes cairn >/tmp/apt.log 2>&1 || fail "apt-get purge: $(cat /tmp/apt.log)"
quiet
left=$(find / -xdev \( -path /proc -o -path /sys -o -path /run -o -path /tmp -o -path /root -o -path /usr/share/zoneinfo \) -prune -o -iname '*cairn*' -print)
[[ $left == $'/var/lib/private/cairn\n/var/lib/private/cairn/cairn.db'* || $left == */var/lib/cairn* ]] ||
  fail "the games in /var/lib/cairn are gone"
left=$(grep -v '^/var/lib/\(private/\)\?cairn' <<<"$left" || true)
[[ -z $left ]] || fail "purged, and these are still there: $left"
step "the games stay: $(find /var/lib/private/cairn /var/lib/cairn/ -name cairn.db 2>/dev/null | head -n 1)"
