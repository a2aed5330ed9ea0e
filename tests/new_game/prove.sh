#!/usr/bin/env bash
# Leads a game of scripts/new_game from the script to the player, in a copy of the tree (build/new-game) that is built
# there: build, rules, contract, engine, text, picture, mail, the client's tests and the board in a browser. Its sides
# get names that are no colours. The tree itself stays as it is.
#   tests/new_game/prove.sh          all
#   tests/new_game/prove.sh build    up to the contract: no mail, no browser
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
name=quintet
until_build=${1:-}
tree=$PWD
copy=$tree/build/new-game
part() { printf -- '-- %s\n' "$*"; }

part "a copy of the tree"
mkdir -p "$copy"
# What was built stays, and files keep their times: a second run compiles little.
find "$copy" -mindepth 1 -maxdepth 1 ! -name build ! -name .git -exec rm -rf {} +
git ls-files -co --exclude-standard -z | while IFS= read -r -d '' file; do
  [[ ! -f $file ]] || printf '%s\0' "$file"
done | xargs -0 cp --parents --preserve=timestamps -t "$copy"
cd "$copy"
[[ -d .git ]] || git init -q .

part "scripts/new_game $name"
scripts/new_game "$name"
clang-format-14 --dry-run -Werror "games/$name"/*.{h,cpp} "games/$name"/tests/*.cpp games/registry.cpp
sed -i 's/black/amber/g; s/Black/Amber/g; s/white/violet/g; s/White/Violet/g' "games/$name"/*.{h,cpp,md} "games/$name"/tests/*
python3 tests/layers.py

part "build"
source scripts/lib.sh
configure release -DCAIRN_TESTS=ON
build release cairn contract_test "${name}_test" mail_games_test
cairn=$copy/build/release/apps/cairn/cairn

part "its rules, the contract, the signature"
"build/release/games/${name}_test" --gtest_brief=1
build/release/tests/contract/contract_test --gtest_brief=1 --gtest_filter="*/${name}_*:Options.*" | tee build/contract.log
grep -q 'contract: [1-9]' build/contract.log
"$cairn" bench signature --each | grep "$name"

part "in text, as a picture, and against the engine"
"$cairn" games "$name"
"$cairn" replay "$name" --board medium A1 B2 C3 | tee build/text.log
grep -qF '(o)' build/text.log  # Amber, the first side, has the first colour
grep -qF '(x)' build/text.log
"$cairn" replay "$name" D4 2>&1 | tee build/refused.log || true
grep -q middle build/refused.log
"$cairn" render --game "$name" --moves "A1 B2" --out build/board.png
head -c 4 build/board.png | grep -aq PNG
"$cairn" match cairn:playouts=100 cairn:plain,playouts=2 --game "$name" --games 2
[[ -z $until_build ]] || exit 0

part "by mail"
build/release/server/mail_games_test --gtest_brief=1

part "the client: its tests, which warn and do not fail, and the board in a browser"
build_wasm
ln -s "$tree/web/node_modules" web/node_modules
(cd web && npm run --silent wasm && npm run --silent messages && npm run --silent typecheck && npx vitest run) 2>&1 | tee build/vitest.log
grep -q "texts of $name are said in English" build/vitest.log
(cd web && npm run --silent build)
(cd web && CAIRN_BIN=$cairn CAIRN_GAME=$name npx vitest run --config vitest.e2e.config.ts tests/e2e/every_game.test.ts)
part "new game: $name, from the script to the browser"
