import { readFileSync, rmSync } from 'node:fs'
import { writeFileDurablySync } from '../../../studio/storage/files/durableFiles.ts'
import type { MicrophoneState } from '../../../../src-preload/contract/types/studio.ts'

interface Dependencies {
  /** Keeps the user's answer. In the library's folder, so that each library asks. */
  file: string
  /** Asks the user, outside the page, which can't answer for them. */
  ask: () => Promise<boolean>
  /** Called with an error of the disk; the answer then holds for this session. */
  onError: (error: unknown) => void
}

/** Whether Easel's page may use the microphone: the user is asked once, and can be asked again after `forget`. */
export class MicrophonePermission {
  readonly #dependencies: Dependencies
  #state: MicrophoneState
  #asking: Promise<boolean> | null = null

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#state = readState(dependencies.file)
  }

  get state(): MicrophoneState {
    return this.#state
  }

  /** Whether the page may use it now; asks the user if they have not answered yet. Requests meanwhile share the question. */
  async request(): Promise<boolean> {
    if (this.#state !== 'ask') return this.#state === 'allowed'
    this.#asking ??= this.#ask().finally(() => (this.#asking = null))
    return this.#asking
  }

  /** Withdraws the answer, so that the next request asks again. */
  forget(): void {
    this.#state = 'ask'
    this.#write(() => rmSync(this.#dependencies.file, { force: true }))
  }

  async #ask(): Promise<boolean> {
    const { ask, file } = this.#dependencies
    const isAllowed = await ask().catch(() => false)
    this.#state = isAllowed ? 'allowed' : 'denied'
    this.#write(() => writeFileDurablySync(file, JSON.stringify({ microphone: this.#state })))
    return isAllowed
  }

  #write(write: () => void): void {
    try {
      write()
    } catch (error) {
      this.#dependencies.onError(error)
    }
  }
}

/** `ask` for a file that is missing or says anything else than an answer. */
function readState(file: string): MicrophoneState {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const value: unknown =
      typeof stored === 'object' && stored !== null ? Reflect.get(stored, 'microphone') : null
    return value === 'allowed' || value === 'denied' ? value : 'ask'
  } catch {
    return 'ask'
  }
}
