export type Numbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array

/** An array of numbers with one or two dimensions, in a file that contains several. */
export type NumericArray = {
  /** Including the structures or groups that contain it: `left.acc`. */
  readonly name: string
  /** The sizes of the dimensions. Numbers along the first are `strides[0]` apart, along the second `strides[1]`. */
  readonly shape: readonly [number, number]
  readonly strides: readonly [number, number]
  readonly unit?: string
  /** In Hz, if the file stores it with the array. */
  readonly rate?: number
  /** All numbers, in the order that the strides refer to. */
  load(signal?: AbortSignal): Promise<Numbers>
}

/** Bytes of arrays in memory at a time. */
export const heldBytes = 256 * 2 ** 20

/** The only dimension, or the longer of two, is time. The other one is channels. */
export function layOf({ shape, strides }: NumericArray) {
  const isFirst = shape[0] >= shape[1]
  return isFirst
    ? { length: shape[0], columns: shape[1], step: strides[0], across: strides[1] }
    : { length: shape[1], columns: shape[0], step: strides[1], across: strides[0] }
}
