/** All that decides which beats are found and which stretches are usable. */
export const parameters = {
  band_from_hz: 5,
  band_to_hz: 15,
  integration_seconds: 0.15,
  learning_seconds: 2,
  learn_anew_seconds: 5,
  refractory_seconds: 0.2,
  t_wave_seconds: 0.36,
  search_back: 1.66,
  judged_seconds: 10,
  lowest_bpm: 40,
  highest_bpm: 180,
  longest_interval_seconds: 3,
  interval_ratio: 2.2,
  template_correlation: 0.66,
  /** Of an epoch or activity: with less, no rate is given. */
  least_usable: 0.5,
} as const
