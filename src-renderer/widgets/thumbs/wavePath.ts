export const WAVE_HEIGHT = 100
const LEAST = 1.5

/** Outline of a waveform as an SVG path: one bar of width 1 per peak around the middle of `WAVE_HEIGHT`. */
export const wavePath = (peaks: readonly number[]): string =>
  peaks
    .map((peak, at) => {
      const half = Math.max(LEAST, (peak * WAVE_HEIGHT) / 2)
      return `M${at + 0.15} ${(WAVE_HEIGHT / 2 - half).toFixed(1)}h.7v${(half * 2).toFixed(1)}h-.7z`
    })
    .join('')
