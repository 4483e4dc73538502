#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the packages that are missing, says which, and does nothing when
# there are none. usage: install_packages.sh build|test|bench
# Exit code 3: something is missing that this script cannot install.
set -eu

purpose=${1:-build}
build_packages='g++ cmake ninja-build clang bubblewrap catch2
  libfmt-dev nlohmann-json3-dev libcli11-dev libzstd-dev liblz4-dev'
test_packages='clang-format clang-tidy doxygen libxml2-utils'
bench_packages='gnuplot-nox'

. /etc/os-release 2>/dev/null || ID=unknown
release="${ID:-unknown} ${VERSION_ID:-}"
case $release in
  'debian 12')
    catch2_source=bookworm-backports
    # libFuzzer and the sanitizers' runtime for Debian's clang
    test_packages="$test_packages libclang-rt-14-dev" ;;
  'ubuntu 24.04')
    echo 'setup: Ubuntu 24.04: nobody has tested this path yet' >&2
    catch2_source=
    test_packages="$test_packages libclang-rt-18-dev" ;;
  *) catch2_source= ;;
esac

packages=$build_packages
[ "$purpose" = build ] || packages="$packages $test_packages"
[ "$purpose" != bench ] || packages="$packages $bench_packages"

if ! command -v dpkg-query >/dev/null; then
  echo "setup: not a Debian or Ubuntu system ($release)." >&2
  echo "setup: install the equivalents of these by hand, then run" >&2
  echo "setup: make SETUP=no: "$packages >&2
  exit 3
fi

# The version of an installed package, or nothing.
version_of() {
  dpkg-query -W -f '${db:Status-Abbrev}${Version}' "$1" 2>/dev/null |
    sed -n 's/^ii *//p'
}

missing=
for package in $packages; do
  case $package:$(version_of "$package") in
    catch2:3.*) ;;             # Catch2 3 is needed; Debian 12 itself has 2
    catch2:*) missing="$missing catch2" ;;
    *:) missing="$missing $package" ;;
  esac
done
missing=${missing# }
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: missing: $missing" >&2
    echo 'setup: neither root nor sudo here; ask an administrator to run' >&2
    echo "setup:   sh $0 $purpose" >&2
    exit 3
  fi
  as_root=sudo
fi

echo "setup: installing $missing"
others=
for package in $missing; do
  [ "$package" = catch2 ] || others="$others $package"
done

# Debian 12 has Catch2 3.7 in its backports only.
if [ "$others" != " $missing" ] && [ -n "$catch2_source" ] &&
   ! apt-cache policy | grep -q "$catch2_source"; then
  list=/etc/apt/sources.list.d/lockstep-backports.list
  keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  echo "setup: adding $catch2_source to apt in $list"
  echo "deb [signed-by=$keyring] http://deb.debian.org/debian" \
    "$catch2_source main" | $as_root tee "$list" >/dev/null
fi

install() {
  $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null || {
    echo "setup: apt-get could not install: $*" >&2
    exit 3
  }
}
$as_root apt-get update -qq || {
  echo 'setup: apt-get update failed; is there a network?' >&2
  exit 3
}
# shellcheck disable=SC2086  # lists of names
[ -z "$others" ] || install $others
case " $missing " in
  *' catch2 '*) install ${catch2_source:+-t "$catch2_source"} catch2 ;;
esac
echo 'setup: done'
