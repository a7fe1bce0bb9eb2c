import type { Problem } from '../../src-preload/contract/types/problem.ts'
import type { Library } from './library/Library.ts'
import type { Database } from './storage/Database.ts'
import { Embeddings } from './library/texts/Embeddings.ts'
import { ResultReader } from './library/texts/ResultReader.ts'
import { Texts } from './library/texts/Texts.ts'
import type { StudioTasks } from './threads/tasks.ts'
import { WorkerPool } from './storage/WorkerPool.ts'
import type { World } from './world.ts'

const WORKERS = 2
/** Many times what the largest result takes that can be saved as text. */
const READING_MS = 20_000

interface Parts {
  world: Pick<World, 'worker' | 'log'>
  database: Database
  library: Library
  report: (problem: Problem) => void
  /** Reads all vectors of a model in the query thread. */
  space: ConstructorParameters<typeof Embeddings>[0]['space']
}

/** The workers and what they read: texts and embeddings, put together; a part of `createStudio`. */
export function assembleTexts({ world, database, library, report, space }: Parts) {
  const workers = new WorkerPool<StudioTasks>({
    entry: world.worker ?? new URL('./threads/worker.ts', import.meta.url),
    size: WORKERS,
    deadlineMs: READING_MS,
  })
  const reader = new ResultReader({ workers, report, log: world.log })
  const about = (id: string) => library.asset(id)
  const file = (id: string) => library.file(id)
  const texts = new Texts({
    database,
    about,
    file,
    read: (path, viewer) => reader.text(path, viewer),
    exportVectors: (path, format) => reader.exportVectors(path, format),
    onChange: (id) => library.textChanged(id),
  })
  const embeddings = new Embeddings({
    database,
    about,
    file,
    tilesOf: (ids) => library.tilesOf(ids),
    read: (path) => reader.describeVectors(path),
    space,
  })
  return { workers, reader, texts, embeddings }
}
