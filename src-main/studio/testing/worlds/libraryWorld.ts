import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import type { Viewer } from '../../../../src-preload/contract/types/asset.ts'
import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { StoredFile } from '../../library/downloads/DownloadOutcome.ts'
import { Library } from '../../library/Library.ts'
import { listQueries } from '../../library/search/listQueries.ts'
import type { PageRequest } from '../../library/search/pageRows.ts'
import { queryInline } from '../queryInline.ts'
import { prepareLibraryPaths } from '../../storage/files/folders.ts'
import { fakeClock } from '../fakeClock.ts'
import { memoryLog } from '../memoryLog.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { migratedDatabase } from '../migratedDatabase.ts'

/** A filter, and the properties in which a request differs from one for the newest results. */
export type ListRequest = Partial<LibraryFilter & Omit<PageRequest, 'filter'>>

/** A real library in its own folder or that of an earlier one, with functions to fill it. Every operation has the same viewer. */
export function libraryWorld(dataFolder = temporaryFolder(), viewer: Viewer = 'transcript') {
  const places = prepareLibraryPaths(dataFolder)
  const database = migratedDatabase(places.database)
  const clock = fakeClock()
  const log = memoryLog()
  const events: StudioEvent[] = []
  const problems: Problem[] = []
  let count = 0
  const library = new Library({
    database,
    folders: places,
    clock,
    log,
    uuid: () => `${(++count).toString(16).padStart(8, '0')}-asset`,
    emit: (event) => void events.push(event),
    report: (problem) => void problems.push(problem),
    labels: {
      operationName: (id) => `Name of ${id}`,
      operationLabel: (id) => `Name of ${id}`,
      fieldLabel: (operation, field) => `${field} of ${operation}`,
      spokenText: (_, { text }) => (typeof text === 'string' ? text : null),
      parameterLines: ({ model, values }) =>
        Object.entries(values).map(([name, value]) => {
          return { name, label: `${name} of ${model}`, text: JSON.stringify(value), as: 'singleLine' }
        }),
    },
    disk: { isDisconnected: () => false, requireConnected: () => {} },
    operationViewer: () => viewer,
    query: queryInline(database, listQueries),
    pauseRepair: () => Promise.resolve(),
    usesOf: (kind, format) => [
      {
        operation: `${kind} of ${format}`,
        operationName: 'Use',
        field: 'image',
        fieldLabel: 'Image',
        group: 'image',
        available: true,
      },
    ],
  })
  onTestFinished(() => {
    library.close()
    database.close()
  })

  /** Adds a job whose result is saved. */
  const addJob = (id: string, title = `prompt of ${id}`) =>
    database.run(
      `INSERT INTO jobs (id, idempotency_key, connection_id, connection_name, operation, model_slug, model_name, title, form_values,
         request, state, price, quoted_at, seed, request_id, created_at, sent_at, accepted_at, done_at,
         finished_at)
       VALUES (?, ?, 'c', 'Home', 'draw', 'slug', 'Painter', ?, ?, '{}', 'saved', 4213000, 1000, 42, 'r-1', 2000, 3000,
         4000, 9500, 9900)`,
      id,
      `click-${id}`,
      title,
      JSON.stringify({ prompt: title, steps: 8 }),
    )

  /** Writes a result file as a download would. */
  const store = (name: string, bytes = 100): StoredFile => {
    const path = `2026/01/${name}.png`
    const full = join(places.library, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, Buffer.alloc(bytes, 7))
    const facts = { kind: 'image', mime: 'image/png', format: 'png', width: 64, height: 48 } as const
    return { path, bytes, sha256: 'f'.repeat(64), durationMs: null, ...facts }
  }

  /** Adds a file to a job. */
  const add = (jobId: string, name = jobId, role: 'result' | 'alternative' = 'result', bytes = 100) =>
    library.add({ jobId, role, file: store(name, bytes), createdAt: clock.now() })

  /** A job with one saved result. */
  const addJobWithResult = (id: string, title?: string) => {
    addJob(id, title)
    return add(id)
  }
  /** A page of the library, newest first, unless requested otherwise. */
  const page = ({ trash = false, search = '', conditions = [], ...request }: ListRequest = {}) =>
    library.gallery.page({
      before: null,
      limit: 100,
      filter: { trash, search, conditions },
      sort: { by: 'date', descending: true },
      ...request,
    })
  /** A page that starts at a rank or a time. */
  const pageAt = async (place: RouteInput<'library.cursor'>['place'], request: ListRequest = {}) => {
    const { trash = false, search = '', conditions = [], sort = { by: 'date', descending: true } } = request
    const filter = { trash, search, conditions }
    return page({ ...request, ...(await library.gallery.cursor({ filter, sort, place })) })
  }
  return {
    places,
    database,
    clock,
    log,
    events,
    problems,
    library,
    addJob,
    add,
    store,
    addJobWithResult,
    page,
    pageAt,
  }
}
