# The steps of ./test in two lanes that run beside each other; for each step `about` (one line), `needs` (steps before
# it), a function step_NAME, and the lines of its log that are worth repeating at the end. CAIRN_LONG=1 makes them thorough.

lane_building=(format layers prose wasm web build ctest thorough train asan tsan fuzz new-game)
lane_playing=(lint vitest e2e contract signature thorough-e2e api-docs headers tidy)
steps=("${lane_building[@]}" "${lane_playing[@]}")
# Every change must pass these, and ./test alone runs them; ./test --full runs all.
everyday=(format layers prose wasm web build lint vitest ctest contract signature e2e)
declare -A about=(
  [format]="clang-format 14 finds nothing to change"
  [layers]="include directions, game names, file lengths, what scripts/new_game writes"
  [prose]="texts: house idioms, spelling, long sentences (tests/prose)"
  [headers]="every header compiles alone"
  [build]="release build"
  [ctest]="tests of the release build, without those of tests/thorough.txt"
  [thorough]="tests of the release build that take long (tests/thorough.txt)"
  [contract]="every game keeps the contract"
  [signature]="all games play as they did (tests/signature.txt)"
  [train]="from self-play to a network that plays"
  [asan]="fast tests under AddressSanitizer and UBSan"
  [tsan]="server tests under ThreadSanitizer"
  [fuzz]="every text reader under libFuzzer"
  [wasm]="the core as WebAssembly"
  [lint]="web client: types, ESLint with its layers and lengths, Prettier"
  [vitest]="web client: units"
  [web]="web client: build"
  [e2e]="browser against the real server, Sabaki's GTP client"
  [thorough-e2e]="browser tests that take long (web/vitest.e2e.config.ts)"
  [api-docs]="reference of the headers, by Doxygen without a warning"
  [tidy]="clang-tidy 22 finds nothing"
  [new-game]="a game of scripts/new_game, from the build to the browser"
)
declare -A needs=(
  [format]="" [layers]="" [prose]="" [headers]="" [build]="" [ctest]="build" [thorough]="build" [contract]="build" [signature]="build" [train]="build" [asan]="" [tsan]=""
  [fuzz]="" [wasm]="" [lint]="" [vitest]="wasm" [web]="wasm" [e2e]="build web" [thorough-e2e]="build web" [api-docs]="" [tidy]="" [new-game]=""
)

# Tests with sanitizers, by these arguments of ctest and without those that the first one, a regular expression, names:
# all; with CAIRN_SHARE=K/N those of what changed (tests/changed.py), and of the others every Nth from the Kth on; with
# CAIRN_SHARE=none those of what changed alone.
sanitized() {
  local without=$1 changed failed=0
  shift
  if [[ -z ${CAIRN_SHARE:-} ]]; then
    ctest "$@" --exclude-regex "$without"
    return
  fi
  changed=$(tests/changed.py)
  [[ -n $changed ]] || changed='^$'
  ctest "$@" --tests-regex "$changed" --exclude-regex "$without" || failed=1
  [[ $CAIRN_SHARE == none ]] ||
    ctest "$@" --exclude-regex "$without|$changed" -I "${CAIRN_SHARE%/*},,${CAIRN_SHARE#*/}" || failed=1
  return "$failed"
}

cpp_files() { git ls-files -co --exclude-standard '*.cpp' '*.h'; }

step_format() { cpp_files | xargs clang-format-14 --dry-run -Werror && say "format: $(cpp_files | wc -l) files"; }

step_layers() {
  tests/new_game/new_game_test.py
  python3 tests/layers.py
}

step_prose() {
  tests/prose/prose_test.py
  tests/prose/prose.py
}

# This and clang-tidy take what the tests beside them leave of the processors.
step_headers() { nice -n 10 python3 tests/layers.py --headers; }

step_build() {
  configure release -DCAIRN_TESTS=ON
  build release
}

# The expressions of tests/thorough.txt, a line each.
thorough_tests() { sed '/^ *#/d; /^ *$/d' tests/thorough.txt; }

# Half of them mostly wait, so twice as many run as there are processors; the contract is a step of its own.
release_tests() {  # [arguments of ctest]
  ctest --preset release -LE contract --parallel $((2 * jobs_count)) \
    --timeout "$([[ -n ${CAIRN_LONG:-} ]] && echo 3600 || echo 300)" "$@"
}

