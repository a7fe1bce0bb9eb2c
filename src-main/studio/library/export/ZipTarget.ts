import { open, rename, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ExportFile, ExportTarget } from './ExportTarget.ts'
import type { PartFiles, ReservedPartFile } from './PartFiles.ts'
import { UniqueNames } from './UniqueNames.ts'
import { ZipWriter, type WriteBytes } from './ZipWriter.ts'

/** Writes files into a zip archive, without compression because media files are compressed already. */
abstract class ZipTarget implements ExportTarget {
  readonly #zip: ZipWriter
  readonly #names = new UniqueNames()

  constructor(write: WriteBytes) {
    this.#zip = new ZipWriter(write)
  }

  async add({ name, ...file }: ExportFile): Promise<string> {
    const unique = this.#names.add(name)
    await this.#zip.add({ ...file, name: unique })
    return unique
  }

  async finish(): Promise<void> {
    await this.#zip.finish()
  }

  abstract discard(): Promise<void>
}

/** An archive at a path that the user chose, under a temporary name until it is complete. */
export class ZipFileTarget extends ZipTarget {
  readonly #handle: FileHandle
  readonly #part: ReservedPartFile
  readonly #path: string

  private constructor(handle: FileHandle, part: ReservedPartFile, path: string) {
    super((bytes) => handle.writeFile(bytes))
    this.#handle = handle
    this.#part = part
    this.#path = path
  }

  /** The complete archive replaces an existing file at the path. */
  static async open(path: string, parts: PartFiles): Promise<ZipFileTarget> {
    const part = await parts.reserve(dirname(path))
    try {
      return new ZipFileTarget(await open(part.path, 'wx'), part, path)
    } catch (error) {
      await part.release()
      throw error
    }
  }

  override async finish(): Promise<void> {
    await super.finish()
    await this.#handle.sync()
    await this.#handle.close()
    await rename(this.#part.path, this.#path)
    await this.#part.release()
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {})
    await this.#part.release()
  }
}

/** The archive gets ahead of its reader by about this many bytes at most. */
const PIPE_BYTES = 1 << 20

/** An archive as a stream, which is written as fast as it is read. */
export class ZipStreamTarget extends ZipTarget {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>
  readonly #pipe: Pipe

  /**
   * When the signal aborts, both ends of the stream fail at once, even while one waits for the other. `onReaderCancelled` is called if
   * the reader cancels before the end.
   */
  constructor(signal: AbortSignal, onReaderCancelled: () => void) {
    const pipe = createPipe(onReaderCancelled)
    super(pipe.write)
    this.#pipe = pipe
    this.readable = pipe.readable
    signal.addEventListener('abort', () => pipe.fail())
  }

  override async finish(): Promise<void> {
    await super.finish()
    this.#pipe.close()
  }

  discard(): Promise<void> {
    this.#pipe.fail()
    return Promise.resolve()
  }
}

interface Pipe {
  readable: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Resolves when the reader wants more; rejects if the pipe failed or the reader cancelled. */
  write: WriteBytes
  close: () => void
  fail: () => void
}

function createPipe(onReaderCancelled: () => void): Pipe {
  let resume = (): void => {}
  let failure: Error | null = null
  const setFailed = (): void => {
    failure ??= new Error('The export ended early')
    resume()
  }
  const cancel = (): void => {
    setFailed()
    onReaderCancelled()
  }
  const { promise: started, resolve } =
    Promise.withResolvers<ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>>()
  const readable = new ReadableStream<Uint8Array<ArrayBuffer>>(
    { start: resolve, pull: () => resume(), cancel },
    new ByteLengthQueuingStrategy({ highWaterMark: PIPE_BYTES }),
  )
  return {
    readable,
    write: async (bytes) => {
      const controller = await started
      if (failure) throw failure
      // A chunk of a file is valid until the next one is read.
      controller.enqueue(new Uint8Array(bytes))
      if ((controller.desiredSize ?? 0) > 0) return
      await new Promise<void>((done) => (resume = done))
      if (failure) throw failure
    },
    close: () => void started.then((controller) => controller.close()),
    fail: () => {
      if (failure) return
      setFailed()
      void started.then((controller) => controller.error(failure))
    },
  }
}
