import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Uploaded files by their SHA-256: results are made from them later, also after a restart. */
export class InputStore {
  readonly #folder: string | null
  readonly #memory = new Map<string, Uint8Array>()

  constructor(stateFolder: string | null) {
    this.#folder = stateFolder === null ? null : join(stateFolder, 'inputs')
  }

  put(bytes: Uint8Array): string {
    const name = createHash('sha256').update(bytes).digest('hex')
    if (this.#folder === null) this.#memory.set(name, bytes)
    else {
      mkdirSync(this.#folder, { recursive: true })
      writeFileSync(join(this.#folder, name), bytes)
    }
    return name
  }

  /** Rejects when it is not there. */
  async get(name: string): Promise<Uint8Array> {
    const held = this.#memory.get(name)
    if (held) return held
    if (this.#folder === null || !/^[0-9a-f]{64}$/.test(name)) throw new Error(`No input ${name}`)
    return readFile(join(this.#folder, name))
  }
}
