import { closeSync, fstatSync, fsyncSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { fsyncPath } from './durableFiles.ts'

const CHUNK_BYTES = 1 << 20
const NEWLINE = 10
/** Each line starts with a checksum of eight hexadecimal digits and a space. */
const PREFIX_LENGTH = 9
const SEGMENT_NAME = /^(\d{8})-(.+)\.log$/

interface Segment {
  path: string
  number: number
  /** The name of the backup that started the segment. */
  backup: string
}

/**
 * An append-only log of text lines, each on disk when `append` returns. It is split into segments, so that those older
 * than every backup can be deleted. A line that was partly written when the power failed is skipped when reading.
 */
export class SegmentedLog {
  readonly #folder: string
  #descriptor: number | null = null
  /** Whether the last line of the file may be incomplete after a failed write. */
  #isTorn = true

  constructor(folder: string) {
    this.#folder = folder
  }

  get isEmpty(): boolean {
    return this.#segments().length === 0
  }

  /** Appends a line (without line breaks). Throws if it can't be written. */
  append(line: string): void {
    const descriptor = (this.#descriptor ??= this.#open())
    const data = Buffer.from(`${this.#isTorn ? '\n' : ''}${checksum(line)} ${line}\n`)
    this.#isTorn = true
    let written = 0
    while (written < data.length) written += writeSync(descriptor, data, written)
    fsyncSync(descriptor)
    this.#isTorn = false
  }

  /** Starts a new segment. Call it before the backup with that name is made. */
  startSegment(backup: string): void {
    const last = this.#segments().at(-1)
    if (last === undefined) return
    this.close()
    const isUnused = sizeOf(last.path) === 0
    this.#create(last.number + (isUnused ? 0 : 1), backup)
    if (isUnused) rmSync(last.path)
  }

  /** Deletes the segments that none of these backups needs. The names of backups sort by age. */
  deleteSegmentsBefore(backups: readonly string[]): void {
    const segments = this.#segments()
    const firstNeeded = backups.map((name) => {
      const own = segments.findIndex(({ backup }) => backup === name)
      // A backup that started no segment was made during the last one that is older than it.
      return own >= 0 ? own : segments.findLastIndex(({ backup }) => backup < name)
    })
    const deletable = backups.length === 0 ? 0 : Math.max(0, Math.min(...firstNeeded))
    for (const { path } of segments.slice(0, deletable)) rmSync(path, { force: true })
  }

  /** The complete lines, oldest first; with `bytes`, only from the last `bytes` of the log. */
  *lines(bytes = Number.MAX_SAFE_INTEGER): Generator<string> {
    const ranges: { path: string; from: number }[] = []
    let remainingBytes = bytes
    for (const { path } of this.#segments().reverse()) {
      if (remainingBytes <= 0) break
      const size = sizeOf(path)
      ranges.unshift({ path, from: Math.max(0, size - remainingBytes) })
      remainingBytes -= size
    }
    for (const { path, from } of ranges) yield* readLines(path, from)
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
    this.#isTorn = true
  }

  #open(): number {
    const last = this.#segments().at(-1)
    if (last === undefined) return this.#create(1, 'none')
    this.#isTorn = sizeOf(last.path) > 0
    return openSync(last.path, 'a', 0o600)
  }

  #create(number: number, backup: string): number {
    const path = join(this.#folder, `${String(number).padStart(8, '0')}-${backup}.log`)
    this.#descriptor = openSync(path, 'a', 0o600)
    this.#isTorn = false
    if (process.platform !== 'win32') fsyncPath(this.#folder, 'r')
    return this.#descriptor
  }

  #segments(): Segment[] {
    const files = readdirSync(this.#folder).sort()
    return files.flatMap((file) => {
      const [, number, backup = ''] = SEGMENT_NAME.exec(file) ?? []
      return number === undefined ? [] : [{ path: join(this.#folder, file), number: Number(number), backup }]
    })
  }
}

const checksum = (line: string): string => crc32(line).toString(16).padStart(8, '0')

function sizeOf(path: string): number {
  const descriptor = openSync(path, 'r')
  try {
    return fstatSync(descriptor).size
  } finally {
    closeSync(descriptor)
  }
}

/** The lines of a file from an offset. A line without a valid checksum, such as one that is cut off, is skipped. */
function* readLines(path: string, from: number): Generator<string> {
  const descriptor = openSync(path, 'r')
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES)
    let pending: Buffer[] = []
    for (let position = from; ;) {
      const read = readSync(descriptor, chunk, 0, CHUNK_BYTES, position)
      if (read === 0) return
      position += read
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0 && end < read; end = chunk.indexOf(NEWLINE, start)) {
        const text = Buffer.concat([...pending, chunk.subarray(start, end)]).toString('utf8')
        pending = []
        start = end + 1
        const line = text.slice(PREFIX_LENGTH)
        if (text.startsWith(`${checksum(line)} `)) yield line
      }
      pending.push(Buffer.from(chunk.subarray(start, read)))
    }
  } finally {
    closeSync(descriptor)
  }
}
