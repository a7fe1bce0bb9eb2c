import type { SandboxModel } from '../../models/SandboxModel.ts'
import type { Fields, Plan, PlanInput, StoredInput } from '../Operation.ts'
import { VIDEO_FORMATS } from '../fields.ts'
import type { Rule } from '../rules.ts'

/** Common part of types priced by their input video: a price request has `video`, or its size and `duration` (service.md §Video). */
export const pricedByVideo = {
  video: {
    field: 'video',
    kind: 'video',
    megabytes: 50,
    formats: VIDEO_FORMATS,
    length: { max: 'max_video_duration_seconds' },
  } satisfies Rule,

  rules: [
    { field: 'duration', kind: 'number', min: 0 },
    { field: 'width', kind: 'integer', min: 1, max: 5000, limit: 'width' },
    { field: 'height', kind: 'integer', min: 1, max: 5000, limit: 'height' },
  ] satisfies Rule[],

  /** Checks `duration` against the model's limit. */
  check: (fields: Fields, model: SandboxModel, inputs: StoredInput[]): Record<string, string[]> => {
    const max = Number(model.limits?.max_video_duration_seconds ?? Infinity)
    if (inputs.length > 0 || Number(fields.duration ?? 0) <= max) return {}
    return { duration: [`The duration field must not be greater than ${String(max)}.`] }
  },

  plan: ({ fields, inputs, model }: PlanInput): Plan => {
    const video = inputs.find(({ kind }) => kind === 'video')
    return {
      input: video?.id ?? '',
      seconds: Math.round((video?.seconds ?? Number(fields.duration ?? 0)) * 100) / 100,
      width: Number(fields.width ?? video?.width ?? model.defaults?.width ?? 0),
      height: Number(fields.height ?? video?.height ?? model.defaults?.height ?? 0),
    }
  },

  /** Megapixels times seconds. */
  units: (plan: Plan): number =>
    ((Number(plan.width) * Number(plan.height)) / 2 ** 20) * Number(plan.seconds),
}
