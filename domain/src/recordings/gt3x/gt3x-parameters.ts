export type Gt3xParameters = {
  /** Hz */
  readonly rate: number | null
  /** Units per g. */
  readonly scale: number | null
  /** The temperature in °C at which the thermometer of the inertial unit reads 0. */
  readonly temperatureOffset: number | null
}

/** Key and value in turn: 16 bits of address space, 16 of identifier, 32 of value. */
export function readParameters(view: DataView): Gt3xParameters {
  const values = new Map<string, number>()
  for (let at = 0; at + 8 <= view.byteLength; at += 8) {
    values.set(`${view.getUint16(at, true)}.${view.getUint16(at + 2, true)}`, view.getUint32(at + 4, true))
  }
  const positive = (key: string, decode: (value: number) => number) => {
    const value = values.get(key)
    const decoded = value === undefined ? 0 : decode(value)
    return decoded > 0 && Number.isFinite(decoded) ? decoded : null
  }
  return {
    rate: positive('1.10', Number),
    scale: positive('0.55', decodeFloat),
    temperatureOffset: positive('0.58', decodeFloat),
  }
}

/** The recorder's own floating-point format: 8 bits of signed exponent, 24 bits of signed fraction, where 2^23 is one. */
export function decodeFloat(value: number): number {
  const exponent = value >> 24
  const fraction = (value << 8) >> 8
  return (fraction / 2 ** 23) * 2 ** exponent
}
