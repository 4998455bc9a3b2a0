#!/bin/sh
# engine.sh FOLDER: runs Docker's engine with its data, its socket and its settings in FOLDER. Must be called in network, mount and
# process namespaces of its own, to which slirp4netns gives a line out.
set -eu
folder=$1
mount -t tmpfs tmpfs /run
mount -t proc proc /proc
ip link set lo up
tries=100
until ip link show tap0 >/dev/null 2>&1; do
  tries=$((tries - 1))
  [ "$tries" -gt 0 ] || { echo 'slirp4netns gave no line' >&2; exit 1; }
  sleep 0.1
done
# The resolver of slirp4netns.
echo 'nameserver 10.0.2.3' > "$folder/resolv.conf"
mount --bind "$folder/resolv.conf" /etc/resolv.conf
exec dockerd --data-root "$folder/data" --exec-root /run/docker --pidfile /run/docker.pid --host "unix://$folder/docker.sock" \
  --ip6tables=false > "$folder/engine.log" 2>&1
