import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import type { Database } from '../../storage/database/Database.ts'
import { TaskAborted, type WorkerPool } from '../../storage/workers/WorkerPool.ts'
import type { Log } from '../../world.ts'
import { readFound } from '../assets/parametersRow.ts'
import type { metadataTasks } from './readParameters.ts'
import type { Library } from '../Library.ts'

interface Dependencies {
  database: Pick<Database, 'get'>
  workers: Pick<WorkerPool<typeof metadataTasks>, 'run'>
  library: Pick<Library, 'getFile'>
  log: Log
}

/**
 * Reads the generation parameters that a program wrote into a file, in a worker with limits of time and memory. If a file exceeds them, it
 * counts as having none.
 */
export class FileParameters {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Reads the parameters of an asset, or of a text such as a sidecar. @throws StudioError, see
   * `Library.getFile`.
   */
  async read(input: RouteInput<'files.parameters'>): Promise<RouteOutput<'files.parameters'>> {
    const { workers, library } = this.#dependencies
    if ('text' in input)
      return { found: await this.#nullIfAborted(workers.run('parseParametersText', { text: input.text })) }
    const stored = readFound(this.#dependencies.database, input.id)
    return { found: stored ?? (await this.readFile((await library.getFile(input.id)).path)) }
  }

  /** Reads the parameters of a file on disk. */
  readFile(path: string): Promise<FoundParameters | null> {
    return this.#nullIfAborted(this.#dependencies.workers.run('readParameters', { path }))
  }

  async #nullIfAborted(reading: Promise<FoundParameters | null>): Promise<FoundParameters | null> {
    try {
      return await reading
    } catch (error) {
      if (!(error instanceof TaskAborted)) throw error
      this.#dependencies.log.warn('The parameters of a file could not be read', { error: error.message })
      return null
    }
  }
}
