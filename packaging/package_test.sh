#!/usr/bin/env bash
# The Debian package: what is in it, and that the program serves from where it is unpacked. package_test.sh BUILD_FOLDER
set -euo pipefail
build=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
server=""
finish() {
  [[ -z $server ]] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
fail() {
  printf 'package: %s\n' "$*" >&2
  exit 1
}

(umask 022 && cd "$build" && cpack -G DEB -B "$work/out" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip) >"$work/cpack.log" 2>&1 || fail "cpack failed: $(tail -n 20 "$work/cpack.log")"
packages=("$work"/out/cairn_*.deb)
[[ ${#packages[@]} -eq 1 && -f ${packages[0]} ]] || fail "one package was expected: $(ls "$work/out")"
package=${packages[0]}

dpkg-deb --contents "$package" | awk '{ print $1, $2, $6 }' >"$work/contents"
for line in '-rwxr-xr-x root/root ./usr/bin/cairn' '-rw-r--r-- root/root ./lib/systemd/system/cairn.service' \
  '-rw-r--r-- root/root ./etc/cairn/cairn.toml' '-rw-r--r-- root/root ./usr/share/man/man1/cairn.1' \
  '-rw-r--r-- root/root ./usr/share/doc/cairn/copyright' '-rw-r--r-- root/root ./usr/share/cairn/grafana/cairn.json' \
  '-rw-r--r-- root/root ./usr/share/cairn/prometheus/alerts.yml'; do
  grep -qxF -- "$line" "$work/contents" || fail "\"$line\" is missing in $(cat "$work/contents")"
done
[[ ! -f $here/../web/dist/index.html ]] || grep -q './usr/share/cairn/web/index.html' "$work/contents" ||
  fail "the web client is built and not in the package"
if grep '^d' "$work/contents" | grep -v '^drwxr-xr-x root/root '; then
  fail "these folders are not open to everybody"
fi
if grep -vE '^[^ ]+ root/root \./(usr/(bin/cairn|share/(cairn/(web/.*|grafana/cairn\.json|prometheus/alerts\.yml)|man/man1/cairn\.1|doc/cairn/.*))|etc/cairn/cairn\.toml|lib/systemd/system/cairn\.service)$' \
  "$work/contents" | grep -v '^d'; then
  fail "these do not belong in it"
fi
[[ $(dpkg-deb --field "$package" Depends) == *libsqlite3* ]] || fail "it does not depend on the libraries that it uses"
dpkg-deb --control "$package" "$work/control"
for script in postinst prerm postrm; do
  [[ -x $work/control/$script ]] || fail "$script is missing"
  sh -n "$work/control/$script"
done
grep -qx /etc/cairn/cairn.toml "$work/control/conffiles" || fail "its settings are no conffile: an upgrade would lose them"

dpkg -x "$package" "$work/root"
cairn=$work/root/usr/bin/cairn
settings=$work/root/etc/cairn/cairn.toml
"$cairn" --version >/dev/null
# Not `| grep -q`: it leaves at the first match, and who still writes then has failed.
"$cairn" serve --config "$settings" --print-config >"$work/printed"
grep -qx 'data = "/var/lib/cairn"' "$work/printed" ||
  fail "the settings of the package do not keep games in /var/lib/cairn"
unit=$work/root/lib/systemd/system/cairn.service
grep -q "^ExecStart=/usr/bin/cairn serve --config /etc/cairn/cairn.toml$" "$unit" || fail "the unit starts something else"
if command -v systemd-analyze >/dev/null; then
  # It looks whether the program is there.
  mkdir "$work/unit"
  sed "s|^ExecStart=/usr/bin/|ExecStart=$work/root/usr/bin/|" "$unit" >"$work/unit/cairn.service"
  said=$(systemd-analyze verify --man=no "$work/unit/cairn.service" 2>&1) || fail "systemd-analyze: $said"
  [[ $said != *cairn.service* ]] || fail "systemd-analyze: $said"
fi
if command -v man >/dev/null; then
  page=$(MANWIDTH=100 LC_ALL=C.UTF-8 man --warnings "$work/root/usr/share/man/man1/cairn.1" 2>"$work/man.log") || fail "man cannot read the page"
  [[ ! -s $work/man.log ]] || fail "the manual page: $(cat "$work/man.log")"
  for word in "--print-config" "cairn backup" "FILES"; do
    [[ $page == *"$word"* ]] || fail "the manual page does not tell of $word"
  done
fi

# It serves, with its own client and the settings of the package; the games go elsewhere here.
"$cairn" serve --config "$settings" --data "$work/data" --port 0 --bot-threads 1 >"$work/said" 2>"$work/log" &
server=$!
for _ in $(seq 200); do
  grep -q Ctrl-C "$work/said" && break
  sleep 0.05
done
port=$(sed -n 's|.*http://localhost:\([0-9]*\).*|\1|p' "$work/said")
[[ -n $port ]] || fail "it does not start: $(cat "$work/log")"
ask() {  # PATH: the body
  exec 3<>"/dev/tcp/127.0.0.1/$port"
  printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$1" >&3
  tr -d '\r' <&3
  exec 3>&-
}
ask /healthz >"$work/health"
grep -qx '{"ok":true}' "$work/health" || fail "it does not answer"
if [[ -f $here/../web/dist/index.html ]]; then
  ask / >"$work/home"
  grep -qi '<!doctype html>' "$work/home" || fail "it does not serve its client"
fi
kill "$server"
wait "$server" || fail "it did not end cleanly: $(cat "$work/log")"
server=""
printf 'package: %s, %s files\n' "$(basename "$package")" "$(grep -vc '^d' "$work/contents")"
