import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageFormat } from '../../../../src-preload/contract/types/export.ts'
import { HEAD_BYTES } from '../downloads/formats/identifyFile.ts'
import { openFileSource } from '../downloads/formats/openFileSource.ts'
import { readImage } from '../downloads/formats/image/readImage.ts'
import { sniffFormat } from '../downloads/formats/sniffFormat.ts'
import type { Log } from '../../world.ts'

/** Old copies are deleted: one that is needed later is created then. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000

interface Dependencies {
  /** Absolute path of a folder for the copies. */
  folder: string
  /** Makes a copy with upright pixels; null if the image needs none or can't have one. */
  makeUpright: (request: { path: string; format: ImageFormat }) => Promise<Uint8Array | null>
  log: Pick<Log, 'warn'>
}

/**
 * Copies of photos whose pixels are rotated or mirrored and whose metadata says how to show them. Whether the service reads that metadata is
 * unknown, so it gets upright pixels.
 */
export class UprightCopies {
  readonly #dependencies: Dependencies
  /** Copies being made, by their path. */
  readonly #inProgress = new Map<string, Promise<string>>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** The path of a file with upright pixels: a copy, or the file itself if it is upright, no photo or can't be read. Never rejects. */
  async find(path: string): Promise<string> {
    try {
      const rotated = await readRotated(path)
      if (!rotated) return path
      const copy = join(this.#dependencies.folder, `${rotated.key}.${rotated.format}`)
      if (await stat(copy).catch(() => null)) return copy
      const running = this.#inProgress.get(copy) ?? this.#make(path, rotated.format, copy)
      this.#inProgress.set(copy, running)
      return await running.finally(() => this.#inProgress.delete(copy))
    } catch (error) {
      this.#dependencies.log.warn('A photo could not be made upright', { error: String(error) })
      return path
    }
  }

  async #make(path: string, format: ImageFormat, copy: string): Promise<string> {
    const { folder, makeUpright } = this.#dependencies
    const bytes = await makeUpright({ path, format })
    if (!bytes) return path
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeOld(folder)
    const part = `${copy}.${randomUUID()}.part`
    try {
      await writeFile(part, bytes, { mode: 0o600, flag: 'wx' })
      await rename(part, copy)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    return copy
  }
}

/** The format of an image that is stored rotated or mirrored, and a key of its content; null for other files. */
async function readRotated(path: string): Promise<{ format: ImageFormat; key: string } | null> {
  const file = await openFileSource(path)
  try {
    const format = sniffFormat(await file.source.read(0, HEAD_BYTES))
    if (format !== 'jpg' && format !== 'png' && format !== 'webp') return null
    const facts = await readImage(file.source, format)
    if (!facts || facts.orientation === 1) return null
    const key = createHash('sha256').update(`${path} ${file.source.size} ${file.mtimeMs}`).digest('hex')
    return { format, key }
  } finally {
    await file.close()
  }
}

/** Deletes copies that were made long ago, and incomplete ones that a crash left. */
async function removeOld(folder: string): Promise<void> {
  const now = Date.now()
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found && now - found.mtimeMs > MAX_AGE_MS) await rm(file, { force: true })
  }
}
