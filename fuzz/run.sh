#!/usr/bin/env bash
# Runs every built fuzz target for some seconds each, starting from fuzz/corpus/TARGET, as many at once as there are
# processors. What a run finds stays in build/fuzz/found/TARGET; a crash is shown with the command that repeats it.
#   fuzz/run.sh SECONDS [TARGET...]      (targets without "_fuzz": moves, options, ...)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-10}
shift || true
bin=build/asan/fuzz
targets=("$@")
if [[ ${#targets[@]} -eq 0 ]]; then
  for path in "$bin"/*_fuzz; do
    name=${path##*/}
    targets+=("${name%_fuzz}")
  done
fi
[[ -e $bin/${targets[0]}_fuzz ]] || {
  echo "no fuzz targets are built: cmake --preset asan && cmake --build --preset fuzz" >&2
  exit 2
}

run_target() {
  local name=$1 seconds=$2 bin=build/asan/fuzz found=build/fuzz/found/$1 log=build/fuzz/$1.log
  mkdir -p "$found"
  if ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=tests/leaks.txt:print_suppressions=0 "$bin/${name}_fuzz" -max_total_time="$seconds" -timeout=30 -rss_limit_mb=1500 \
    -print_final_stats=1 -dict=fuzz/words.dict -artifact_prefix="build/fuzz/$name-" "$found" "fuzz/corpus/$name" >"$log" 2>&1; then
    printf '%-12s %s runs, coverage %s, no fault\n' "$name" \
      "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
      "$(grep -oE 'cov: [0-9]+' "$log" | tail -n 1 | cut -c6-)"
  else
    tail -n 40 "$log"
    printf '%-12s FAULT; to repeat it: %s/%s_fuzz %s\n' "$name" "$bin" "$name" \
      "$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)"
    return 1
  fi
}
export -f run_target
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I NAME bash -c 'run_target NAME "$0"' "$seconds" || {
  echo "fuzz: a target found a fault"
  exit 1
}
echo "fuzz: ${#targets[@]} targets, $seconds s each, no fault"
