import type { RouteInput, RouteOutput } from '../../src-preload/contract/routes.ts'
import type { App } from './app/createApp.ts'
import type { CatalogueModule } from './catalogue/createCatalogue.ts'
import type { StudioEvents } from './events.ts'
import type { JobsModule } from './jobs/JobsModule.ts'
import type { LibraryModule } from './library/LibraryModule.ts'
import type { MoneyModule } from './money/createMoney.ts'
import { addLineageCosts } from './money/spend/lineageCosts.ts'
import type { Service } from './service/createService.ts'
import type { StudioHandlers } from './Studio.ts'

interface Modules {
  info: { version: string; dataFolder: string }
  app: App
  service: Service
  catalogue: CatalogueModule
  library: LibraryModule
  money: MoneyModule
  jobs: JobsModule
  events: StudioEvents
}

/** The handlers of all routes except those of the host: everything that a window can make the studio do. */
export function createHandlers(modules: Modules): StudioHandlers {
  const { info, events } = modules
  const { notices, settings } = modules.app
  const { connections, health } = modules.service
  const { listing, overrides } = modules.catalogue
  const { exports: fileExports, fileParameters, imports, maintenance } = modules.library
  const { library, inputList, unusedInputs, texts, embeddings, imageHashes } = modules.library
  const { budgets, spend, exports, balances } = modules.money
  const {
    jobs,
    copies,
    prompts,
    presets,
    snippets,
    modelDetails,
    views,
    drafts,
    batches,
    batchPrices,
    grids,
    queue,
    retries,
    lastSeen,
  } = modules.jobs
  const { batchDrafts, watch, times, restoredFiles, meaning, modelChanges } = modules.jobs
  const listSpendJobs = async (input: RouteInput<'spend.jobs'>): Promise<RouteOutput<'spend.jobs'>> => {
    const page = await spend.jobs(input)
    const shown = new Map(views.viewByIds(page.jobs.map(({ id }) => id)).map((job) => [job.id, job]))
    return { ...page, jobs: page.jobs.map((job) => ({ ...job, job: shown.get(job.id) ?? null })) }
  }
  return {
    'studio.info': async () => ({ ...info, notices: notices.list() }),
    'studio.dismiss_notice': async ({ id }) => notices.dismiss(id),
    'settings.get': async () => settings.get(),
    'settings.set': async (change) => {
      const changed = settings.set(change)
      if (change.deleteFromTrashAfterDays !== undefined) modules.library.applyRetention()
      return changed
    },

    'spend.summary': () => spend.summary(),
    'spend.report': (input) => spend.report(input),
    'spend.jobs': listSpendJobs,
    'spend.export': (input) => exports.write(input),
    'balance.get': async ({ connectionId }) => balances.get(connectionId),
    'balance.warn_below': async ({ connectionId, warnBelow }) => balances.warnBelow(connectionId, warnBelow),
    'balance.spans': async ({ connectionId }) => ({ spans: await balances.spans(connectionId) }),
    'balance.hints': async () => ({ hints: await balances.hints() }),

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
    'connections.try_again': async ({ id, immediately }) => {
      if (immediately) {
        events.emit('retry', id)
        listing.retryNow(id)
      }
      await health.probeIfDown(id, immediately)
    },
    'connections.use_sandbox': () => connections.useSandbox(),

    'operations.list': async () => listing.operations(),
    'models.list': async ({ operation }) => listing.models(operation),
    'models.details': async ({ operation }) => modelDetails.list(operation),
    'models.prices': (input) => modelDetails.prices(input),
    'models.refresh': async () => {
      const current = connections.current()
      if (current) modules.service.retryModels(current.id)
      await listing.refresh()
    },
    'models.changes': async () => {
      const current = connections.current()
      if (!current) return null
      const { id, name } = current
      return { connection: { id, name }, changes: modelChanges.list(id) }
    },
    'models.dismiss_changes': async ({ connectionId, slugs }) => modelChanges.dismiss(connectionId, slugs),
    'forms.open': async ({ operation, model }) => drafts.open(operation, model),
    'forms.check': async (draft) => ({ issues: drafts.check(draft) }),
    'forms.adapt': async (draft) => drafts.adapt(draft),
    'quotes.price': (draft) => drafts.price(draft),
    'catalogue.overrides': async () => overrides.state(),
    'catalogue.reload': async () => overrides.reload(),

    'jobs.enqueue': async (input) => jobs.enqueue(input),
    'jobs.enqueue_copies': async (input) => copies.enqueue(input),
    'jobs.list': async (input) => jobs.list(input),
    'prompts.list': (input) => prompts.list(input),
    'prompts.remove': async ({ id }) => prompts.remove(id),
    'presets.list': async () => ({ presets: presets.list() }),
    'presets.save': async (input) => presets.save(input),
    'presets.delete': async ({ id }) => presets.delete(id),
    'presets.import': async ({ text }) => presets.import(text),
    'snippets.list': async () => ({ snippets: snippets.list() }),
    'snippets.save': async (input) => snippets.save(input),
    'snippets.delete': async ({ id }) => snippets.delete(id),
    'jobs.get': async ({ id }) => jobs.get(id),
    'jobs.cancel': async ({ id }) => jobs.cancel(id),
    'jobs.try_again': async ({ id }) => {
      const job = jobs.tryAgain(id)
      void health.probeIfDown(job.connection.id, true)
      return job
    },
    'jobs.price': ({ id }) => jobs.price(id),
    'jobs.repeat': async (input) => jobs.repeat(input),
    'jobs.resolve_uncertain': async (input) => jobs.resolveUncertain(input),
    'jobs.accept_price': async (input) => jobs.acceptPrice(input),

    'batches.table': (input) => batches.readTable(input),
    'batches.preview': (input) => batches.preview(input),
    'batches.price': (input) => batches.price(input),
    'batches.rows': async (input) => batches.rows(input),
    'batches.enqueue': async (input) => batches.enqueue(input),
    'batches.draft': async ({ operation }) => ({ draft: batchDrafts.find(operation) }),
    'batches.save_draft': async ({ operation, draft }) => batchDrafts.save(operation, draft),
    'batches.list': () => modules.jobs.listBatches(),
    'batches.grid': async ({ id }) => grids.grid(id),
    'batches.grid_of': async ({ job }) => ({ batch: grids.findBatch(job) }),
    'batches.pause': async ({ id }) => batches.pause(id),
    'batches.resume': async ({ id }) => batches.resume(id),
    'batches.requote': ({ id }) => batchPrices.requestPrices(id),
    'batches.accept_price': async ({ id, total }) => {
      batchPrices.accept(id, total)
      return batches.resume(id)
    },
    'batches.rename': async (input) => batches.rename(input),
    'batches.set_limit': async (input) => batches.setCap(input),
    'queue.page': (input) => queue.page(input),
    'queue.summary': () => queue.summary(),
    'queue.pause': async () => queue.pause(),
    'queue.resume': async (input) => queue.resume(input),
    'queue.move': async (input) => queue.move(input),
    'queue.cancel': (input) => queue.cancel(input),
    'queue.ids': (input) => queue.ids(input),
    'queue.selection': (input) => queue.selection(input),
    'queue.results': (input) => queue.results(input),
    'queue.try_again': (input) => queue.tryAgain(input, (id) => jobs.tryAgain(id)),
    'queue.offer_retry': (input) => retries.offer(input),
    'queue.retry': async (input) => retries.retry(input),
    'queue.away_summary': (input) => lastSeen.summarize(input),
    'queue.mark_seen': async () => lastSeen.markSeen(),
    'budgets.get': async () => ({ budgets: budgets.list() }),
    'budgets.set': async (input) => ({ budgets: budgets.set(input) }),

    'files.parameters': (input) => fileParameters.read(input),
    'imports.add': ({ id }) => imports.add(id),
    'imports.status': async ({ id }) => imports.status(id),
    'imports.running': async () => imports.findRunning(),
    'imports.cancel': async ({ id }) => imports.cancel(id),
    'inputs.page': (request) => inputList.page(request),
    'inputs.usage': () => modules.library.usage(),
    'inputs.clean': () => unusedInputs.clean(),

    'progress.get': async () => watch.progress,
    'progress.estimates': () => times.estimate(),

    'library.page': (request) => library.gallery.page(request),
    'library.ids': (request) => library.gallery.ids(request),
    'library.count': (request) => library.gallery.count(request),
    'library.facets': (request) => library.gallery.facets(request),
    'library.count_conditions': (request) => library.gallery.countConditions(request),
    'library.timeline': (request) => library.gallery.timeline(request),
    'library.values': (request) => library.gallery.values(request),
    'library.cursor': (request) => library.gallery.cursor(request),
    'searches.list': async () => ({ searches: library.searches.list() }),
    'searches.summaries': (input) => library.gallery.summarizeSearches(input),
    'searches.save': async (search) => library.searches.save(search),
    'searches.delete': async ({ id }) => library.searches.delete(id),
    'library.asset': async ({ id }) => library.assetDetail(id),
    'library.trash': ({ ids }) => library.trash(ids),
    'library.restore': ({ ids }) => library.restore(ids),
    'library.empty_trash': () => library.emptyTrash(),
    'library.star': ({ ids, starred }) => library.star(ids, starred),
    'library.rate': (input) => library.annotations.rate(input),
    'library.tag': (input) => library.tags.change(input),
    'library.note': async (input) => library.annotations.setNote(input),
    'library.count_expired': async ({ days }) => ({ results: await modules.library.countExpired(days) }),
    'tags.count': async ({ ids }) => ({ tags: await library.tags.count(ids) }),
    'tags.list': async (input) => library.tags.list(input),
    'tags.rename': (input) => library.tags.rename(input),
    'tags.delete': ({ name }) => library.tags.delete(name),
    'tags.undo': ({ change }) => library.tags.undo(change),
    'tags.missing': async ({ names }) => ({ names: library.tags.findMissing(names) }),
    'library.uses': async ({ id }) => library.listUses(id),
    'library.tiles': async ({ ids }) => ({ tiles: library.tilesById(ids) }),
    'library.lineage': async ({ id }) => addLineageCosts(library.lineage(id), spend.costsOf),
    'library.file_state': async ({ id }) => {
      const state = await library.fileState(id)
      return { state, canFetchAgain: state !== 'disconnected' && restoredFiles.canFetch(id) }
    },
    'library.fetch_again': async ({ id }) => {
      const outcome = await restoredFiles.fetch(id)
      if (outcome === 'restored') maintenance.markRestored(id)
      return { outcome }
    },
    'library.transcript': ({ id }) => texts.transcript(id),
    'library.edit_text': async (input) => texts.edit(input),
    'library.revert_text': ({ id }) => texts.revert(id),
    'library.export': (input) => texts.export(input),
    'library.embedding': ({ id }) => embeddings.describe(id),
    'library.neighbours': (input) => embeddings.neighbours(input),
    'library.embeddings': (input) => embeddings.page(input),

    'library.similar': (input) => imageHashes.similar(input),
    'images.unhashed': async (input) => imageHashes.listMissing(input),
    'images.hash_progress': () => imageHashes.progress(),
    'images.save_hash': async (input) => imageHashes.save(input),

    'meaning.rank': (input) => meaning.rank(input),
    'meaning.offer': (input) => meaning.offer(input),
    'meaning.enqueue': (input) => meaning.enqueue(input),

    'exports.names': async (input) => fileExports.previewNames(input),
    'exports.copy': ({ id }) => fileExports.describeCopy(id),
    'exports.parameters': async ({ id }) => ({ text: fileExports.parameters(id) }),
    'exports.status': async ({ id }) => fileExports.status(id),
    'exports.running': async () => fileExports.findRunning(),
    'exports.cancel': async ({ id }) => fileExports.cancel(id),

    'maintenance.sizes': () => maintenance.sizes(),
    'maintenance.check': async () => maintenance.check(),
    'maintenance.status': async () => maintenance.status,
    'maintenance.stop': async () => maintenance.stop(),

    'collections.list': async () => ({ collections: await modules.library.listCollections() }),
    'collections.create': (input) => library.collections.create(input),
    'collections.rename': async (input) => library.collections.rename(input),
    'collections.move': async (input) => library.collections.move(input),
    'collections.set_cover': async (input) => library.collections.setCover(input),
    'collections.delete': async ({ id }) => library.collections.delete(id),
    'collections.restore': async ({ id }) => library.collections.restore(id),
    'collections.add': async ({ id, ids }) => ({ changed: await library.collections.add(id, ids) }),
    'collections.remove': async ({ id, ids }) => ({ changed: await library.collections.remove(id, ids) }),
  }
}
