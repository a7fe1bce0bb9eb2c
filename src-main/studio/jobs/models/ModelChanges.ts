import { nullForStudioError } from '../../orNull.ts'
import { z } from 'zod'
import type { ModelChange, ModelDifference } from '../../../../src-preload/contract/types/model.ts'
import { MAX_MODEL_CHANGES } from '../../../../src-preload/constraints/limits.ts'
import type { Catalogue } from '../../catalogue/Catalogue.ts'
import type { Emit } from '../../events.ts'
import { remainingForBulk } from '../../money/quotes/priceRequestLimits.ts'
import { parseModelRecord, type ModelRecord } from '../../service/models/ModelRecord.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import type { Clock, Log } from '../../world.ts'
import type { RateLimits } from '../../service/rate-limits/RateLimits.ts'
import type { Drafts } from '../drafts/Drafts.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { JobStore } from '../store/JobStore.ts'

/** Minimum age of the last known price of a model's last request before it is requested again. */
const PRICE_INTERVAL_MS = 86_400_000
/** Prices are requested only for models of the newest jobs, and of these only for the last used ones. */
const RECENT_JOBS = 2000
const MAX_PRICE_CHECKS = 8

interface Dependencies {
  database: Database
  catalogue: Pick<Catalogue, 'findByModel' | 'findByType' | 'operationLabel' | 'taskName'>
  store: Pick<JobStore, 'find'>
  drafts: Pick<Drafts, 'priceOf'>
  limits: Pick<RateLimits, 'getDailyQuota'>
  clock: Clock
  log: Log
  emit: Emit
}

const changedRowSchema = z.object({
  slug: z.string(),
  record: z.string(),
  known_record: z.string().nullable(),
  is_delisted: z.int(),
  known_delisted: z.int(),
  known_price: z.int().nullable(),
  checked_price: z.int().nullable(),
  is_used: z.int(),
})

/**
 * What changed about the models of a connection since they were last used, or since the user dismissed the changes:
 * models that are new or back, and models of jobs or presets that are gone or changed in price or in what they accept.
 * A trigger of the database marks a model as known when a job is added.
 */
