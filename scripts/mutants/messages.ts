import { z } from 'zod'
import { mutantSchema } from './Mutant.ts'

const noteSchema = z.object({ at: z.int(), text: z.string() })
/** Text put into a source file at an offset, which notes that a function is called. */
export type Note = z.infer<typeof noteSchema>

export const requestSchema = z.discriminatedUnion('kind', [
  /** Runs each of these test files by itself, with the notes of each source file in place. */
  z.object({
    kind: z.literal('map'),
    notes: z.record(z.string(), z.array(noteSchema)),
    tests: z.array(z.string()),
  }),
  /** Runs these test files with a mutant in place. */
  z.object({ kind: z.literal('run'), mutant: mutantSchema, tests: z.array(z.string()) }),
])
export type Request = z.infer<typeof requestSchema>

export const testFileSchema = z.object({ test: z.string(), ms: z.number(), reached: z.array(z.string()) })
/** A test file, how long it takes, and the functions it calls as `file:offset`. */
export type TestFile = z.infer<typeof testFileSchema>

export const answerSchema = z.discriminatedUnion('kind', [
  /** All test files, before anything is asked. */
  z.object({ kind: z.literal('ready'), tests: z.array(z.string()) }),
  z.object({ kind: z.literal('map'), tests: z.array(testFileSchema) }),
  /** The first test file that failed. */
  z.object({ kind: z.literal('run'), failed: z.string().nullable() }),
])
export type Answer = z.infer<typeof answerSchema>
