import { readFile } from 'node:fs/promises'
import type { Viewer } from '../../../../src-preload/contract/types/asset.ts'
import type { ExportFormat } from '../../../../src-preload/contract/types/text.ts'
import { exportVectors } from './export/exportVectors.ts'
import { readEmbedding } from './read/readEmbedding.ts'
import { readResult } from './read/readResult.ts'
import { readText } from './read/readText.ts'
import { describeVectors } from './vectors.ts'

/** Tasks that run in a worker, because they parse untrusted files. */
export const textTasks = {
  readResult,
  readText: async ({ path, viewer }: { path: string; viewer: Viewer | null }) =>
    readText(await readFile(path, 'utf8'), viewer),
  describeVectors: async ({ path }: { path: string }) =>
    describeVectors(readEmbedding(await readFile(path, 'utf8')) ?? []),
  exportVectors: async ({ path, format }: { path: string; format: ExportFormat }) =>
    exportVectors(readEmbedding(await readFile(path, 'utf8')) ?? [], format),
}
