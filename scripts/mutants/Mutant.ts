import { z } from 'zod'

export const mutantSchema = z.object({
  /** From the project's folder, with slashes. */
  file: z.string(),
  /** The text from `start` to before `end` is replaced by `text`. */
  start: z.int(),
  end: z.int(),
  text: z.string(),
  /** What kind of change it is. */
  kind: z.string(),
  /** Where the innermost function around it begins; -1 where the module itself runs it. */
  within: z.int(),
})
/** One small change of a source file. */
export type Mutant = z.infer<typeof mutantSchema>

export const mutatedText = (text: string, { start, end, text: put }: Mutant): string =>
  text.slice(0, start) + put + text.slice(end)
