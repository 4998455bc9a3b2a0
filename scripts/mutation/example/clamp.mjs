/** The number, but no less than `least` and no more than `most`. */
export function clamp(number, least, most) {
  if (number < least) return least
  return number > most ? most : number
}
