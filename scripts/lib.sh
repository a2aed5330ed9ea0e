# Shared by ./run and ./test: installing what is missing, building, and steps with a name, a time and a verdict.
# Sourced by bash with `set -euo pipefail` from the project's root.

# A compiler takes up to 1.6 GB where several files are compiled as one.
jobs_count=$(awk -v cores="$(nproc 2>/dev/null || echo 2)" \
  '/^MemTotal/ { most = int($2 / 1700000) } END { if (!most || most > cores) most = cores; print most }' \
  /proc/meminfo 2>/dev/null || echo 2)
log_dir=build/logs
mkdir -p "$log_dir"

say() { printf '%s\n' "$*"; }
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 2
}

# ---- packages

# Names of the packages of the given kinds (run, package, test) that are missing. Tests make a package, too.
missing_packages() {
  local kinds=" ${*/#test/test package} " kind package command have
  # One question to dpkg for all: a question each would take seconds.
  have=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' 2>/dev/null | sed -n 's/^ii *//p')
  while read -r kind package command; do
    case "$kind" in '' | '#'*) continue ;; esac
    [[ $kinds == *" $kind "* ]] || continue
    if [[ $command == =* ]]; then
      command=${command%%#*}
      command=${command#=}
      command -v "${command// /}" >/dev/null && continue
    fi
    grep -qxF "$package" <<<"$have" || printf '%s\n' "$package"
  done <scripts/packages.txt
}

install_packages() {
  local missing sudo=()
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "This is no Debian system: nothing is installed. What is needed stands in scripts/packages.txt."
    return 0
  fi
  mapfile -t missing < <(missing_packages "$@")
  if [[ ${#missing[@]} -eq 0 ]]; then
    say "All Debian packages of scripts/packages.txt are there."
    return 0
  fi
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null || fail "these packages are missing, and there is no sudo to install them: as root run
  apt-get update && apt-get install --no-install-recommends ${missing[*]}"
    sudo=(sudo)
  fi
  say "Installing Debian packages that are missing (their reasons stand in scripts/packages.txt):"
  say "  ${sudo[*]:+sudo }apt-get update"
  say "  ${sudo[*]:+sudo }apt-get install --yes --no-install-recommends ${missing[*]}"
  # Postfix without settings: a mail server that nobody has asked for is not started.
  if [[ " ${missing[*]} " == *" postfix "* ]]; then
    echo 'postfix postfix/main_mailer_type select No configuration' | "${sudo[@]}" debconf-set-selections
  fi
  "${sudo[@]}" apt-get update -q || fail "apt-get update failed; is there a network?"
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q --yes --no-install-recommends "${missing[@]}" ||
    fail "apt-get install failed. The packages are those of Debian 12 (bookworm) with bookworm-security."
}

# ---- building

# What was compiled in one clone is found again in the next: ccache is told paths from the project's root.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
# The compiler itself lists the headers, so a file that is not in the cache is not preprocessed twice.
export CCACHE_DEPEND=1

# configure PRESET [cmake arguments]: cmake runs only where there is no build folder yet, or one older than the presets,
# or arguments are given. A new folder compiles several files as one, in half the time, unless CAIRN_UNITY=OFF. A folder
# that was built without tests stays without: what they need may not be installed.
configure() {
  local preset=$1 tests
  shift
  if [[ ! build/$preset/build.ninja -nt CMakePresets.json ]]; then
    tests=$(sed -n 's/^\(CAIRN_TESTS\):BOOL=\(.*\)/-D\1=\2/p' "build/$preset/CMakeCache.txt" 2>/dev/null || true)
    [[ -z $tests ]] || set -- "$tests" "$@"
    # --fresh: another compiler than before would keep nothing else of the preset
    cmake --fresh --preset "$preset" -DCAIRN_UNITY="${CAIRN_UNITY:-ON}" "$@"
  elif [[ $# -gt 0 ]]; then
    cmake --preset "$preset" "$@"
  fi
}

build() {  # PRESET [targets...]
  local preset=$1
  shift
  cmake --build "build/$preset" --parallel "$jobs_count" ${1:+--target "$@"}
}

build_wasm() {
  configure wasm
  build wasm cairn_wasm
}

# npm's packages, by the lock file; again only when the lock file or node has changed. Of two steps that want them at once
# the second waits.
install_web_packages() {
  local stamp=web/node_modules/.cairn-stamp now
  now="$(sha256sum <web/package-lock.json) node $(node --version)"
  exec 8>"$log_dir/npm.lock"
  flock 8
  if [[ -f $stamp && $(<"$stamp") == "$now" ]]; then
    say "The npm packages are those of web/package-lock.json."
  else
    say "Fetching the npm packages of web/package-lock.json: npm ci"
    (cd web && npm ci --no-audit --no-fund 8>&-)
    printf '%s' "$now" >"$stamp"
  fi
  exec 8>&-
}

# What the web client is made of, as one number.
web_sources() {
  {
    find web -path web/node_modules -prune -o -path web/dist -prune -o -path web/tests -prune -o -type f -print0 |
      sort -z | xargs -0 sha256sum
    sha256sum build/wasm/cairn.wasm build/wasm/engine.wasm
  } | sha256sum
}

# The web client, into web/dist; again only when one of its files or the core has changed.
build_web() {
  local stamp=build/web.stamp now
  now=$(web_sources)
  if [[ -f $stamp && -f web/dist/index.html && $(<"$stamp") == "$now" ]]; then
    say "The web client is built (web/dist)."
    return 0
  fi
  (cd web && npm run --silent build)
  # The build copies the core into the sources; the next look must find what stands there now.
  now=$(web_sources)
  printf '%s' "$now" >"$stamp"
}
