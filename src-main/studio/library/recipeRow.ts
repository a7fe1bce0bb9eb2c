import { z } from 'zod'
import type { Recipe } from '../../../src-preload/contract/types/asset.ts'
import { valuesSchema } from '../../../src-preload/contract/types/form.ts'
import { jsonColumn } from '../storage/jsonColumn.ts'

/** What a recipe needs of a row of `jobs`, parsed as untrusted. */
export const recipeRowSchema = z.object({
  title: z.string(),
  operation: z.string(),
  model_slug: z.string(),
  model_name: z.string(),
  connection_name: z.string(),
  form_values: jsonColumn(valuesSchema),
  request_id: z.string().nullable(),
  price: z.int().nonnegative().nullable(),
  quoted_at: z.int().nullable(),
  seed: z.int().nullable(),
  created_at: z.int(),
  sent_at: z.int().nullable(),
  accepted_at: z.int().nullable(),
  done_at: z.int().nullable(),
})
export type RecipeRow = z.infer<typeof recipeRowSchema>

export const RECIPE_COLUMNS = Object.keys(recipeRowSchema.shape).join(', ')

/** `operationName` gives the words for an operation's id. */
export function toRecipe(row: RecipeRow, operationName: (id: string) => string): Recipe {
  const begun = row.accepted_at ?? row.sent_at
  return {
    operation: row.operation,
    operationName: operationName(row.operation),
    model: { slug: row.model_slug, name: row.model_name },
    connectionName: row.connection_name,
    values: row.form_values,
    requestId: row.request_id,
    price: row.price,
    quotedAt: row.quoted_at,
    seed: row.seed,
    createdAt: row.created_at,
    tookMs: begun === null || row.done_at === null ? null : Math.max(0, row.done_at - begun),
  }
}
