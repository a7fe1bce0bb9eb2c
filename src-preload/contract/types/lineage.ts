import { z } from 'zod'
import { tileSchema } from './asset.ts'
import { moneySchema } from './money.ts'

/** What the job of an asset cost, by its last ledger entry. `unknown`: no price is known, or it is unclear whether it was charged. */
export const stepCostSchema = z.object({
  outcome: z.enum(['charged', 'refunded', 'unknown']),
  /** 0 unless `charged`. */
  amount: moneySchema,
})
export type StepCost = z.infer<typeof stepCostSchema>

/** An asset in the lineage of another one. */
export const lineageNodeSchema = z.object({
  tile: tileSchema,
  /** Its column: 0 for the asset itself, negative for its sources, positive for what was made from it. */
  generation: z.int(),
  /** The name of its task; empty for the user's own file. */
  task: z.string(),
  /** Null for the user's own file. */
  cost: stepCostSchema.nullable(),
})
export type LineageNode = z.infer<typeof lineageNodeSchema>

/** The sources of an asset, what was made from it, and what it cost to make it. */
export const lineageSchema = z.object({
  /** The asset itself first, then its sources, nearest first, then what was made from it, newest first. */
  nodes: z.array(lineageNodeSchema),
  /** `to` was made from `from` (ids of assets); `field` is the label of the input, null for a file taken from another one, such as a frame. */
  edges: z.array(z.object({ from: z.string(), to: z.string(), field: z.string().nullable() })),
  /** Whether assets were left out, because the lineage is too long or too wide. */
  isCut: z.boolean(),
  /**
   * The sum for the asset and its sources, each job once; null if none of them was made by a job. `isLowerBound`: some costs are unknown or
   * sources missing, so the true sum may be higher.
   */
  total: z.object({ amount: moneySchema, isLowerBound: z.boolean() }).nullable(),
})
export type Lineage = z.infer<typeof lineageSchema>
