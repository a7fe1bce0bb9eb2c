import { formErrors, serviceErrors } from '../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { buildStatusUrl } from '../service/client/ServiceClient.ts'
import { quarantineRow } from '../storage/database/parseRows.ts'
import { RestoredFiles } from './engine/RestoredFiles.ts'
import { LibraryResultFiles } from './collect/ResultFiles.ts'
import { createQueue } from './createQueue.ts'
import type { JobDependencies } from './JobDependencies.ts'
import { Copies } from './drafts/Copies.ts'
import { Drafts } from './drafts/Drafts.ts'
import { ModelDetails } from './drafts/ModelDetails.ts'
import { Presets } from './drafts/Presets.ts'
import { PromptHistory } from './drafts/PromptHistory.ts'
import { Snippets } from './drafts/Snippets.ts'
import { JobEngine } from './engine/JobEngine.ts'
import { Jobs } from './Jobs.ts'
import type { JobsModule } from './JobsModule.ts'
import { LiveJobs } from './store/LiveJobs.ts'
import { MeaningSearch } from './meaning/MeaningSearch.ts'
import { ModelChanges } from './models/ModelChanges.ts'
import { createProgress } from './progress/createProgress.ts'
import { AcceptedJobs } from './store/AcceptedJobs.ts'
import { ChangeFeed, JobViews } from './store/JobViews.ts'
import { JobStore } from './store/JobStore.ts'
import { ServiceHolds } from './submit/ServiceHolds.ts'
import type { JobService } from './engineInterfaces.ts'
import { LocalHolds } from './submit/LocalHolds.ts'

/** Delay after the start before prompts of older jobs are read. By then the first screen is usually shown. */
const HISTORY_DELAY_MS = 5000

