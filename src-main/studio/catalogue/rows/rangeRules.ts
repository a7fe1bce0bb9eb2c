import type { RangeRule } from '../Operation.ts'

const side = (name: 'width' | 'height', bounds: { min: number; max: number }): RangeRule => ({
  limits: { min: `min_${name}`, max: `max_${name}`, step: 'resolution_step' },
  bounds,
  sane: { min: 1, max: 16_384 },
})

/** Side of an input file: no step, and unlimited unless the model publishes limits. */
const inputSide = (name: 'width' | 'height'): RangeRule => ({
  limits: { min: `min_${name}`, max: `max_${name}` },
  bounds: { min: 1, max: Infinity },
  sane: { min: 1, max: 100_000 },
})

const steps: RangeRule = {
  limits: { min: 'min_steps', max: 'max_steps' },
  bounds: { min: 1, max: 50 },
  sane: { min: 1, max: 1000 },
}

const guidance: RangeRule = {
  limits: { min: 'min_guidance', max: 'max_guidance' },
  bounds: { min: 0, max: 20 },
  sane: { min: 0, max: 100 },
}

/** Duration of reference audio, in seconds. */
const referenceAudio = (bounds: { min: number; max: number }): RangeRule => ({
  limits: { min: 'min_ref_audio_duration', max: 'max_ref_audio_duration' },
  bounds,
  sane: { min: 0, max: 36_000 },
})

/** Duration of an input video, in seconds. */
const videoLength: RangeRule = {
  limits: { max: 'max_video_duration_seconds' },
  bounds: { min: 0, max: Infinity },
  sane: { min: 0.1, max: 36_000 },
}

/** Limits that several operations share. */
export const rangeRules = { side, inputSide, steps, guidance, referenceAudio, videoLength }
