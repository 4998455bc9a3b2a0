#!/bin/sh
# install.sh FOLDER SYSTEMD CLONE: creates a minimal Debian in FOLDER, a tmpfs, so that this machine is not changed.
# Runs standard input in it as a script, with SYSTEMD in place of systemctl and systemd-run, and with access to CLONE.
# Must be called in its own mount namespace.
set -eu
. /etc/os-release
mount -t tmpfs -o size=8g tmpfs "$1"
debootstrap --variant=minbase "$VERSION_CODENAME" "$1" http://deb.debian.org/debian >"$1.log" 2>&1 || { tail -n 20 "$1.log"; exit 1; }
for each in proc dev; do mount --rbind "/$each" "$1/$each"; done
mount -t tmpfs tmpfs "$1/run"
mount -t tmpfs tmpfs "$1/tmp"
mkdir -p "$1$3"
mount --bind "$3" "$1$3"
cp /etc/resolv.conf /etc/hosts "$1/etc/"
cp "$2" "$1/usr/local/bin/systemctl"
chmod 755 "$1/usr/local/bin/systemctl"
ln -s systemctl "$1/usr/local/bin/systemd-run"
# This machine's own certificate authority, as install.md describes for a proxy that inspects TLS.
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  cp "$NODE_EXTRA_CA_CERTS" "$1/etc/own-authorities.crt"
  authorities=/etc/own-authorities.crt
fi
exec chroot "$1" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive \
  ${authorities:+"NODE_EXTRA_CA_CERTS=$authorities"} sh -s
