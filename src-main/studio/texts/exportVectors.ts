import type { ExportFormat } from '../../../src-preload/contract/types/text.ts'
import { writeNpy } from './writeNpy.ts'

/** Vectors in a format for other programs, every number whole; null where the format can't hold them. */
export function exportVectors(vectors: number[][], format: ExportFormat): Buffer | null {
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
