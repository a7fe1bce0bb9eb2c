import type { BufferedReader } from '../../downloads/formats/ByteSource.ts'

/** What is written into a copy of a file. */
export interface Metadata {
  /** The prompt, or what names the file otherwise, in one line. */
  title: string
  /** The parameters in the form of the AUTOMATIC1111 web UI, which many programs read. */
  parameters: string
  /** An XMP packet. */
  xmp: string
}

/** A part of the copy: new bytes, or a range of the original. */
export type Part = { bytes: Buffer } | { from: number; to: number }

/**
 * The parts of a copy with the metadata. Null if the original must be copied unchanged: it is not a complete file of its format, or has
 * metadata of its own, which would contradict ours or be invalidated by them, such as a C2PA signature.
 */
export type PlanCopy = (original: BufferedReader, metadata: Metadata) => Promise<Part[] | null>

/** Files with more parts before the image data are copied unchanged. */
export const MAX_PARTS = 1000
