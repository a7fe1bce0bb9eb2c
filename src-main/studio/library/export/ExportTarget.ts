import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { FileName } from './safeFileName.ts'

/** A file to be exported. */
export interface ExportFile {
  name: FileName
  /** Milliseconds since the epoch. */
  modifiedAt: number
  /** The expected size, from which archives choose their format. */
  bytes: number
  /** Throws `SourceError` if it can't be read. */
  content: AsyncIterable<Uint8Array<ArrayBuffer>>
}

/** Where exported files go: a folder or an archive. */
export interface ExportTarget {
  /**
   * Adds a complete file, or nothing of it. Returns its name, which differs from that of every other file. @throws SourceError after which
   * other files can be added; other errors are final.
   */
  add: (file: ExportFile) => Promise<string>
  /** Call it after the last file. */
  finish: () => Promise<void>
  /** Removes everything that is not complete. Call it instead of `finish`. */
  discard: () => Promise<void>
}

/** A file of the library can't be read, so that it is left out. */
export class SourceError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}
