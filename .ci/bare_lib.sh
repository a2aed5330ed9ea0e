# The part of .ci/bare that runs outside the bare machine: options, what this machine must have, the base systems.
# Sourced by bash with `set -euo pipefail`.

cache=${CAIRN_BARE:-/var/tmp/cairn-bare}
project=$(cd "$here/.." && pwd)
name=machine
base=
again=
command=()
namespaces=()
# What the part inside must know; see bare_inside.sh.
export BARE_AGAIN='' BARE_SLIM='' BARE_COLD='' BARE_USER=root BARE_FOLDER=project BARE_LANG='' BARE_TZ='' BARE_UMASK=022
export BARE_NODE='' BARE_LOOPBACK='' BARE_NO_IPV6='' BARE_SERVES='' BARE_ENV='' BARE_DIR='' BARE_AS='' BARE_PUT='' BARE_GET='' BARE_INIT=''

say() { printf 'bare: %s\n' "$*" >&2; }
cannot() {
  say "$*"
  exit 2
}

read_options() {
  local two
  while [[ ${1:-} == --* ]]; do
    two=$'\n'${2:-}
    case "$1" in
      --again) again=1 BARE_AGAIN=1 ;;
      --slim) BARE_SLIM=1 ;;
      --cold) BARE_COLD=1 ;;
      --user) BARE_USER=ann ;;
      --no-network) BARE_LOOPBACK=1 namespaces+=(--net) ;;
      --no-ipv6) BARE_LOOPBACK=1 BARE_NO_IPV6=1 namespaces+=(--net) ;;
      --init) BARE_INIT=1 ;;
      --name) name=$2 && shift ;;
      --folder) BARE_FOLDER=$2 && shift ;;
      --lang) BARE_LANG=$2 && shift ;;
      --tz) BARE_TZ=$2 && shift ;;
      --umask) BARE_UMASK=$2 && shift ;;
      --node) BARE_NODE=$2 && shift ;;
      --serves) BARE_SERVES=$2 && shift ;;
      --dir) BARE_DIR=$2 && shift ;;
      --as) BARE_AS=$2 && shift ;;
      --env) BARE_ENV+=$two && shift ;;
      --put) BARE_PUT+=$two$'\n'$3 && shift 2 ;;
      --get) BARE_GET+=$two$'\n'$3 && shift 2 ;;
      --help) break ;;
      *) cannot "there is no option $1; .ci/bare --help names them" ;;
    esac
    shift
  done
  if [[ $# -eq 0 || $1 == --help ]]; then
    sed -n '2,/^set /s/^# \{0,1\}//p' "$here/bare"
    exit 2
  fi
  command=("$@")
  base=$cache/bases/$([[ -n $BARE_SLIM ]] && echo slim || echo git)
}

# ---- this machine

check_this_machine() {
  local program
  [[ $(id -u) -eq 0 ]] || cannot "debootstrap cannot run here: it needs root"
  for program in unshare setpriv flock git chroot; do
    command -v "$program" >/dev/null || cannot "debootstrap cannot run here: there is no $program (packages util-linux, git)"
  done
  unshare --mount --pid --fork true 2>/dev/null ||
    cannot "debootstrap cannot run here: this machine lets nobody make mount and process namespaces"
  mkdir -p "$cache"/{bases,caches,machines,logs}
  if ! command -v debootstrap >/dev/null; then
    command -v apt-get >/dev/null || cannot "debootstrap cannot run here: it is not installed, and there is no apt-get to install it"
    { apt-get update -q && apt-get install -q --yes --no-install-recommends debootstrap; } &>"$cache/logs/apt.log" ||
      cannot "debootstrap cannot run here: apt-get did not install it: $(tail -n 3 "$cache/logs/apt.log")"
  fi
}

# lock FILE WHAT: holds the file's lock until this script ends; the kernel frees it, so that no lock is ever stale.
lock() {
  exec 9>"$1"
  flock --nonblock 9 && return
  say "waiting for another .ci/bare that uses $2"
  flock 9
}

# isolated [unshare's arguments] command...: the command has its own mounts and processes, and these end with it. It ends
# with this script, even where that is killed.
isolated() {
  local child code=0
  setpriv --pdeathsig KILL unshare --mount --propagation private --pid --fork --kill-child --mount-proc --uts --ipc "$@" \
    <&0 9>&- &
  child=$!
  # shellcheck disable=SC2064
  trap "kill -KILL $child 2>/dev/null; exit 143" TERM INT HUP
  wait "$child" || code=$?
  trap - TERM INT HUP
  return "$code"
}

# ---- the base systems

# Where this machine gets Debian's packages from.
mirror_of() {  # SUITE, the usual address
  local found=""
  if command -v apt-get >/dev/null; then
    # shellcheck disable=SC2016
    found=$(apt-get indextargets --format '$(SUITE) $(CODENAME) $(REPO_URI)' 2>/dev/null |
      awk -v suite="$1" '$1 == suite || $2 == suite { print $3; exit }') || true
  fi
  printf '%s' "${found:-$2}"
}

# How this machine reaches the network: proxies and what apt is told of servers, as apt's settings.
apt_settings() {
  if command -v apt-config >/dev/null; then apt-config dump | grep -E '^Acquire::(Check-|https?::|Retries|ForceIPv)' || true; fi
  [[ -z ${http_proxy:-} ]] || printf 'Acquire::http::Proxy "%s";\n' "$http_proxy"
  [[ -z ${https_proxy:-} ]] || printf 'Acquire::https::Proxy "%s";\n' "$https_proxy"
}

sources() {
  local main=$1 security
  security=$(mirror_of bookworm-security http://deb.debian.org/debian-security)
  printf 'deb %s bookworm main\ndeb %s bookworm-updates main\ndeb %s bookworm-security main\n' "$main" "$main" "$security"
}

certificates() { find /usr/local/share/ca-certificates -name '*.crt' 2>/dev/null | sort; }

# What a base system is made from: where that has changed, or after a month, the base systems are made again.
recipe() {
  sources "$mirror"
  apt_settings
  certificates | xargs -r cat
  sed -n '/^# ---- the base systems/,$p' "$here/bare_lib.sh"
}

# in_layer FOLDER command...: isolated, and where the kernel can do that without waiting for the disk at each file.
in_layer() {
  local folder=$1
  shift
  mkdir -p "$folder" "$folder.empty" "$folder.work"
  # shellcheck disable=SC2016
  isolated bash -c 'mount -t overlay -o "lowerdir=$0.empty,upperdir=$0,workdir=$0.work,volatile" bare "$0" 2>/dev/null || true
    exec "$@"' "$folder" "$@" || return
  rm -rf "$folder.empty" "$folder.work"
}

make_slim() {  # FOLDER
  say "making the base system: debootstrap, a minute or two"
  in_layer "$1" debootstrap --variant=minbase bookworm "$1" "$mirror" &>"$cache/logs/debootstrap.log" ||
    cannot "debootstrap failed; the end of $cache/logs/debootstrap.log:
$(tail -n 5 "$cache/logs/debootstrap.log")"
  sources "$mirror" >"$1/etc/apt/sources.list"
  apt_settings >"$1/etc/apt/apt.conf.d/80-as-outside"
  rm -f "$1"/var/cache/apt/archives/*.deb
  mkdir -p "$1/usr/local/share/ca-certificates"
  certificates | xargs -r cp --target-directory="$1/usr/local/share/ca-certificates"
  rm -f "$1/etc/hostname" "$1/etc/resolv.conf"
  chmod 700 "$1/root"
}

make_git() {  # FOLDER
  cp -a "$cache/bases/slim" "$1"
  cp -L /etc/resolv.conf "$1/etc/resolv.conf" 2>/dev/null || true
  # shellcheck disable=SC2016
  in_layer "$1" chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive sh -c '
    apt-get update -q && apt-get upgrade -q -y && apt-get install -q -y --no-install-recommends git ca-certificates &&
    apt-get clean' &>"$cache/logs/git.log" ||
    cannot "the base system has no git, for apt-get failed; the end of $cache/logs/git.log:
$(tail -n 5 "$cache/logs/git.log")"
  rm -f "$1/etc/resolv.conf"
}

make_bases() {
  local mirror want kind
  mirror=$(mirror_of bookworm http://deb.debian.org/debian)
  want=$(recipe | sha256sum)
  lock "$cache/bases.lock" "the base systems"
  if [[ $(cat "$cache/bases/recipe" 2>/dev/null) != "$want" || -n $(find "$cache/bases/recipe" -mtime +30) ]]; then
    # A machine is a layer above its base: without it, it is nothing.
    rm -rf --one-file-system "$cache/bases" "$cache/machines"
    mkdir -p "$cache/bases" "$cache/machines"
    for kind in slim git; do
      make_$kind "$cache/bases/$kind.new"
      mv "$cache/bases/$kind.new" "$cache/bases/$kind"
    done
    sync --file-system "$cache/bases"
    printf '%s' "$want" >"$cache/bases/recipe"
  fi
  flock --unlock 9
}

# ---- the machine

forget_unless_again() {
  if [[ -n $again ]]; then
    [[ -e $machine/ready ]] || cannot "there is no machine \"$name\" to go on with: leave --again out"
    return
  fi
  find "$machine" -mindepth 1 -maxdepth 1 ! -name lock -exec rm -rf --one-file-system {} +
}
