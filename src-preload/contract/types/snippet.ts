import { z } from 'zod'
import { MAX_SNIPPET_LENGTH, MAX_SNIPPET_NAME_LENGTH } from '../../constraints/limits.ts'
import { WILDCARD_NAME } from '../../constraints/wildcards.ts'

/**
 * A text to insert into prompts. A snippet with several lines is a wildcard list: a prompt refers to it as `__name__`, which is replaced by
 * one of its lines that the user chooses, or in a batch by each of them.
 */
export const snippetSchema = z.object({
  name: z.string().min(1).max(MAX_SNIPPET_NAME_LENGTH).regex(WILDCARD_NAME),
  text: z.string().min(1).max(MAX_SNIPPET_LENGTH),
})
export type Snippet = z.infer<typeof snippetSchema>

/** A snippet of the library. */
export const savedSnippetSchema = snippetSchema.extend({ id: z.string().min(1).max(100) })
export type SavedSnippet = z.infer<typeof savedSnippetSchema>