export class ModelChanges {
  readonly #dependencies: Dependencies
  /** Connections whose prices are being checked. */
  readonly #checking = new Set<string>()
  #closed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  list(connectionId: string): ModelChange[] {
    const rows = this.#dependencies.database.all(
      `SELECT slug, record, known_record, vanished_at IS NOT NULL AS is_delisted, known_delisted, known_price, checked_price,
           EXISTS (SELECT 1 FROM jobs WHERE jobs.connection_id = models.connection_id AND model_slug = slug)
             OR EXISTS (SELECT 1 FROM presets WHERE presets.model ->> 'slug' = models.slug) AS is_used
         FROM models
         WHERE connection_id = ?1 AND EXISTS (SELECT 1 FROM model_refreshes WHERE connection_id = ?1)
           AND (known_record IS NOT record OR known_delisted <> (vanished_at IS NOT NULL) OR known_price <> checked_price)
         ORDER BY position LIMIT ${MAX_MODEL_CHANGES}`,
      connectionId,
    )
    const changes = rows.flatMap((row) => this.#readChange(row) ?? [])
    if (changes.length === 0) return []
    const queued = this.#countQueued(connectionId)
    const presets = this.#countPresets()
    return changes.map((change) => ({
      ...change,
      queued: queued.get(change.slug) ?? 0,
      presets: presets.get(change.slug) ?? 0,
    }))
  }

  /** Removes the changes of these models from the list, because the user has seen them. */
  dismiss(connectionId: string, slugs: readonly string[]): void {
    const { database, emit } = this.#dependencies
    database.transaction(() => {
      for (const slug of slugs)
        database.run(
          `UPDATE models SET known_record = record, known_delisted = vanished_at IS NOT NULL, known_price = checked_price
             WHERE connection_id = ? AND slug = ?`,
          connectionId,
          slug,
        )
    })
    emit({ type: 'models.changed' })
  }

  /** Requests the current price of the last request of each recently used model, one after another. Never rejects. */
  async checkPrices(connectionId: string): Promise<void> {
    if (this.#checking.has(connectionId)) return
    const { log, emit } = this.#dependencies
    this.#checking.add(connectionId)
    try {
      for (const { slug, job, lastPrice } of this.#findDueJobs(connectionId)) {
        const available = remainingForBulk(this.#dependencies.limits, connectionId)
        if (this.#closed || available === 0) return
        const result = await this.#dependencies.drafts.priceOf(job).catch(nullForStudioError)
        if (this.#closed || result?.state === 'unavailable') return
        if (result?.state !== 'priced') continue
        this.#savePrice(connectionId, slug, job, result.price)
        if (result.price !== lastPrice) emit({ type: 'models.changed' })
      }
    } catch (error) {
      log.error('The prices of the models could not be checked', { error: String(error) })
    } finally {
      this.#checking.delete(connectionId)
    }
  }

  close(): void {
    this.#closed = true
  }

  #readChange(row: Row): Omit<ModelChange, 'queued' | 'presets'> | null {
    const { data } = changedRowSchema.safeParse(row)
    const record = data ? parseRecordText(data.record) : null
    if (!data || !record) return null
    const { catalogue } = this.#dependencies
    const tasks = catalogue.findByModel(record.inferenceTypes)
    const known = data.known_record === null ? null : parseRecordText(data.known_record)
    const change = {
      slug: data.slug,
      name: record.name,
      tasks: [...new Set(tasks.map(({ id }) => catalogue.taskName(id)))],
      differences: [],
      price: null,
    }
    if (data.known_record === null || !known)
      return data.is_delisted || tasks.length === 0 ? null : { ...change, kind: 'new' }
    if (data.known_delisted && !data.is_delisted) return { ...change, kind: 'back' }
    if (!data.is_used) return null
    if (data.is_delisted) return data.known_delisted ? null : { ...change, kind: 'gone' }
    const differences = compareModels(known, record, (type) =>
      catalogue.operationLabel(catalogue.findByType(type)?.id ?? type),
    )
    const { known_price: before, checked_price: after } = data
    const price = before === null || after === null || before === after ? null : { before, after }
    if (differences.length === 0 && price === null) return null
    return { ...change, kind: 'changed', differences, price }
  }

  #countQueued(connectionId: string): Map<string, number> {
    const rows = this.#dependencies.database.all(
      "SELECT model_slug, count(*) AS jobs FROM jobs WHERE state = 'queued' AND connection_id = ? GROUP BY model_slug",
      connectionId,
    )
    return new Map(rows.map((row) => [String(row['model_slug']), Number(row['jobs'])]))
  }

  #countPresets(): Map<string, number> {
    const rows = this.#dependencies.database.all(
      "SELECT model ->> 'slug' AS slug, count(*) AS presets FROM presets WHERE model IS NOT NULL GROUP BY slug",
    )
    return new Map(rows.map((row) => [String(row['slug']), Number(row['presets'])]))
  }

  /** The last job of each recently used model whose last known price is older than `PRICE_INTERVAL_MS`, with that price. */
  #findDueJobs(connectionId: string): { slug: string; job: JobRecord; lastPrice: number }[] {
    const { database, store, clock } = this.#dependencies
    const rows = database.all(
      `SELECT last.model_slug AS slug, jobs.id, models.price_job, models.checked_price, models.price_checked_at
         FROM (SELECT model_slug, max(seq) AS seq
             FROM (SELECT seq, connection_id, model_slug FROM jobs ORDER BY seq DESC LIMIT ${RECENT_JOBS})
             WHERE connection_id = ?1 GROUP BY model_slug ORDER BY max(seq) DESC LIMIT ${MAX_PRICE_CHECKS}) AS last
         JOIN jobs ON jobs.seq = last.seq
         JOIN models ON models.connection_id = ?1 AND models.slug = last.model_slug AND models.vanished_at IS NULL
         ORDER BY last.seq DESC`,
      connectionId,
    )
    const account = Number(
      database.get('SELECT account FROM balance_watch WHERE connection_id = ?', connectionId)?.['account'] ??
        0,
    )
    return rows.flatMap((row) => {
      const job = store.find(String(row['id']))
      // Another account may have other prices.
      if (!job || job.price === null || job.account !== account) return []
      const isChecked = row['price_job'] === job.id
      const checkedAt = isChecked ? Number(row['price_checked_at']) : (job.quotedAt ?? 0)
      const isDue = Math.abs(clock.now() - checkedAt) >= PRICE_INTERVAL_MS
      const lastPrice = isChecked ? Number(row['checked_price']) : job.price
      return isDue ? [{ slug: String(row['slug']), job, lastPrice }] : []
    })
  }

  #savePrice(connectionId: string, slug: string, job: JobRecord, price: number): void {
    this.#dependencies.database.run(
      `UPDATE models SET known_price = CASE WHEN price_job = ?3 THEN known_price ELSE ?4 END, price_job = ?3, checked_price = ?5,
           price_checked_at = ?6
         WHERE connection_id = ?1 AND slug = ?2`,
      connectionId,
      slug,
      job.id,
      job.price,
      price,
      this.#dependencies.clock.now(),
    )
  }
}

