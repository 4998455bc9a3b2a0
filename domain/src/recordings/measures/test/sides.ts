/** What a sensor at rest shows in nine positions, in g: enough of them to calibrate it. */
export const sides = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
  [0.6, 0.8, 0],
  [-0.6, 0, 0.8],
  [0, 0.6, -0.8],
]
