import { z } from 'zod'

/** A segment of a transcript. Times are seconds from the beginning, null if not stated. */
export const segmentSchema = z.object({
  start: z.number().nonnegative().nullable(),
  end: z.number().nonnegative().nullable(),
  speaker: z.string().nullable(),
  text: z.string(),
})
export type Segment = z.infer<typeof segmentSchema>

export const transcriptSchema = z.object({
  segments: z.array(segmentSchema),
  /** The complete text without times. */
  text: z.string(),
})
export type Transcript = z.infer<typeof transcriptSchema>

export const exportFormatSchema = z.enum(['txt', 'srt', 'vtt', 'json', 'md', 'csv', 'npy'])
export type ExportFormat = z.infer<typeof exportFormatSchema>