function parseRecordText(text: string): ModelRecord | null {
  try {
    return parseModelRecord(JSON.parse(text))
  } catch {
    return null
  }
}

/** Maximum number of added or removed entries of a list that are named. */
const MAX_NAMED = 20

/** How two records of a model differ in what it accepts. Display names, defaults and the order of lists don't count. */
export function compareModels(
  before: ModelRecord,
  after: ModelRecord,
  taskName: (inferenceType: string) => string,
): ModelDifference[] {
  const tasksOf = ({ inferenceTypes }: ModelRecord) => toEntries(inferenceTypes.map(taskName))
  const listNames = unionOfKeys(before.lists, after.lists)
  return [
    ...compareLists('Tasks', tasksOf(before), tasksOf(after)),
    ...compareValues(before.limits, after.limits, (value) => value.toLocaleString('en-US')),
    ...compareValues(before.features, after.features, (value) => (value ? 'Yes' : 'No')),
    ...listNames.flatMap((name) =>
      compareLists(toLabel(name), toEntries(before.lists[name]), toEntries(after.lists[name])),
    ),
    ...compareLists('LoRAs', lorasOf(before), lorasOf(after)),
    ...compareLists('Languages', languagesOf(before), languagesOf(after)),
    ...compareLists('Voices', voicesOf(before), voicesOf(after)),
  ]
}

function compareValues<T>(
  before: Record<string, T>,
  after: Record<string, T>,
  format: (value: T) => string,
): ModelDifference[] {
  const formatIfKnown = (value: T | undefined): string | null => (value === undefined ? null : format(value))
  return unionOfKeys(before, after)
    .filter((key) => before[key] !== after[key])
    .map((key) => ({
      kind: 'value',
      name: toLabel(key),
      before: formatIfKnown(before[key]),
      after: formatIfKnown(after[key]),
    }))
}

/** Texts of list entries by what requests contain. */
type Entries = ReadonlyMap<string, string>

function compareLists(name: string, before: Entries, after: Entries): ModelDifference[] {
  const added = [...after].flatMap(([key, text]) => (before.has(key) ? [] : [text]))
  const removed = [...before].flatMap(([key, text]) => (after.has(key) ? [] : [text]))
  if (added.length === 0 && removed.length === 0) return []
  return [{ kind: 'list', name, added: added.slice(0, MAX_NAMED), removed: removed.slice(0, MAX_NAMED) }]
}

const unionOfKeys = (one: object, other: object): string[] => [
  ...new Set([...Object.keys(one), ...Object.keys(other)]),
]

/** "max_width" becomes "Max width". */
function toLabel(key: string): string {
  const words = key.replace(/^supports_/u, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const toEntries = (list: readonly (string | number)[] = []): Entries =>
  new Map(list.map((entry) => [String(entry), String(entry)]))
const lorasOf = ({ loras }: ModelRecord): Entries => new Map(loras.map(({ name, label }) => [name, label]))
const languagesOf = ({ languages }: ModelRecord): Entries =>
  new Map(languages.map(({ slug, name }) => [slug, name]))
const voicesOf = ({ languages }: ModelRecord): Entries =>
  new Map(
    languages.flatMap((language) =>
      language.voices.map(({ slug, name }) => [`${language.slug} ${slug}`, `${name} (${language.name})`]),
    ),
  )
