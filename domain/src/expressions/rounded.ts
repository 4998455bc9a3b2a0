export const maxDecimals = 15

/**
 * Rounds half away from zero, as the number is written: 1.005 to two decimals is 1.01. Throws a RangeError unless the
 * decimals are 0 to 15 and the number is finite.
 */
export function rounded(x: number, decimals: number): number {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > maxDecimals) throw new RangeError('decimals')
  if (!Number.isFinite(x)) throw new RangeError('not finite')
  const [digits = '', exponent = '0'] = String(Math.abs(x)).split('e')
  const whole = Math.round(Number(`${digits}e${Number(exponent) + decimals}`))
  const [shown = '', power = '0'] = String(whole).split('e')
  return Math.sign(x) * Number(`${shown}e${Number(power) - decimals}`)
}