step_ctest() { release_tests --exclude-regex "$(thorough_tests | paste -sd'|')"; }

# With CAIRN_PART=K/N every Nth of them from the Kth on, and those of what changed (tests/changed.py).
step_thorough() {
  local names pattern changed failed=0
  names=$(ctest --preset release -N | sed -n 's/^ *Test *#[0-9]*: //p')
  while read -r pattern; do
    grep -qE -- "$pattern" <<<"$names" || { say "tests/thorough.txt: no test is called $pattern"; failed=1; }
  done < <(thorough_tests)
  pattern=$(thorough_tests | paste -sd'|')
  if [[ -z ${CAIRN_PART:-} ]]; then
    release_tests --tests-regex "$pattern" || failed=1
  else
    release_tests --tests-regex "$pattern" -I "${CAIRN_PART%/*},,${CAIRN_PART#*/}" || failed=1
    changed=$(tests/changed.py)
    changed=$(grep -E -- "$pattern" <<<"$names" | grep -E -- "${changed:-^$}" | sed 's/[.]/[.]/g' | paste -sd'|' || true)
    [[ -z $changed ]] || release_tests --tests-regex "^($changed)\$" || failed=1
  fi
  return "$failed"
}

step_contract() { build/release/tests/contract/contract_test --gtest_brief=1; }

step_signature() { build/release/apps/cairn/cairn bench signature --check tests/signature.txt; }

step_train() {
  train/tests/train_test.py build/release/apps/cairn/cairn
  build release benchmarks  # nothing else compiles them
}

# Ten to twenty times slower than the release build, for which the long cross-checks are: here they would take hours.
step_asan() (
  unset CAIRN_LONG
  export CAIRN_SHORT=1
  configure asan
  build asan
  sanitized '^$' --preset asan --parallel "$jobs_count" --timeout 1500
)

# Server tests of plain values: no thread in them, and long under ThreadSanitizer.
threadless='^(TableClock|ClockReference|Matching|Swiss|Table|Tournament)\.'

step_tsan() (
  unset CAIRN_LONG
  export CAIRN_SHORT=1
  configure tsan
  build tsan server_test upkeep_test move_test \
    server_end_to_end_test server_move_test server_replica_test server_bridge_test
  for folder in server tests/end-to-end; do
    sanitized "$threadless" --test-dir "build/tsan/$folder" --output-on-failure --parallel "$jobs_count" --timeout 1500
  done
)

step_fuzz() {
  configure asan
  build asan fuzz
  fuzz/run.sh "$([[ -n ${CAIRN_LONG:-} ]] && echo 180 || echo 6)"
}

step_wasm() { build_wasm; }

step_lint() {
  install_web_packages
  (cd web && npm run --silent lint && say "lint: nothing found")
}

step_vitest() {
  install_web_packages
  (cd web && npm test)
}

step_web() {
  install_web_packages
  build_web
}

browser_tests() { (cd web && CAIRN_BIN="$PWD/../build/release/apps/cairn/cairn" npm run --silent e2e -- "$@"); }

step_e2e() { CAIRN_E2E=everyday browser_tests; }

# With CAIRN_PART=K/N that part of the files.
step_thorough-e2e() { CAIRN_E2E=thorough browser_tests ${CAIRN_PART:+--shard="$CAIRN_PART"}; }

# build/api-docs/html, of what docs/embedding.md names.
step_api-docs() { doxygen docs/embedding/Doxyfile; }

# In a copy of the tree, which is built once more.
step_new-game() {
  install_web_packages
  tests/new_game/prove.sh
}

# The commands of a build that compiles each file for itself.
step_tidy() {
  cmake --preset tidy
  nice -n 10 scripts/tidy.py
}

closing_lines() {  # of a step that passed
  local log="$log_dir/$1.log"
  case "$1" in
    ctest | thorough | asan | tsan) grep -hE '^left out|^[0-9]+% tests passed|^Total Test time' "$log" ;;
    contract) grep -hE '^contract:|PASSED|tests ran' "$log" ;;
    vitest | e2e | thorough-e2e) sed 's/\x1b\[[0-9;]*m//g' "$log" | grep -hE '^ *(Test Files|Tests) ' ;;
    format | layers | prose | headers | signature | fuzz | tidy | lint | new-game) tail -n 1 "$log" ;;
    *) ;;
  esac || true
}
