#!/bin/bash
# boot.sh ROOT: starts the Debian in ROOT with its own systemd, in namespaces of its own except for the network. Ends with it.
set -e
root=$1
# A cgroup of its own, where this machine has version 2.
for base in /sys/fs/cgroup/unified /sys/fs/cgroup; do
	if [ -e "$base/cgroup.procs" ] && [ -e "$base/cgroup.controllers" ]; then
		mkdir -p "$base/machine-$$"
		echo $$ >"$base/machine-$$/cgroup.procs"
		break
	fi
done
# shellcheck disable=SC2016
exec unshare --fork --kill-child=SIGKILL --pid --mount --uts --ipc --cgroup bash -ec '
root=$1
mount --make-rprivate /
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do cp -a /dev/$device dev/; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr
mount -t tmpfs tmpfs dev/shm
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs tmpfs tmp
hostname bare
exec env -i container=lxc PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb \
	chroot "$root" /lib/systemd/systemd --system --log-target=journal --show-status=no
' _ "$root"
