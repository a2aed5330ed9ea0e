#!/usr/bin/env bash
# Makes the Debian package with program, web client, service and manual, for any machine of this architecture:
# build/package/cairn_VERSION_ARCH.deb. CAIRN_NO_INSTALL=1 installs no Debian packages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

[[ -n ${CAIRN_NO_INSTALL:-} ]] || install_packages run package
configure package
build package cairn
build_wasm
install_web_packages
build_web
(umask 022 && cd build/package && cpack -G DEB)  # folders that everybody may read
