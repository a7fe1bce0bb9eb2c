import { join } from 'node:path'
import { jobErrors, serviceErrors } from '../../src-preload/contract/errors.ts'
import { setImmediate } from 'node:timers/promises'
import type { StudioEvent } from '../../src-preload/contract/events.ts'
import type { Problem } from '../../src-preload/contract/types/problem.ts'
import { assembleFiles } from './library/createFiles.ts'
import { assembleMoney } from './money/createMoney.ts'
import { assembleQueue } from './jobs/createQueue.ts'
import { assembleRequests } from './assembleRequests.ts'
import { assembleService } from './service/createService.ts'
import { assembleTexts } from './library/createTexts.ts'
import { beginWhenPossible } from './storage/beginWhenPossible.ts'
import { problemAtFields } from './catalogue/wire/problemAtFields.ts'
import { parameterWording } from './catalogue/values/parameterLines.ts'
import { Connections } from './service/connections/Connections.ts'
import { statusAddress } from './service/connections/statusAddress.ts'
import { Downloads } from './library/downloads/Downloads.ts'
import { Drafts } from './jobs/drafts/Drafts.ts'
import { findMedia } from './findMedia.ts'
import { studioHandlers } from './handlers.ts'
import { AcceptedJobs } from './jobs/store/AcceptedJobs.ts'
import { ChangeFeed } from './jobs/store/ChangeFeed.ts'
import { JobEngine } from './jobs/engine/JobEngine.ts'
import { Jobs } from './jobs/Jobs.ts'
import { JobStore } from './jobs/store/JobStore.ts'
import { LiveJobs } from './jobs/poll/LiveJobs.ts'
import { Library } from './library/Library.ts'
import { ModelListing } from './catalogue/ModelListing.ts'
import { Models } from './service/models/Models.ts'
import { Notices } from './app/Notices.ts'
import { openCatalogue } from './catalogue/createCatalogue.ts'
import { checkIntegrity, openReader, embeddingQueries } from './storage/createStorage.ts'
import { resultKinds } from './catalogue/resultKinds.ts'
import { QuoteService } from './money/quotes/QuoteService.ts'
import { readModelsPage } from './service/responses/readModelsPage.ts'
import { Settings } from './app/Settings.ts'
import { lockLibrary, type LibraryLock } from './storage/lockLibrary.ts'
import type { NamesRequest } from './storage/namesIn.ts'
import { openStudioDatabase } from './storage/openStudioDatabase.ts'
import { quarantineRow } from './storage/quarantineRow.ts'
import type { Studio } from './Studio.ts'
import { updateLibrary, type OnUpdate } from './threads/updateLibrary.ts'
import type { World } from './world.ts'

/**
 * Creates and connects the studio's modules. `onUpdate` is called with the progress of an update of an older library. @throws
 * StudioError `library_in_use`, `database_newer` and the other storage errors.
 */
export async function createStudio(world: World, onUpdate: OnUpdate = () => {}): Promise<Studio> {
  const lock = lockLibrary(world.dataFolder)
  try {
    const notices = await updateLibrary(world, onUpdate)
    return assemble(world, lock, notices)
  } catch (error) {
    lock.release()
    throw error
  }
}

