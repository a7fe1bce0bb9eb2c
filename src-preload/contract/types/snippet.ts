import { z } from 'zod'
import { MAX_SNIPPET_NAME_LENGTH } from '../../shared/textLimits.ts'
import { WILDCARD_NAME } from '../../shared/wildcards.ts'

/** The most snippets of a library. */
export const MAX_SNIPPETS = 200
/** The longest text of a snippet, in UTF-16 code units. */
export const MAX_SNIPPET_LENGTH = 5000

/** A text to insert into prompts. One of several lines is a wildcard list: a prompt refers to it as `__name__`, and a run takes one of its lines. */
export const snippetSchema = z.object({
  name: z.string().min(1).max(MAX_SNIPPET_NAME_LENGTH).regex(WILDCARD_NAME),
  text: z.string().min(1).max(MAX_SNIPPET_LENGTH),
})
export type Snippet = z.infer<typeof snippetSchema>
