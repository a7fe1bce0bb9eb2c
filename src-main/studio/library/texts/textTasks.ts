import { readFile } from 'node:fs/promises'
import type { Viewer, AssetKind } from '../../../../src-preload/contract/types/asset.ts'
import type { ExportFormat } from '../../../../src-preload/contract/types/text.ts'
import { decodeText } from '../downloads/formats/decodeText.ts'
import { readEmbedding, readText, searchableText } from './read/readText.ts'
import { describeVectors, meanVector, unitVector } from './vectors.ts'

/** The content of a saved result for search and comparison. */
export interface ResultContent {
  /** The kind of the file, except for embeddings, whose files are JSON. */
  kind: AssetKind
  /** The plain text of a text result, possibly empty. Null for other kinds. */
  text: string | null
  /** The number of vectors of an embedding and their mean. */
  vectors: { count: number; mean: Float32Array } | null
}

/** Reads a saved result for the viewer of its operation. Rejects only if the file can't be read from disk. */
export async function readResult({
  path,
  kind,
  viewer,
}: {
  path: string
  kind: AssetKind
  viewer: Viewer | null
}): Promise<ResultContent> {
  if (kind !== 'text') return { kind, text: null, vectors: null }
  const content = await readContent(path)
  const vectors = viewer === 'embedding' ? readEmbedding(content) : null
  if (vectors)
    return { kind: 'embedding', text: null, vectors: { count: vectors.length, mean: meanVector(vectors) } }
  return { kind, text: searchableText(readText(content, viewer).text), vectors: null }
}

/** The vectors of an embedding, one after another, each of length 1. */
export interface UnitVectors {
  dimension: number
  floats: Float32Array
}

function toUnitVectors(vectors: number[][]): UnitVectors {
  const dimension = vectors[0]?.length ?? 0
  const floats = new Float32Array(vectors.length * dimension)
  for (const [n, vector] of vectors.entries()) floats.set(unitVector(vector), n * dimension)
  return { dimension, floats }
}

/** Formats vectors for an export, with full precision; null if the format can't represent them. */
function exportVectors(vectors: number[][], format: ExportFormat): Buffer | null {
  switch (format) {
    case 'json':
      return Buffer.from(`${JSON.stringify({ dimension: vectors[0]?.length ?? 0, vectors })}\n`)
    case 'csv':
      return Buffer.from(vectors.map((vector) => `${vector.join(',')}\r\n`).join(''))
    case 'npy':
      return writeNpy(vectors)
    case 'txt':
    case 'srt':
    case 'vtt':
    case 'md':
      return null
  }
}

const HEADER_ALIGNMENT = 64

/** Formats vectors of the same dimension as a NumPy file, version 1.0, 64-bit floats in rows (numpy.lib.format). */
export function writeNpy(vectors: readonly (readonly number[])[]): Buffer {
  const shape = `(${vectors.length}, ${vectors[0]?.length ?? 0})`
  const description = `{'descr': '<f8', 'fortran_order': False, 'shape': ${shape}, }`
  const magic = Buffer.from('\x93NUMPY\x01\x00__', 'latin1')
  const header = `${description.padEnd(Math.ceil((magic.length + description.length + 1) / HEADER_ALIGNMENT) * HEADER_ALIGNMENT - magic.length - 1)}\n`
  magic.writeUInt16LE(header.length, 8)
  const numbers = vectors.flat()
  const data = Buffer.alloc(numbers.length * 8)
  for (const [index, value] of numbers.entries()) data.writeDoubleLE(value, index * 8)
  return Buffer.concat([magic, Buffer.from(header, 'latin1'), data])
}

/** The content of a text file; bytes that aren't text are decoded as far as possible. */
async function readContent(path: string): Promise<string> {
  const bytes = await readFile(path)
  return decodeText(bytes)?.text ?? bytes.toString('utf8')
}

/** Tasks that run in a worker, because they parse untrusted files. */
export const textTasks = {
  readResult,
  readText: async ({ path, viewer }: { path: string; viewer: Viewer | null }) =>
    readText(await readContent(path), viewer),
  readVectors: async ({ path }: { path: string }) =>
    toUnitVectors(readEmbedding(await readContent(path)) ?? []),
  describeVectors: async ({ path }: { path: string }) =>
    describeVectors(readEmbedding(await readContent(path)) ?? []),
  exportVectors: async ({ path, format }: { path: string; format: ExportFormat }) =>
    exportVectors(readEmbedding(await readContent(path)) ?? [], format),
}
