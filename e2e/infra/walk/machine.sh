#!/bin/sh
# machine.sh FOLDER MIRROR CLONE…: makes a minimal Debian in FOLDER from the MIRROR, and runs its systemd as process 1 until it is
# killed. Only the network is this machine's. CLONE… are folders of this machine that can be read in it.
# Must be called as process 1 of namespaces of its own for mounts, processes, messages and the host's name.
set -eu
folder=$1
mirror=$2
shift 2
# shellcheck source=/dev/null
. /etc/os-release
log=$folder.log
debootstrap --variant=minbase --include=dbus,systemd "$VERSION_CODENAME" "$folder" "$mirror" >"$log" 2>&1 || { tail -n 20 "$log"; exit 1; }
cp /etc/resolv.conf /etc/hosts "$folder/etc/"
# This machine's own certificate authority, as install.md describes for a proxy that inspects TLS.
[ -z "${NODE_EXTRA_CA_CERTS:-}" ] || cp "$NODE_EXTRA_CA_CERTS" "$folder/etc/own-authorities.crt"

# As systemd's "Container Interface" asks: what belongs to the kernel can only be read, and /dev has what every program needs.
chmod 755 "$folder"
mount --bind "$folder" "$folder"
cd "$folder"
mount -t proc proc proc
mount --bind -o ro proc/sys proc/sys
mount -t sysfs -o ro sysfs sys
for each in run tmp; do mount -t tmpfs tmpfs $each; done
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
for each in null zero full random urandom tty; do
  touch dev/$each
  mount --bind /dev/$each dev/$each
done
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for each in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${each%:*}" "dev/${each#*:}"; done
for each in "$@"; do
  mkdir -p ".$each"
  mount --bind -o ro "$each" ".$each"
done

# A control group in which systemd makes its own.
mount -t cgroup2 cgroup2 mnt
group=mnt$(sed -n 's/^0:://p' /proc/self/cgroup)/$(basename "$folder")
mkdir "$group"
echo 0 > "$group/cgroup.procs"
umount mnt
exec unshare --cgroup sh -euc '
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  pivot_root . mnt
  umount -l /mnt
  exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=basic.target
'
