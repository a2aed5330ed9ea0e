#!/usr/bin/env bash
# The manual page, from the program's own help: man_page.sh PROGRAM > cairn.1
set -euo pipefail
program=$1

quoted() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\&&/"; }

section() {  # TITLE, its text from standard input
  printf '.SH "%s"\n.nf\n' "$1"
  quoted
  printf '.fi\n'
}

version=$("$program" --version)
printf '.TH CAIRN 1 "" "%s" "User Commands"\n' "$version"
printf '.SH NAME\ncairn \\- board games, their engines and their server\n'
"$program" --help | section SYNOPSIS
mapfile -t commands < <("$program" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z]*\)  *.*/\1/p')
for command in "${commands[@]}"; do
  "$program" "$command" --help | section "cairn $command"
done
printf '.SH FILES\n.nf\n'
printf '/etc/cairn/cairn.toml  the settings of the service, each with its meaning\n'
printf '/var/lib/cairn         its games\n.fi\n'
