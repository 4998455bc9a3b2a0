import { statfs } from 'node:fs/promises'

/**
 * Space kept free on the disk, which database and files usually share: at most this much, and at most a twentieth of
 * the disk.
 */
const mostReserveBytes = 256 * 1024 * 1024

export type DiskRoom = { freeBytes: number; sizeBytes: number; reserveBytes: number }

/** Free space on the disk that contains `folder`. Below the reserve, no more files are accepted. */
export async function readDiskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const sizeBytes = blocks * bsize
  return { freeBytes: bavail * bsize, sizeBytes, reserveBytes: Math.min(mostReserveBytes, sizeBytes / 20) }
}

export const isFull = ({ freeBytes, reserveBytes }: DiskRoom, neededBytes = 0): boolean =>
  freeBytes - neededBytes < reserveBytes
