#!/usr/bin/env bash
# Draws the diagrams of docs/players: docs/players/diagrams.sh [CAIRN [FOLDER]]
# A test draws them into another folder and compares.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
cairn=${1:-build/release/apps/cairn/cairn}
folder=${2:-docs/players/diagrams}
mkdir -p "$folder"

draw() { # NAME GAME MOVES OPTION...
  local name=$1 game=$2 moves=$3 options=()
  shift 3
  for option in "$@"; do
    case $option in
      --*) options+=("$option") ;;
      *) options+=(-o "$option") ;;
    esac
  done
  "$cairn" render --game "$game" --moves "$moves" "${options[@]}" --size 240 --out "$folder/$name.svg" >/dev/null
}

lines=(black=a2,b2,c2,d2,e2,f2,g2,h2 white=a7,b7,c7,d7,e7,f7,g7,h7)

draw margo-stack margo "A1 C1 A3 C3 B2" size=4
draw margo-capture-1 margo "A3 A1" size=4
draw margo-capture-2 margo "A3 A1 C1" size=4
draw margo-zombie-1 margo "A1 A3 C1 C3 G7 B2 G5" size=4
draw margo-zombie-2 margo "A1 A3 C1 C3 G7 B2 G5 E1" size=4
draw margo-cut margo "C3 C1 E3 E1 C5 E5 A7 D2 G7 D4" size=4
draw spargo-game spargo "C3 E3 C5 E5 D4 A1 G7 C1 E7"
draw go-capture-1 go "C3 C2 A1 B3 A2 D3 B1" size=5
draw go-capture-2 go "C3 C2 A1 B3 A2 D3 B1 C4" size=5
draw go-ko go "B3 D4 C4 E3 C2 D2 A1 C3 D3" size=5
draw go-dead go "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 pass A3 pass pass dead:A3" size=5
draw toroidal-corner-1 toroidal "C3 A1 A2 D4 B1 D5 A5" size=5
draw toroidal-corner-2 toroidal "C3 A1 A2 D4 B1 D5 A5 C4 E1" size=5
draw phantom-black phantom "C3 D4 B2 E5" size=5 --seat=1
draw phantom-all phantom "C3 D4 B2 E5" size=5
draw margrites-start margrites "" "${lines[@]}"
draw margrites-turn margrites "d2>d3 e2>e3 d3>d4 c2>d3" "${lines[@]}"
draw margrites-ending-race margrites "" '--position={"board":[".........",".........",".........","......B..",".........","..W......",".........","........."],"to_move":"black"}'
draw margrites-ending-hunt margrites "" '--position={"board":[".........",".........",".........","..W......",".........","B........","....B....","........."],"to_move":"black"}'
