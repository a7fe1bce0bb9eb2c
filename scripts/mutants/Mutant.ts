import { z } from 'zod'

export const mutantSchema = z.object({
  /** Path relative to the project's folder, with slashes. */
  file: z.string(),
  /** The text from `start` to before `end` is replaced by `text`. */
  start: z.int(),
  end: z.int(),
  text: z.string(),
  /** Kind of change. */
  kind: z.string(),
  /** Start of the innermost enclosing function; -1 if there is none. */
  within: z.int(),
})
/** A small change to a source file. */
export type Mutant = z.infer<typeof mutantSchema>

export const applyMutant = (text: string, { start, end, text: replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end)
