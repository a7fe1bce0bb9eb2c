import { z } from 'zod'

const mutantSchema = z.object({
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

const insertionSchema = z.object({ at: z.int(), text: z.string() })
/** Code inserted into a source file at an offset, to record that a function is called. */
export type Insertion = z.infer<typeof insertionSchema>

export const requestSchema = z.discriminatedUnion('kind', [
  /** Runs each of these test files separately, with the recording code in each source file. */
  z.object({
    kind: z.literal('map'),
    insertions: z.record(z.string(), z.array(insertionSchema)),
    tests: z.array(z.string()),
  }),
  /** Runs these test files against a mutant. */
  z.object({ kind: z.literal('run'), mutant: mutantSchema, tests: z.array(z.string()) }),
])
export type Request = z.infer<typeof requestSchema>

export const testFileSchema = z.object({ test: z.string(), ms: z.number(), reached: z.array(z.string()) })
/** A test file, its duration, and the functions it calls as `file:offset`. */
export type TestFile = z.infer<typeof testFileSchema>

export const replySchema = z.discriminatedUnion('kind', [
  /** All test files; sent before any request. */
  z.object({ kind: z.literal('ready'), tests: z.array(z.string()) }),
  z.object({ kind: z.literal('map'), tests: z.array(testFileSchema) }),
  /** The first test file that failed. */
  z.object({ kind: z.literal('run'), failed: z.string().nullable() }),
])
export type Reply = z.infer<typeof replySchema>
