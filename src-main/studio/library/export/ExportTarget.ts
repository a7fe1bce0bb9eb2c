import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { FileName } from './safeFileName.ts'

/** A file to be exported. */
export interface ExportFile {
  name: FileName
  /** Milliseconds since the epoch. */
  modifiedAt: number
  /** The expected size, by which a zip archive chooses 32-bit or 64-bit sizes. */
  bytes: number
  /** Throws `SourceError` if it can't be read. */
  content: AsyncIterable<Uint8Array<ArrayBuffer>>
}

/** Where exported files go: a folder or an archive. */
export interface ExportTarget {
  /**
   * Adds a complete file, or nothing of it. Returns its name, which is unique in the target. @throws SourceError if the file can't be
   * read; other files can still be added. After other errors none can.
   */
  add: (file: ExportFile) => Promise<string>
  /** Call it after the last file. */
  finish: () => Promise<void>
  /** Removes everything that is not complete. Call it instead of `finish`. */
  discard: () => Promise<void>
}

/** A file of the library can't be read, so the export leaves it out. */
export class SourceError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}
