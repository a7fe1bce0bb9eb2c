import { z } from 'zod'
import { MAX_AXES, MAX_CAP_TEXT_LENGTH, MAX_NAME_LENGTH, MAX_TABLE_LENGTH } from '../../constraints/limits.ts'
import { planSchema } from './batch.ts'

/** One axis of a sweep as it is being entered: `text` for typed values, `picked` for those chosen from a list. */
export const axisDraftSchema = z.object({ field: z.string(), text: z.string(), picked: z.array(z.json()) })
export type AxisDraft = z.infer<typeof axisDraftSchema>

export const tableDraftSchema = z.object({
  name: z.string(),
  text: z.string().max(MAX_TABLE_LENGTH),
  format: z.enum(['csv', 'lines']),
  columnNames: z.array(z.string()),
  rows: z.int(),
  /** Maps columns to form entries; unused columns are missing. */
  columns: z.record(z.string(), z.string()),
})
export type TableDraft = z.infer<typeof tableDraftSchema>

/** A plan that is being edited. */
export const planDraftSchema = z.object({
  count: z.int().min(1),
  seeds: planSchema.shape.seeds,
  /** Whether `{a|b}` in a text makes one job per option. */
  variants: z.boolean(),
  /** Lines by list name; `__name__` in a text makes one job per line. */
  wildcards: planSchema.shape.wildcards,
  axes: z.array(axisDraftSchema).max(MAX_AXES),
  table: tableDraftSchema.nullable(),
  files: planSchema.shape.files,
})
export type PlanDraft = z.infer<typeof planDraftSchema>

/** What the user enters about a batch, apart from its rows. */
export const batchTermsSchema = z.object({
  /** Null if the suggested name is used. */
  name: z.string().max(MAX_NAME_LENGTH).nullable(),
  /** The spending limit as typed; empty if there is none. */
  capText: z.string().max(MAX_CAP_TEXT_LENGTH),
})
export type BatchTerms = z.infer<typeof batchTermsSchema>

/** The batch dialog of one task as the user left it. */
export const batchDraftSchema = z.object({ plan: planDraftSchema, terms: batchTermsSchema })
export type BatchDraft = z.infer<typeof batchDraftSchema>