/** Drafts, the queue with its batches, and the engine that takes each job from a click to saved files. */
export function createJobs(dependencies: JobDependencies): JobsModule {
  const { world, storage, app, service, catalogue, library, money, events } = dependencies
  const { clock, uuid, random, log } = world
  const { database } = storage
  const { ledger } = money
  const { connections, models, limits } = service
  const report = (problem: Problem): void => app.notices.add(problem)

  const drafts = new Drafts({
    catalogue: catalogue.catalogue,
    connections,
    models,
    quotes: money.quotes,
    random,
    findFile: library.findFile,
  })
  const prompts = new PromptHistory({
    database,
    catalogue: catalogue.catalogue,
    query: dependencies.threads.query,
    clock,
    log,
  })
  const presets = new Presets({ context: { database, log, clock, report }, uuid })
  const snippets = new Snippets({
    context: { database, log, clock, report },
    uuid,
    emit: events.emitToWindows,
  })
  const modelDetails = new ModelDetails({
    database,
    catalogue: catalogue.catalogue,
    connections,
    models,
    drafts,
    quotes: money.quotes,
    limits,
    library: library.library,
  })
  const accepted = new AcceptedJobs({
    database,
    journal: storage.journal,
    clock,
    log,
    ledger,
  })
  const onChange = (id: string): void => feed.jobChanged(id)
  const store = new JobStore({
    database,
    onChange,
    onAccepted: (id, requestId) => accepted.recordAccepted(id, requestId),
    onUnreadableRow: (row, reason) => quarantineRow({ database, log, clock, report }, 'jobs', row, reason),
  })
  const live = new LiveJobs({
    onChange,
    log,
    fetchPreview: async (id, source) => {
      const job = store.find(id)
      return job && library.downloads.fetchPreview(source, await buildStatusUrl(connections, job))
    },
  })
  const views = new JobViews({ store, live, library: library.library, catalogue: catalogue.catalogue })
  const feed = new ChangeFeed({ clock, log }, (ids) => {
    const jobs = views.viewByIds(ids)
    for (const { state, problem, connection, model } of jobs)
      if (state === 'rejected' && problem?.code === formErrors.modelGone)
        models.reportGone(connection.id, model.slug)
    events.emitToWindows({ type: 'jobs.changed', jobs })
  })

  const localHolds = new LocalHolds()
  const serviceHolds = new ServiceHolds({
    store,
    clock,
    log,
    now: () => limits.clock.now(),
    onKeyRefused: (connectionId) => {
      const connection = connections.find(connectionId)?.name ?? ''
      report({
        code: serviceErrors.keyRefused,
        money: 'not_charged',
        connectionId,
        params: { connection },
      })
    },
    onKeyAccepted: (connectionId) =>
      app.notices.withdraw(
        (problem) => problem.code === serviceErrors.keyRefused && problem.connectionId === connectionId,
      ),
  })
  let isRecovered = false
  const queue = createQueue({
    ...dependencies,
    isRecovered: () => isRecovered,
    drafts,
    prompts,
    store,
    live,
    views,
    localHolds,
    serviceHolds,
  })
  const progress = createProgress({ ...dependencies, ...queue, live, localHolds })
  const jobService: JobService = {
    access: (connectionId) => connections.getAccess(connectionId),
    get: (connectionAccess, path) => service.client.get(connectionAccess, path),
    post: (connectionAccess, request) => service.client.post(connectionAccess, request),
    probe: async (job) => {
      if (!(await service.canReadModels(job.connection.id))) return false
      const request = drafts.priceRequestOf(job)
      return request === null || 'price' in (await money.requestPrice(job.connection.id, request))
    },
  }
  const files = new LibraryResultFiles({
    catalogue: catalogue.catalogue,
    kinds: catalogue.kinds,
    connections,
    library,
    clock,
    settings: app.settings,
    notices: app.notices,
    paths: storage.paths,
  })
  const engine = new JobEngine({
    store,
    live,
    limits,
    localHolds,
    serviceHolds,
    files,
    library: library.library,
    ledger,
    database,
    clock,
    random,
    log,
    admission: queue.admission,
    service: jobService,
  })
  const restoredFiles = new RestoredFiles({
    store,
    files,
    library: library.library,
    engine,
  })
  const jobs = new Jobs({
    store,
    views,
    engine,
    drafts,
    library,
    ledger,
    database,
    uuid,
    clock,
    requoter: queue.requoter,
    order: queue.order,
    clickPolicy: queue.clickPolicy,
    prompts,
  })
  const copies = new Copies({
    store,
    views,
    drafts,
    ledger,
    database,
    events,
    uuid,
    clock,
    order: queue.order,
    jobs,
    clickPolicy: queue.clickPolicy,
    prompts,
  })
  const meaning = new MeaningSearch({
    ...queue,
    database,
    connections,
    drafts,
    catalogue: catalogue.catalogue,
    textVectors: library.textVectors,
    library: library.library,
  })

  const modelChanges = new ModelChanges({
    database,
    catalogue: catalogue.catalogue,
    store,
    drafts,
    limits,
    clock,
    log,
    emit: events.emitToWindows,
  })

  events.on('modelsRefreshed', (connectionId) => void modelChanges.checkPrices(connectionId))
  events.on('accessChanged', (connectionId) => {
    engine.accessChanged(connectionId)
    queue.batches.accessChanged(connectionId)
  })
  events.on('retry', (connectionId) => engine.retryNow(connectionId))
  events.on('jobsToSend', (connectionId, operation) => engine.send(connectionId, operation))
  events.on('admissionChanged', () => engine.reconsider())
  events.on('budgetsChanged', () => engine.budgetsChanged())
  events.on('diskChanged', (isReady) => {
    if (isReady) engine.diskReady()
    events.emitToWindows({ type: 'queue.changed' })
  })
  events.on('refundsProven', (ids) => jobs.confirmRefunds(ids))
  const recover = (): void => {
    if (isRecovered) return
    accepted.recover()
    database.transaction(() => {
      queue.batches.holdUntilResumed()
      engine.markInterruptedUncertain()
    })
    money.startSession()
    isRecovered = true
  }
  let cancelHistoryTimer = (): void => {}
  let historyRead: Promise<unknown> = Promise.resolve()
  return {
    ...queue,
    ...progress,
    drafts,
    jobs,
    copies,
    prompts,
    presets,
    snippets,
    modelDetails,
    meaning,
    modelChanges,
    restoredFiles,
    views,
    live,
    recoverLastSession: () => {
      try {
        recover()
      } catch (error) {
        log.error('The jobs of the last session could not be recovered', { error: String(error) })
      }
    },
    start: () => {
      recover()
      engine.start()
      cancelHistoryTimer = clock.after(HISTORY_DELAY_MS, () => {
        historyRead = prompts
          .readOlderJobs()
          .catch((error: unknown) => log.warn('Older prompts were not read', { error: String(error) }))
      })
    },
    closeEngine: async () => {
      queue.requoter.close()
      await engine.close()
      cancelHistoryTimer()
      prompts.close()
      await historyRead
    },
    close: () => {
      modelChanges.close()
      feed.close()
      progress.watch.close()
    },
  }
}
