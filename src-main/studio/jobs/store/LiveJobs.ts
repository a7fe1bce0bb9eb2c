import type { PreviewImage } from '../../library/downloads/Downloads.ts'
import type { StatusRecord } from '../../service/responses/readStatusRecord.ts'
import type { Log } from '../../world.ts'

interface LiveState {
  /** Percent. */
  progress: number | null
  /** Grows with each new preview image, so that the window reloads it. */
  version: number
  /** URL or data: URI of the latest preview. */
  source: string | null
  image: PreviewImage | null
  isLoading: boolean
}

interface Dependencies {
  /** Reads a preview image from a URL or data: URI; null if there is no image. */
  fetchPreview: (jobId: string, source: string) => Promise<PreviewImage | null>
  onChange: (id: string) => void
  log: Pick<Log, 'warn'>
}

/** Progress and preview images of running jobs, and the running downloads, in memory only. */
export class LiveJobs {
  readonly #dependencies: Dependencies
  readonly #live = new Map<string, LiveState>()
  /** The jobs whose results are being downloaded. */
  readonly #downloading = new Set<string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  progress(id: string): number | null {
    return this.#live.get(id)?.progress ?? null
  }

  /** The sum of the progress of all running jobs, each between 0 and 1. */
  sumProgress(): number {
    let sum = 0
    for (const { progress } of this.#live.values()) sum += (progress ?? 0) / 100
    return sum
  }

  previewVersion(id: string): number {
    return this.#live.get(id)?.version ?? 0
  }

  previewImage(id: string): PreviewImage | null {
    return this.#live.get(id)?.image ?? null
  }

  update(id: string, record: StatusRecord): void {
    const live = this.#live.get(id) ?? {
      progress: null,
      version: 0,
      source: null,
      image: null,
      isLoading: false,
    }
    this.#live.set(id, live)
    const changed = live.progress !== record.progress
    live.progress = record.progress
    if (record.preview && record.preview !== live.source) {
      live.source = record.preview
      void this.#loadPreview(id, live, record.preview)
    }
    if (changed) this.#dependencies.onChange(id)
  }

  /** Whether the result of a job is being downloaded. */
  isDownloading(id: string): boolean {
    return this.#downloading.has(id)
  }

  setDownloading(id: string, isDownloading: boolean): void {
    if (isDownloading) this.#downloading.add(id)
    else this.#downloading.delete(id)
    this.#dependencies.onChange(id)
  }

  forget(id: string): void {
    this.#live.delete(id)
  }

  /** Loads the previews of a job one at a time, and skips those that were replaced meanwhile, so that slow ones don't pile up. */
  async #loadPreview(id: string, live: LiveState, source: string): Promise<void> {
    if (live.isLoading) return
    live.isLoading = true
    let image: PreviewImage | null = null
    try {
      image = await this.#dependencies.fetchPreview(id, source)
    } catch (error) {
      this.#dependencies.log.warn('A preview could not be fetched', { job: id, error: String(error) })
      if (live.source === source) live.source = null
    }
    live.isLoading = false
    if (this.#live.get(id) !== live) return
    if (live.source !== null && live.source !== source) return this.#loadPreview(id, live, live.source)
    if (!image || live.source !== source) return
    live.image = image
    live.version++
    this.#dependencies.onChange(id)
  }
}
