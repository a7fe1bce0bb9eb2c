export const WAVE_HEIGHT = 100
const MIN_HALF_HEIGHT = 1.5

/** Outline of a waveform as an SVG path: one bar of width 1 per peak around the middle of `WAVE_HEIGHT`. */
export const wavePath = (peaks: readonly number[]): string =>
  peaks
    .map((peak, index) => {
      const half = Math.max(MIN_HALF_HEIGHT, (peak * WAVE_HEIGHT) / 2)
      return `M${index + 0.15} ${(WAVE_HEIGHT / 2 - half).toFixed(1)}h.7v${(half * 2).toFixed(1)}h-.7z`
    })
    .join('')