function assemble(world: World, lock: LibraryLock, updateNotices: readonly Problem[]): Studio {
  const { clock, random, uuid, log, dataFolder, version } = world
  const listeners = new Set<(event: StudioEvent) => void>()
  const emit = (event: StudioEvent): void => listeners.forEach((listener) => listener(event))
  const opened = openStudioDatabase({ dataFolder, log, clock })
  const { database, places } = opened
  const transaction = <T>(work: () => T): T => database.transaction(work)
  const notices = new Notices({ clock, uuid, emit })
  const report = (problem: Problem): void => notices.add(problem)
  for (const problem of [...updateNotices, ...opened.notices]) report(problem)
  const { catalogue, overrides } = openCatalogue({ dataFolder, log, report, emit })
  const settings = new Settings({ database, clock, log, emit, report })
  const { client, health } = assembleService({ world, emit, access: (id) => connections.access(id) })

  const connections = new Connections({
    database,
    clock,
    uuid,
    emit,
    log,
    client,
    keychain: world.keychain,
    sandbox: world.sandbox,
    environment: world.environment,
    onAccessChanged: (id) => {
      health.forget(id)
      models.forget(id)
      priceCalls.forget(id)
      quotes.clearConnection(id)
      money.balances.accessChanged(id)
      engine.accessChanged(id)
      batches.accessChanged(id)
    },
  })
  const access = (id: string) => connections.access(id)
  const queryReader = openReader(opened, log)
  const money = assembleMoney({
    world,
    database,
    emit,
    access,
    client,
    operations: () => catalogue.all(),
    ask: queryReader.ask,
    jobs: () => jobs,
  })
  listeners.add(money.hear)
  const currentConnection = () => connections.current()
  const { limits, paced, priceCalls, requestModels, requestPrice } = assembleRequests({
    clock,
    client,
    access,
  })
  const models = new Models({
    database,
    clock,
    emit,
    log,
    access,
    client: { get: async (granted, path) => (await requestModels(granted, path)).exchange },
  })
  const listing = new ModelListing({ catalogue, models, currentConnection, clock, health })
  const quotes = new QuoteService({
    clock,
    database,
    log,
    requestPrice,
    quota: (connectionId) => limits.quota({ kind: 'price', connectionId }),
  })
  const drafts = new Drafts({
    currentConnection,
    findOperation: (id) => catalogue.find(id),
    findFile: (id) => files.findFile(id),
    findModel: (id, slug) => models.find(id, slug),
    requestPrice: (request) => quotes.price(request),
    findQuote: (key) => quotes.find(key),
    random,
  })

  let isClosing = false
  const listBeside = (wanted: NamesRequest) =>
    workers.run('namesIn', wanted).catch((error: unknown) => {
      if (isClosing) return []
      throw error
    })
  const downloads = new Downloads({ libraryFolder: places.library, clock, uuid, log, listBeside })
  const library = new Library({
    database,
    clock,
    uuid,
    log,
    emit,
    report,
    folders: places,
    wording: parameterWording(catalogue, (id, slug) => models.find(id, slug)),
    operationViewer: (id) => catalogue.find(id)?.viewer ?? null,
    readPage: (request, view) => queryReader.ask('library.page', request, view),
    usesOf: (kind, format) => listing.uses(kind, format),
  })
  const files = assembleFiles({
    world,
    opened,
    library,
    downloads,
    settings,
    ask: queryReader.ask,
    listBeside,
    emit,
    report,
  })
  const space = embeddingQueries(queryReader)
  const { workers, reader, texts, embeddings } = assembleTexts({ world, database, library, report, space })
  const { expected, ...kinds } = resultKinds(catalogue)

  const feed = new ChangeFeed(clock, (ids) => emit({ type: 'jobs.changed', jobs: jobs.byIds(ids) }))
  const onChange = feed.touch.bind(feed)
  const { ledger } = money
  const record = ledger.record.bind(ledger)
  const accepted = new AcceptedJobs({ database, journal: opened.journal, record, clock, log })
  const store = new JobStore({
    database,
    onChange,
    onAccepted: (id, request) => accepted.note(id, request),
    onBadRow: (row, reason) => quarantineRow({ database, log, clock, report }, 'jobs', row, reason),
  })
  const live = new LiveJobs({
    onChange,
    fetchPreview: async (id, source) => {
      const job = store.find(id)
      return job && downloads.fetchPreview(source, await statusAddress(connections, job))
    },
  })
  const isThere = (id: string): boolean => library.inputFile(id)?.present ?? false
  const parts = {
    world,
    database,
    store,
    live,
    ledger,
    quotes,
    drafts,
    settings,
    emit,
    notices,
    limits,
    isThere,
  }
  const asks = { ask: queryReader.ask, isSound: () => soundness.isSound }
  const queueing = assembleQueue({ ...parts, ...asks, workers, later: () => ({ engine, jobs }) })
  const { budgets, batches, requotes, admission, disk, watch } = queueing
  listeners.add((event) => watch.onEvent(event))
  watch.look()
  const engine = new JobEngine({
    store,
    live,
    limits,
    admission,
    access,
    record,
    transaction,
    clock,
    random,
    log,
    get: (granted, path) => client.get(granted, path),
    post: (granted, request) => client.post(granted, request),
    probe: async (job) => {
      const granted = await access(job.connection.id)
      const page = await requestModels(granted, 'models?per_page=1&limit=1&page=1')
      if (
        page.heldUntil !== null ||
        readModelsPage(page.exchange.kind === 'answer' ? page.exchange.json : null) === null
      )
        return false
      const request = drafts.priceRequestOf(job)
      const outcome = request && (await requestPrice(job.connection.id, request))
      return outcome === null || 'price' in outcome
    },
    onKeyRefused: (id, problem) => {
      const connection = connections.list().find((one) => one.id === id)?.name ?? ''
      if (problem) notices.add({ code: problem.code, money: 'not_charged', params: { connection } })
      else
        notices.withdraw(
          ({ code, params }) => code === serviceErrors.keyRefused && params?.['connection'] === connection,
        )
    },
    arrived: (job) => files.downloadJournal.find(job.id),
    download: async (job, url, { announced, ...wish }) =>
      downloads.download({
        ...wish,
        url,
        ...(announced && { announce: (file) => files.downloadJournal.note(job.id, file) }),
        from: await statusAddress(connections, job),
        expect: expected(job.operation),
      }),
    saveInline: (words) => downloads.saveBytes(words),
    discard: (stored) => downloads.discard(stored),
    read: (job, stored) => {
      const viewer = catalogue.find(job.operation)?.viewer ?? null
      return reader.result({ path: join(places.library, stored.path), kind: stored.kind, viewer })
    },
    ...kinds,
    wantsAlternatives: () => settings.get().saveAlternatives,
    onFormatsMissing: () => report({ code: jobErrors.formatsMissing, money: 'none' }),
    addAsset: (jobId, role, { file, content }) => {
      const { kind, words, vectors } = content
      if (role === 'result') files.downloadJournal.forget(jobId)
      const asset = library.add({ jobId, role, file: { ...file, kind }, createdAt: clock.now() })
      if (words !== null) texts.put(asset.id, words)
      if (vectors !== null) embeddings.put(asset.id, vectors)
      return asset
    },
    onSaved: (assets) => files.writeSidecars(assets),
  })
  const jobs = new Jobs({
    store,
    live,
    engine,
    record,
    transaction,
    uuid,
    clock,
    drafts,
    rebind: (job, quote) => requotes.accept(job, quote),
    checkBudgets: (wanted) => budgets.check(wanted),
    isThere,
    collect: (id, ids) => library.collections.addIfThere(id, ids),
    atFields: ({ operation, values }, problem) => problemAtFields(catalogue.find(operation), problem, values),
    assetsOf: (ids) => library.assetsOf(ids),
  })

  const soundness = checkIntegrity({ opened, report, onSound: () => engine.reconsider(), log })
  const retryNow = (connectionId: string): void => {
    paced.sendAgain({ connectionId })
    quotes.retryNow(connectionId)
    engine.retryNow(connectionId)
  }
  health.onRecovered(retryNow)
  health.onConfirmed((connectionId) => paced.sendAgain({ connectionId }))
  // Before a window can send anything, so that its jobs don't count as jobs of the last session.
  const stopSettling = beginWhenPossible(world, () => {
    accepted.recover()
    batches.holdUntilResumed()
    engine.settleInterrupted()
  })
  // After the first responses, so that resuming jobs and listing folders don't delay them.
  const started = setImmediate().then(() =>
    beginWhenPossible(world, () => {
      engine.start()
      files.start()
    }),
  )
  const tidied = started
    .then(() => downloads.removeOrphans())
    .then(() => files.inputs.removeOrphans())
    .then(() => library.finishDeletions())
    .then(() => money.tidy())
    .catch((error: unknown) => log.warn('Tidying up at the start failed', { error: String(error) }))
  void connections.bindOldKeys()
  const repaired = library
    .repairSearch()
    .catch((error: unknown) => log.warn('The search index is not whole', { error: String(error) }))

  return {
    handlers: studioHandlers({
      ...queueing,
      retryNow,
      retryModels: (connectionId) => paced.retryNow({ kind: 'models', connectionId }),
      connections,
      health,
      overrides,
      drafts,
      embeddings,
      files,
      jobs,
      money,
      library,
      listing,
      notices,
      settings,
      texts,
      info: { version, dataFolder },
    }),
    onEvent: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    media: {
      find: (place, id) => findMedia({ library, live, exports: money.exports }, place, id),
      saveThumb: (id, webp) => library.saveThumb(id, webp),
    },
    inputs: { take: (source, about) => files.inputs.take(source, about) },
    pathOfAsset: (id) => library.path(id),
    openWork: () => watch.openWork(),
    close: async () => {
      isClosing = true
      stopSettling()
      await soundness.close()
      ;(await started)()
      requotes.close()
      quotes.close()
      listing.close()
      // An aborted download is repeated at the next start; only responses to submits are awaited.
      await Promise.all([downloads.close(), engine.close(), money.close()])
      await workers.close()
      feed.close()
      disk.close()
      watch.close()
      library.close()
      await Promise.all([repaired, tidied, files.close(), queryReader.close()])
      await opened.close()
      lock.release()
    },
  }
}
