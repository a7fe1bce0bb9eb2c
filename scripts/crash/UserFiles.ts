import { createHash } from 'node:crypto'
import { writePng } from '../../src-main/sandbox/media/images/png.ts'
import type { StudioChild } from './StudioChild.ts'

/** Minimum image side length that services accept. */
const SIDE = 64

/** Input files for simulated clicks: a unique file per click, so that tests can tell which one the service received. */
export class UserFiles {
  readonly #assets = new Map<string, string>()
  readonly #hashes = new Map<string, string>()

  /**
   * Imports the input file for the jobs with these prompts, unless it was already imported. Null if the
   * process exits before responding.
   */
  async importFor(child: StudioChild, prompts: readonly string[]): Promise<string | null> {
    const text = prompts.join('\n')
    const imported = this.#assets.get(text)
    if (imported !== undefined) return imported
    const bytes = await createImage(text)
    const hash = createHash('sha256').update(bytes).digest('hex')
    for (const prompt of prompts) this.#hashes.set(prompt, hash)
    const asset = await child.addInput(`${prompts[0] ?? ''}.png`, bytes)
    if (asset !== null) this.#assets.set(text, asset)
    return asset
  }

  /** SHA-256 of the input file submitted with a prompt; null if there was none. */
  findHash(prompt: string): string | null {
    return this.#hashes.get(prompt) ?? null
  }
}

/** A small image that is unique to the text. */
function createImage(text: string): Promise<Buffer> {
  const colours = createHash('sha256').update(text).digest()
  const pixels = new Uint8ClampedArray(SIDE * SIDE * 4)
  for (let at = 0; at < pixels.length; at++)
    pixels[at] = at % 4 === 3 ? 255 : (colours[((at >> 5) + at) % colours.length] ?? 0)
  return writePng({ width: SIDE, height: SIDE, pixels })
}
