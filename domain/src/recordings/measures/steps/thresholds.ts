/** The thresholds as revised in 2022. Times are in samples, acceleration in g. */
export const revised = {
  rate_hz: 15,
  block: 4,
  period_min: 4,
  period_max: 20,
  similarity: -1,
  continuous: 4,
  continuity_window: 4,
  variance: 0.01,
  magnitude: 1.25,
  /** Of the whole stretch: if its standard deviation is lower, nobody walks. */
  least_deviation: 0.025,
}

export type Thresholds = typeof revised
