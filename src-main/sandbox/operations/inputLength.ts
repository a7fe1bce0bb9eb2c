import type { SandboxModel } from '../models/SandboxModel.ts'
import type { Fields, Plan, PlanInput, StoredInput } from './Operation.ts'
import { VIDEO_FILES } from './fields.ts'
import type { Rule } from './rules.ts'

/** What types priced by their input video share: a price from `video`, or from its size and `duration` (facts.md §1.3). */
export const inputLength = {
  video: {
    field: 'video',
    kind: 'video',
    megabytes: 50,
    formats: VIDEO_FILES,
    length: { max: 'max_video_duration_seconds' },
  } satisfies Rule,

  rules: [
    { field: 'duration', kind: 'number', min: 0 },
    { field: 'width', kind: 'integer', min: 1, max: 5000, limit: 'width' },
    { field: 'height', kind: 'integer', min: 1, max: 5000, limit: 'height' },
  ] satisfies Rule[],

  /** The longest a given `duration` may be. */
  check: (fields: Fields, model: SandboxModel, inputs: StoredInput[]): Record<string, string[]> => {
    const most = Number(model.limits?.max_video_duration_seconds ?? Infinity)
    if (inputs.length > 0 || Number(fields.duration ?? 0) <= most) return {}
    return { duration: [`The duration field must not be greater than ${String(most)}.`] }
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
