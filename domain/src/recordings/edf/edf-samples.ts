import type { EdfSignal } from './edf-header.ts'

type Samples = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** 24 bits and a base do not fit a 32-bit float; 16 bits do. */
export function makeSamples(bytesPerSample: 2 | 3, length: number): Samples {
  return bytesPerSample === 2 ? new Float32Array(length) : new Float64Array(length)
}

/** Writes `count` samples from a byte offset into `target`, in physical units if the header defines them. */
export function decodeSamples(
  bytes: Uint8Array<ArrayBuffer>,
  from: number,
  count: number,
  signal: EdfSignal,
  target: Samples,
  into: number,
): void {
  const gain = signal.scale?.gain ?? 1
  const base = signal.scale?.base ?? 0
  if (target instanceof Float32Array) {
    for (let index = 0, at = from; index < count; index++, at += 2) {
      const digital = (((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 24)) >> 16
      target[into + index] = digital * gain + base
    }
    return
  }
  for (let index = 0, at = from; index < count; index++, at += 3) {
    const digital = (((bytes[at] ?? 0) << 8) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 24)) >> 8
    target[into + index] = digital * gain + base
  }
}
