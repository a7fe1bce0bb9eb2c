import { z } from 'zod'
import { MAX_PROMPT_SEARCH_LENGTH } from '../../constraints/limits.ts'
import { defineRoute } from '../route.ts'

export const promptRoutes = {
  /**
   * Texts that were run in fields of the same kind, each once, the last used first. `search`: words that they contain, or beginnings of
   * words. `before`: the `next` of the previous page.
   */
  'prompts.list': defineRoute({
    input: z.object({
      operation: z.string(),
      field: z.string(),
      search: z.string().max(MAX_PROMPT_SEARCH_LENGTH),
      before: z.int().nullable(),
      limit: z.int().min(1).max(100),
    }),
    output: z.object({
      prompts: z.array(z.object({ id: z.int(), text: z.string(), usedAt: z.int() })),
      next: z.int().nullable(),
    }),
  }),
  'prompts.remove': defineRoute({ input: z.object({ id: z.int() }), output: z.void() }),
}
