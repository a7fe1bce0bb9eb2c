import { orNull } from '../../orNull.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { type Catalogue, runnableModelTypes } from '../../catalogue/Catalogue.ts'
import type { QuoteService } from '../../money/quotes/QuoteService.ts'
import type { Connections } from '../../service/connections/Connections.ts'
import type { Models } from '../../service/models/Models.ts'
import type { Database } from '../../storage/database/Database.ts'
import { usualDuration } from '../progress/estimateTimeLeft.ts'
import { DURATION_SAMPLE } from '../progress/TimeEstimator.ts'
import { WorkTable } from '../progress/WorkTable.ts'
import type { Drafts } from './Drafts.ts'
import type { Library } from '../../library/Library.ts'
import type { RateLimits } from '../../service/rate-limits/RateLimits.ts'
import { remainingForBulk } from '../../money/quotes/priceRequestLimits.ts'

interface Dependencies {
  database: Database
  catalogue: Pick<Catalogue, 'find'>
  connections: Pick<Connections, 'current'>
  models: Pick<Models, 'list'>
  drafts: Pick<Drafts, 'formsOf'>
  quotes: Pick<QuoteService, 'price' | 'findLast'>
  limits: Pick<RateLimits, 'getDailyQuota'>
  library: Pick<Library, 'tilesById'>
}

type Price = RouteOutput<'models.prices'>['prices'][number]

/** The newest result of a model that isn't in the trash, among its last jobs. */
const NEWEST_RESULT = `SELECT j.finished_at, a.id FROM (
    SELECT id, finished_at, state FROM jobs
      WHERE connection_id = ? AND model_slug = ? AND operation = ? AND finished_at IS NOT NULL
      ORDER BY finished_at DESC LIMIT 20) j
  CROSS JOIN assets a ON a.job_id = j.id WHERE a.role = 'result' AND a.trashed_at IS NULL ORDER BY j.finished_at DESC, a.seq LIMIT 1`
const NEWEST_JOB = `SELECT max(finished_at) AS at FROM jobs WHERE connection_id = ? AND model_slug = ? AND operation = ?`

/** What this library knows about the models of a task, and their prices for the parameters of a form. */
export class ModelDetails {
  readonly #dependencies: Dependencies
  readonly #work: WorkTable

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#work = new WorkTable(dependencies.database)
  }

  /** The listed models that were used, with their usual time and last result. */
  list(operationId: string): RouteOutput<'models.details'> {
    const { database, catalogue, connections, models, library } = this.#dependencies
    const connection = connections.current()
    const operation = catalogue.find(operationId)
    if (!connection || !operation) return { models: [] }
    const used = models.list(connection.id, runnableModelTypes(operation)).flatMap(({ slug }) => {
      const key = [connection.id, slug, operationId] as const
      const usedAt = database.get(NEWEST_JOB, ...key)?.['at']
      if (typeof usedAt !== 'number') return []
      const history = this.#work.history({ connectionId: connection.id, operation: operationId, model: slug })
      const durations = history
        .slice(0, DURATION_SAMPLE)
        .map(({ sentAt, finishedAt }) => Math.max(0, finishedAt - sentAt))
      const asset = database.get(NEWEST_RESULT, ...key)?.['id']
      return [
        { slug, usedAt, usual: usualDuration(durations), asset: asset === undefined ? null : String(asset) },
      ]
    })
    const tiles = new Map(
      library.tilesById(used.flatMap(({ asset }) => asset ?? [])).map((tile) => [tile.id, tile]),
    )
    return {
      models: used.map(({ asset, ...model }) => ({
        ...model,
        result: asset === null ? null : (tiles.get(asset) ?? null),
      })),
    }
  }

  /**
   * Prices of the same parameters for several models, adapted to each. With `request`, outdated prices are requested
   * one after another, as many as a list may request today, until one is unavailable.
   */
  async prices({
    operation,
    values,
    models,
    request,
  }: RouteInput<'models.prices'>): Promise<RouteOutput<'models.prices'>> {
    const { drafts, quotes, limits } = this.#dependencies
    const forms = drafts.formsOf(operation)
    const connectionId = forms.connection.id
    const prices: Price[] = []
    let canRequest = request
    for (const slug of models) {
      const opened = orNull(() => forms.open(slug))
      if (!opened) continue
      const adapted = opened.adapt(values).values
      if (opened.checkPriced(adapted).length > 0) continue
      const key = opened.priceKey(adapted)
      let known = quotes.findLast(key)
      const isOutdated = known?.isCurrent !== true
      if (isOutdated) canRequest &&= (remainingForBulk(limits, connectionId) ?? 1) > 0
      if (isOutdated && canRequest) {
        const response = await quotes.price({
          draftId: `models/${slug}`,
          kind: 'choice',
          connectionId,
          key,
          request: opened.priceRequest(adapted),
        })
        if (response.state === 'priced') known = { ...response, isCurrent: true }
        canRequest = response.state !== 'unavailable'
      }
      if (known)
        prices.push({ slug, price: known.price, quotedAt: known.quotedAt, isCurrent: known.isCurrent })
    }
    return { prices, canRequest }
  }
}
