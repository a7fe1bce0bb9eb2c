import type { RouteOutput } from '../../src-preload/contract/routes.ts'
import type { Batches } from './jobs/batches/Batches.ts'
import type { Grids } from './jobs/batches/Grids.ts'
import type { Budgets } from './money/budgets/Budgets.ts'
import type { OverridesFile } from './catalogue/overrides/OverridesFile.ts'
import type { Connections } from './service/connections/Connections.ts'
import type { FilesDesk } from './assembleFiles.ts'
import type { Drafts } from './jobs/drafts/Drafts.ts'
import type { AwaySummary } from './jobs/queue/AwaySummary.ts'
import type { Jobs } from './jobs/Jobs.ts'
import type { Queue } from './jobs/queue/Queue.ts'
import type { Library } from './library/Library.ts'
import type { ModelListing } from './catalogue/ModelListing.ts'
import { moneyHandlers } from './moneyHandlers.ts'
import type { Notices } from './app/Notices.ts'
import type { ConnectionHealth } from './service/connections/ConnectionHealth.ts'
import type { Settings } from './app/Settings.ts'
import type { HostlessHandlers } from './Studio.ts'
import type { Embeddings } from './library/texts/Embeddings.ts'
import type { Texts } from './library/texts/Texts.ts'
import type { TimesLeft } from './jobs/progress/TimesLeft.ts'
import type { WorkWatch } from './jobs/progress/WorkWatch.ts'

interface Parts {
  info: { version: string; dataFolder: string }
  batches: Batches
  listBatches: () => Promise<ReturnType<Batches['list']>>
  batchPrices: {
    ask: (id: string) => Promise<RouteOutput<'batches.requote'>>
    accept: (id: string, total: number) => void
  }
  budgets: Budgets
  connections: Connections
  overrides: OverridesFile
  drafts: Drafts
  embeddings: Embeddings
  files: FilesDesk
  grids: Grids
  jobs: Jobs
  money: Parameters<typeof moneyHandlers>[0]
  health: ConnectionHealth
  /** Retries everything that waits for the service of a connection once, at once. */
  retryNow: (connectionId: string) => void
  /** Requests the models of a connection once, at once. */
  retryModels: (connectionId: string) => void
  library: Library
  listing: ModelListing
  notices: Notices
  queue: Queue
  awaySummary: AwaySummary
  settings: Settings
  texts: Texts
  work: { watch: WorkWatch; times: TimesLeft }
}

