import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Uploaded files by their SHA-256. Results are generated from them later, possibly after a restart. */
export class InputStore {
  readonly #folder: string | null
  readonly #memory = new Map<string, Uint8Array>()

  constructor(stateFolder: string | null) {
    this.#folder = stateFolder === null ? null : join(stateFolder, 'inputs')
  }

  /** Stores a file and returns its hash. */
  store(bytes: Uint8Array): string {
    const name = createHash('sha256').update(bytes).digest('hex')
    if (this.#folder === null) this.#memory.set(name, bytes)
    else {
      mkdirSync(this.#folder, { recursive: true })
      writeFileSync(join(this.#folder, name), bytes)
    }
    return name
  }

  /** Rejects when the file does not exist. */
  async read(name: string): Promise<Uint8Array> {
    const inMemory = this.#memory.get(name)
    if (inMemory) return inMemory
    if (this.#folder === null || !/^[0-9a-f]{64}$/.test(name)) throw new Error(`No input ${name}`)
    return readFile(join(this.#folder, name))
  }
}
