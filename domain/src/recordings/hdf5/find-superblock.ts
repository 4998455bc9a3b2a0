const mark = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]

/** Possible offsets of the superblock in the head: MATLAB 7.3 writes 512 bytes of text before it. */
const places = [0, 512, 1024, 2048]

export function findSuperblock(head: Uint8Array): number | undefined {
  return places.find((place) => mark.every((byte, index) => head[place + index] === byte))
}
