import { join } from 'node:path'
import type { DownloadItem } from 'electron'
import type { SaveOutcome } from '../../../../src-preload/contract/bridge.ts'
import { boundaryErrors, libraryErrors, type Envelope } from '../../../../src-preload/contract/errors.ts'
import { isOurPage } from '../security/appUrls.ts'
import { type MediaResponse, parseMediaRef, type MediaRef } from '../../shared/http/createMediaResponse.ts'

/** The members of `WebContents` that are used here. */
interface Downloader {
  downloadURL: (url: string) => void
  session: { on: (event: 'will-download', run: (event: unknown, item: DownloadItem) => void) => unknown }
}

const BLOB = 'blob:'
/** Maximum time until a download starts. It never does if the page was reloaded first. */
const MAX_START_MS = 30_000

/** A plain file name: no path, not hidden, without characters that a file system rejects. */
const FILE_NAME = /^[^.\p{Cc}\\/:*?"<>|][^\p{Cc}\\/:*?"<>|]{0,199}$/u

/**
 * Saves copies of media files with the system's dialog, because the page may not navigate to another scheme. Also reports how downloads that
 * the page starts itself, from `blob:` URLs, end. For a copy, the window passes the id of a file and proposes a name; only the user chooses
 * the folder.
 */
export class FileSaver {
  readonly #contents: Downloader
  readonly #folder: string
  readonly #getMedia: (ref: MediaRef) => Promise<MediaResponse>
  /** Handlers of downloads that have not started yet, by URL. */
  readonly #pending = new Map<string, (item: DownloadItem) => void>()
  #saveCount = 0

  /** @param folder the initial folder of the dialog. */
  constructor(contents: Downloader, folder: string, getMedia: (ref: MediaRef) => Promise<MediaResponse>) {
    this.#contents = contents
    this.#folder = folder
    this.#getMedia = getMedia
    contents.session.on('will-download', (_event, item) => {
      this.#pending.get(item.getURL())?.(item)
      this.#pending.delete(item.getURL())
    })
  }

  /** Resolves when the file is written or the user has closed the dialog. All three parameters are untrusted. */
  async save(kind: unknown, id: unknown, fileName: unknown): Promise<Envelope<SaveOutcome>> {
    const ref = kind === 'copy' || kind === 'export' ? parseMediaRef(kind, id) : null
    if (!ref || typeof fileName !== 'string' || !FILE_NAME.test(fileName))
      return errorEnvelope(boundaryErrors.invalidInput)
    // A download of a missing file would end without an error.
    if (!(await this.#exists(ref))) return errorEnvelope(libraryErrors.fileMissing)
    // The number makes each URL unique, because a file may be saved twice at the same time.
    const url = `media://${ref.kind}/${ref.id}?copy=${++this.#saveCount}`
    const outcome = this.#waitFor(url, (item) =>
      item.setSaveDialogOptions({ defaultPath: join(this.#folder, fileName) }),
    )
    this.#contents.downloadURL(url)
    return outcome
  }

  /** Resolves when the download of a file that the page created has ended. The page starts it later. `url` is untrusted. */
  async follow(url: unknown): Promise<Envelope<SaveOutcome>> {
    const isOwnFile = typeof url === 'string' && url.startsWith(BLOB) && isOurPage(url.slice(BLOB.length))
    return isOwnFile ? this.#waitFor(url) : errorEnvelope(boundaryErrors.invalidInput)
  }

  /** Resolves with the outcome of the next download of a URL. One that doesn't start in time has failed. */
  #waitFor(url: string, onStart?: (item: DownloadItem) => void): Promise<Envelope<SaveOutcome>> {
    return new Promise((resolve) => {
      const timeout = setTimeout(() => {
        this.#pending.delete(url)
        resolve(errorEnvelope(libraryErrors.copyFailed))
      }, MAX_START_MS)
      this.#pending.set(url, (item) => {
        clearTimeout(timeout)
        onStart?.(item)
        item.once('done', (_event, state) => {
          if (state === 'interrupted') resolve(errorEnvelope(libraryErrors.copyFailed))
          else resolve({ ok: true, data: state === 'completed' ? 'saved' : 'cancelled' })
        })
        // An interrupted download that could be resumed never ends by itself.
        item.on('updated', (_event, state) => {
          if (state !== 'interrupted') return
          resolve(errorEnvelope(libraryErrors.copyFailed))
          item.cancel()
        })
      })
    })
  }

  async #exists(ref: MediaRef): Promise<boolean> {
    const { status, body } = await this.#getMedia(ref)
    if (body instanceof ReadableStream) await body.cancel()
    return status === 200
  }
}

type SaveErrorCode = 'invalid_input' | 'file_missing' | 'copy_failed'
const errorEnvelope = (code: SaveErrorCode): Envelope<never> => ({
  ok: false,
  error: { code, money: 'none' },
})
