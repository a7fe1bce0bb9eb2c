import type { BufferedReader } from '../../downloads/formats/ByteSource.ts'

/** What is written into a copy of a file. */
export interface Metadata {
  /** The prompt or another title, in one line. */
  title: string
  /** The parameters in the format of the AUTOMATIC1111 web UI, which many programs read. */
  parameters: string
  /** An XMP packet. */
  xmp: string
}

/** A part of the copy: new bytes, or a range of the original. */
export type Part = { bytes: Buffer } | { from: number; to: number }

/**
 * The parts of a copy with the metadata. Null if the original must be copied unchanged: it isn't a complete file of its format, or it has
 * metadata that the new metadata would contradict, or a signature that a change would invalidate, such as a C2PA manifest.
 */
export type PlanCopy = (original: BufferedReader, metadata: Metadata) => Promise<Part[] | null>

/** Files with more chunks, segments, blocks or boxes than this are copied unchanged. */
export const MAX_CHUNKS = 1000
