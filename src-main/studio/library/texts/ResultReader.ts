import { libraryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Viewer } from '../../../../src-preload/contract/types/asset.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { ExportFormat, Transcript } from '../../../../src-preload/contract/types/text.ts'
import type { textTasks, ResultContent, UnitVectors } from './textTasks.ts'
import { TaskAborted, type WorkerPool } from '../../storage/workers/WorkerPool.ts'
import type { Log } from '../../world.ts'

interface Dependencies {
  workers: Pick<WorkerPool<typeof textTasks>, 'run'>
  report: (problem: Problem) => void
  log: Log
}

/** Reads saved results in a worker with a timeout, because their content is untrusted. */
export class ResultReader {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** The content of a result that was just saved. If it can't be read in time, the file is kept and a notice is shown. */
  async readResult(input: Parameters<(typeof textTasks)['readResult']>[0]): Promise<ResultContent> {
    const { workers, report, log } = this.#dependencies
    try {
      return await workers.run('readResult', input)
    } catch (error) {
      if (!(error instanceof TaskAborted)) throw error
      log.warn('A result could not be read and is kept unchanged', {
        file: input.path,
        error: error.message,
      })
      report(unreadProblem)
      return { kind: input.kind, text: '', vectors: null }
    }
  }

  readText(path: string, viewer: Viewer | null): Promise<Transcript> {
    return convertTaskErrors(this.#dependencies.workers.run('readText', { path, viewer }))
  }

  readVectors(path: string): Promise<UnitVectors> {
    return convertTaskErrors(this.#dependencies.workers.run('readVectors', { path }))
  }

  describeVectors(path: string) {
    return convertTaskErrors(this.#dependencies.workers.run('describeVectors', { path }))
  }

  exportVectors(path: string, format: ExportFormat): Promise<Uint8Array | null> {
    return convertTaskErrors(this.#dependencies.workers.run('exportVectors', { path, format }))
  }
}

const unreadProblem: Problem = { code: libraryErrors.resultUnread, money: 'none' }

const convertTaskErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof TaskAborted ? new StudioError(unreadProblem) : error
  })