/** The handlers of all routes: the complete attack surface of the window. */
export function studioHandlers(parts: Parts): HostlessHandlers {
  const { info, connections, health, drafts, jobs, library, listing, money, notices, overrides, settings } =
    parts
  const { awaySummary, batches, batchPrices, budgets, embeddings, files, grids, queue, texts, work } = parts
  return {
    'studio.info': async () => ({ ...info, notices: notices.list() }),
    'studio.dismiss_notice': async ({ id }) => notices.dismiss(id),
    'settings.get': async () => settings.get(),
    'settings.set': async (change) => settings.set(change),
    ...moneyHandlers(money),

    'connections.list': async () => ({
      connections: connections.list(),
      keychain: connections.keychainStatus(),
    }),
    'connections.add': (input) => connections.add(input),
    'connections.update': (input) => connections.update(input),
    'connections.remove': ({ id }) => connections.remove(id),
    'connections.select': async ({ id }) => connections.select(id),
    'connections.test': (target) => connections.test(target),
    'connections.health': async () => ({ connections: health.list() }),
    'connections.try_again': async ({ id, asked }) => {
      if (asked) {
        parts.retryNow(id)
        listing.retryNow(id)
      }
      await health.tryAgain(id, asked)
    },
    'connections.use_sandbox': () => connections.useSandbox(),

    'operations.list': async () => listing.operations(),
    'models.list': async ({ operation }) => listing.models(operation),
    'models.refresh': async () => {
      const current = connections.current()
      if (current) parts.retryModels(current.id)
      await listing.refresh()
    },
    'forms.open': async ({ operation, model }) => drafts.open(operation, model),
    'forms.check': async (draft) => ({ issues: drafts.check(draft) }),
    'forms.carry': async (draft) => drafts.adapt(draft),
    'quotes.price': (draft) => drafts.price(draft),
    'catalogue.overrides': async () => overrides.state(),
    'catalogue.reload': async () => overrides.reload(),

    'jobs.enqueue': async (input) => jobs.enqueue(input),
    'jobs.list': async (input) => jobs.list(input),
    'jobs.get': async ({ id }) => jobs.get(id),
    'jobs.cancel': async ({ id }) => jobs.cancel(id),
    'jobs.try_again': async ({ id }) => {
      const job = jobs.tryAgain(id)
      void health.tryAgain(job.connection.id, true)
      return job
    },
    'jobs.price': ({ id }) => jobs.price(id),
    'jobs.repeat': async (input) => jobs.repeat(input),
    'jobs.decide': async (input) => jobs.decide(input),
    'jobs.accept_price': async (input) => jobs.acceptPrice(input),

    'batches.table': (input) => batches.readTable(input),
    'batches.preview': (input) => batches.preview(input),
    'batches.price': (input) => batches.price(input),
    'batches.rows': async (input) => batches.rows(input),
    'batches.enqueue': async (input) => batches.enqueue(input),
    'batches.list': () => parts.listBatches(),
    'batches.grid': async ({ id }) => grids.grid(id),
    'batches.grid_of': async ({ job }) => ({ batch: grids.of(job) }),
    'batches.pause': async ({ id }) => batches.pause(id),
    'batches.resume': async ({ id }) => batches.resume(id),
    'batches.requote': ({ id }) => batchPrices.ask(id),
    'batches.accept_price': async ({ id, total }) => {
      batchPrices.accept(id, total)
      return batches.resume(id)
    },
    'batches.rename': async (input) => batches.rename(input),
    'batches.cap': async (input) => batches.cap(input),
    'queue.page': (input) => queue.page(input),
    'queue.summary': () => queue.summary(),
    'queue.pause': async () => queue.pause(),
    'queue.resume': async (input) => queue.resume(input),
    'queue.move': async (input) => queue.move(input),
    'queue.cancel': (input) => queue.cancel(input),
    'queue.away': (input) => awaySummary.away(input),
    'queue.seen': async () => awaySummary.seen(),
    'budgets.get': async () => ({ budgets: budgets.list() }),
    'budgets.set': async (input) => ({ budgets: budgets.set(input) }),

    'inputs.page': async (request) => files.inputList.page(request),
    'inputs.usage': () => files.usage(),
    'inputs.clean': () => files.unused.clean(),

    'work.progress': async () => work.watch.progress,
    'work.times': () => work.times.now(),

    'library.page': (request) => library.pageInThread(request),
    'library.asset': async ({ id }) => library.asset(id),
    'library.trash': ({ ids }) => library.trash(ids),
    'library.restore': ({ ids }) => library.restore(ids),
    'library.empty_trash': () => library.emptyTrash(),
    'library.star': ({ ids, starred }) => library.star(ids, starred),
    'library.uses': async ({ id }) => library.uses(id),
    'library.lineage': async ({ id }) => library.lineage(id),
    'library.transcript': ({ id }) => texts.transcript(id),
    'library.edit_text': async (input) => texts.edit(input),
    'library.revert_text': ({ id }) => texts.revert(id),
    'library.export': (input) => texts.export(input),
    'library.embedding': ({ id }) => embeddings.describe(id),
    'library.neighbours': (input) => embeddings.neighbours(input),
    'library.map': (input) => embeddings.map(input),

    'collections.list': async () => ({ collections: library.collections.list() }),
    'collections.create': (input) => library.collections.create(input),
    'collections.rename': async (input) => library.collections.rename(input),
    'collections.delete': ({ id }) => library.collections.delete(id),
    'collections.add': async ({ id, ids }) => ({ changed: await library.collections.add(id, ids) }),
    'collections.remove': async ({ id, ids }) => ({ changed: await library.collections.remove(id, ids) }),
  }
}
