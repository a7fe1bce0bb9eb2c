import { z } from 'zod'
import { batchErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { assetKindSchema } from '../../../../src-preload/contract/types/asset.ts'
import { MODEL_AXIS, SIZE_AXIS, type Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { Field } from '../../../../src-preload/contract/types/form.ts'
import type { Grid, GridJob } from '../../../../src-preload/contract/types/grid.ts'
import { type Job, jobStateSchema, rowLabelSchema } from '../../../../src-preload/contract/types/job.ts'
import type { Drafts } from '../drafts/Drafts.ts'
import type { LiveJobs } from '../store/LiveJobs.ts'
import type { BatchTable } from './BatchTable.ts'
import type { Database } from '../../storage/database/Database.ts'
import { jsonColumn } from '../../storage/database/parseRows.ts'
import { storedProblemSchema } from '../store/storedProblem.ts'

/** Maximum number of characters of a text result that a cell shows. */
const EXCERPT_LENGTH = 400

interface Dependencies {
  database: Database
  batches: Pick<BatchTable, 'find'>
  drafts: Pick<Drafts, 'formOf'>
  /** The progress of running jobs, which is not in the database. */
  live: Pick<LiveJobs, 'progress' | 'previewVersion'>
}

const rowSchema = z.object({
  id: z.string(),
  replaces: z.string().nullable(),
  state: jobStateSchema,
  title: z.string(),
  model_slug: z.string(),
  model_name: z.string(),
  price: z.int().nullable(),
  seed: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  // An unreadable problem must not hide the result.
  problem: jsonColumn(storedProblemSchema).nullable().catch(null),
  row_label: jsonColumn(rowLabelSchema),
  asset_id: z.string().nullable(),
  kind: assetKindSchema.nullable(),
  mime: z.string().nullable(),
  asset_width: z.int().nullable(),
  asset_height: z.int().nullable(),
  duration_ms: z.int().nullable(),
  has_thumb: z.int().nullable(),
  trashed_at: z.int().nullable(),
  excerpt: z.string().nullable(),
})
type JobRow = z.infer<typeof rowSchema>

/** Shows batches with axes as grids, with each job at its position on the axes and its first result. */
export class Grids {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** @throws StudioError `batch_not_found`. */
  grid(id: string): Grid {
    const batch = this.#dependencies.batches.find(id)
    if (!batch) throw new StudioError({ code: batchErrors.notFound, money: 'none' })
    const rows = this.#rows(id)
    const axes = new Set(batch.axes.map(({ field }) => field))
    const titles = new Set(rows.map(({ title }) => title))
    const { name, operation, createdAt } = batch
    const { live } = this.#dependencies
    const liveOf = (jobId: string) => ({
      progress: live.progress(jobId),
      preview: live.previewVersion(jobId),
    })
    return {
      id,
      name,
      operation,
      createdAt,
      title: titles.size === 1 ? ([...titles][0] ?? null) : null,
      axes: this.#axes(batch, rows),
      jobs: withoutReplaced(rows).map((row) => toGridJob(row, axes, liveOf(row.id))),
    }
  }

  /** The batch with axes that a job belongs to, or null. */
  findBatch(jobId: string): { id: string; name: string } | null {
    const sql = `SELECT batches.id, batches.name FROM jobs JOIN batches ON batches.id = jobs.batch_id
      WHERE jobs.id = ? AND json_array_length(batches.axes) > 0`
    const row = this.#dependencies.database.get(sql, jobId)
    return row ? { id: String(row['id']), name: String(row['name']) } : null
  }

  #rows(batchId: string): JobRow[] {
    const found = this.#dependencies.database.all(
      `SELECT jobs.id, jobs.replaces, jobs.state, jobs.title, jobs.model_slug, jobs.model_name, jobs.price, jobs.seed, jobs.width, jobs.height, jobs.problem,
         jobs.row_label, assets.id AS asset_id, assets.kind, assets.mime, assets.width AS asset_width, assets.height AS asset_height, assets.duration_ms,
         assets.has_thumb, assets.trashed_at, substr(asset_texts.words, 1, ${EXCERPT_LENGTH}) AS excerpt
       FROM jobs
       LEFT JOIN assets ON assets.seq = (SELECT min(seq) FROM assets AS results WHERE results.job_id = jobs.id AND results.role = 'result')
       LEFT JOIN asset_texts ON asset_texts.asset_id = assets.id
       WHERE jobs.batch_id = ? ORDER BY jobs.seq`,
      batchId,
    )
    // Rows that can't be read are reported by the job store. Here their cells stay empty.
    return found.flatMap((row) => rowSchema.safeParse(row).data ?? [])
  }

  #axes({ axes, connectionId, operation }: Batch, rows: readonly JobRow[]): Grid['axes'] {
    const { drafts } = this.#dependencies
    const names = new Map(rows.map((row) => [row.model_slug, row.model_name]))
    const [slug] = names.keys()
    const form = slug === undefined ? null : drafts.formOf(connectionId, operation, slug)
    const nameOf = (value: unknown): string | null =>
      typeof value === 'string'
        ? (names.get(value) ?? drafts.formOf(connectionId, operation, value)?.model.name ?? null)
        : null
    return axes.map(({ field: id, values }) => {
      const field = form?.fields.find(({ name, kind }) => (id === SIZE_AXIS ? kind === 'size' : name === id))
      const labelOf = id === MODEL_AXIS ? nameOf : (value: unknown) => optionLabel(field, value)
      return {
        field: id,
        label: field?.label ?? null,
        values: values.map((value) => ({ value, label: labelOf(value) })),
      }
    })
  }
}

const optionLabel = (field: Field | undefined, value: unknown): string | null =>
  field?.kind === 'choice' ? (field.options.find((option) => option.value === value)?.label ?? null) : null

/** Replaces each job that was repeated by its newest repetition, at the same position. */
function withoutReplaced(rows: readonly JobRow[]): JobRow[] {
  const replacements = new Map(
    rows.flatMap((row) => (row.replaces === null ? [] : [[row.replaces, row] as const])),
  )
  const ids = new Set(rows.map(({ id }) => id))
  const newestReplacement = (row: JobRow): JobRow => {
    let newest = row
    for (let next = replacements.get(newest.id); next; next = replacements.get(newest.id)) newest = next
    return newest
  }
  return rows.filter(({ replaces }) => replaces === null || !ids.has(replaces)).map(newestReplacement)
}

function toGridJob(row: JobRow, axes: ReadonlySet<string>, live: Pick<Job, 'progress' | 'preview'>): GridJob {
  const { id, state, price, seed, width, height, problem, row_label: label } = row
  const words = Object.entries(label.words).filter(([name]) => !axes.has(name))
  return {
    id,
    coordinates: label.at,
    labels: Object.fromEntries(words),
    state,
    ...live,
    price,
    seed,
    width,
    height,
    problem,
    asset:
      row.asset_id === null || row.kind === null
        ? null
        : {
            id: row.asset_id,
            kind: row.kind,
            mime: row.mime ?? '',
            width: row.asset_width,
            height: row.asset_height,
            durationMs: row.duration_ms,
            hasThumb: row.has_thumb === 1,
            trashedAt: row.trashed_at,
            excerpt: row.excerpt,
          },
  }
}
