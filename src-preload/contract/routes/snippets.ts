import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { savedSnippetSchema } from '../types/snippet.ts'

export const snippetRoutes = {
  /** Sorted by name. */
  'snippets.list': defineRoute({
    input: z.void(),
    output: z.object({ snippets: z.array(savedSnippetSchema) }),
  }),
  /**
   * Saves a snippet, or replaces the one with the same id. Names that differ only in case are the same. Fails with
   * `snippet_name_taken` or `snippets_full`.
   */
  'snippets.save': defineRoute({
    input: savedSnippetSchema.extend({ id: savedSnippetSchema.shape.id.optional() }),
    output: savedSnippetSchema,
  }),
  'snippets.delete': defineRoute({ input: savedSnippetSchema.pick({ id: true }), output: z.void() }),
}
