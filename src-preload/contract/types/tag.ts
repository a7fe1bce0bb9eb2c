import { z } from 'zod'
import { MAX_TAG_LENGTH, NOT_IN_TAGS } from '../../constraints/limits.ts'

/** Names are compared ignoring case. */
export const tagNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_TAG_LENGTH)
  .refine((name) => !NOT_IN_TAGS.test(name))

/** A tag of at least one result; a tag without results doesn't exist. `results` includes those in the trash. */
export const tagSchema = z.object({ name: z.string(), results: z.int() })
export type Tag = z.infer<typeof tagSchema>
