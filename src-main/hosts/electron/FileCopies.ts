import type { ProblemCode } from '../../../src-preload/contract/problemCodes.ts'
import { join } from 'node:path'
import type { DownloadItem } from 'electron'
import type { SaveOutcome } from '../../../src-preload/contract/bridge.ts'
import { borderErrors, libraryErrors } from '../../../src-preload/contract/errors.ts'
import type { Envelope } from '../../../src-preload/contract/errors.ts'
import type { MediaAnswer } from '../shared/answerMedia.ts'
import { parseMediaAddress } from '../shared/parseMediaAddress.ts'
import type { MediaAddress } from '../shared/parseMediaAddress.ts'

/** What of a window's contents makes downloads. */
interface Downloader {
  downloadURL: (url: string) => void
  session: { on: (event: 'will-download', run: (event: unknown, item: DownloadItem) => void) => unknown }
}

/** A file name of its own: no path, nothing hidden, no character that a file system refuses. */
const FILE_NAME = /^[^.\p{Cc}\\/:*?"<>|][^\p{Cc}\\/:*?"<>|]{0,199}$/u

/**
 * Copies of files, saved by the system's dialog. The page can't do it by a link: it may not go to another scheme. The
 * window names a file by its id and proposes a name; only the user chooses where it goes.
 */
export class FileCopies {
  readonly #contents: Downloader
  readonly #folder: string
  readonly #media: (address: MediaAddress) => Promise<MediaAnswer>
  readonly #begun = new Map<string, (item: DownloadItem) => void>()
  #count = 0

  /** @param folder where the dialog begins. */
  constructor(contents: Downloader, folder: string, media: (address: MediaAddress) => Promise<MediaAnswer>) {
    this.#contents = contents
    this.#folder = folder
    this.#media = media
    contents.session.on('will-download', (_event, item) => {
      this.#begun.get(item.getURL())?.(item)
      this.#begun.delete(item.getURL())
    })
  }

  /** Answers once the file is written or the user has closed the dialog. All three come from outside and may be anything. */
  async save(place: unknown, id: unknown, fileName: unknown): Promise<Envelope<SaveOutcome>> {
    const address = place === 'asset' || place === 'export' ? parseMediaAddress(place, id) : null
    if (!address || typeof fileName !== 'string' || !FILE_NAME.test(fileName))
      return refused(borderErrors.invalidInput)
    // A download of a file that is gone would end without a word.
    if (!(await this.#isThere(address))) return refused(libraryErrors.fileMissing)
    const url = `media://${address.place}/${address.id}?copy=${++this.#count}`
    return new Promise((resolve) => {
      this.#begun.set(url, (item) => {
        item.setSaveDialogOptions({ defaultPath: join(this.#folder, fileName) })
        item.once('done', (_event, state) => {
          if (state === 'interrupted') resolve(refused(libraryErrors.copyFailed))
          else resolve({ ok: true, data: state === 'completed' ? 'saved' : 'cancelled' })
        })
        // What could be resumed has no end of its own.
        item.on('updated', (_event, state) => {
          if (state !== 'interrupted') return
          resolve(refused(libraryErrors.copyFailed))
          item.cancel()
        })
      })
      this.#contents.downloadURL(url)
    })
  }

  async #isThere(address: MediaAddress): Promise<boolean> {
    const { status, body } = await this.#media(address)
    if (body instanceof ReadableStream) await body.cancel()
    return status === 200
  }
}

const refused = (code: ProblemCode): Envelope<never> => ({ ok: false, error: { code, money: 'none' } })
