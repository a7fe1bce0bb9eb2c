import { readFile } from 'node:fs/promises'
import type { ExportFormat } from '../../../src-preload/contract/types/text.ts'
import type { Viewer } from '../../../src-preload/contract/types/asset.ts'
import { readTable } from '../batches/readTable.ts'
import { namesIn } from '../storage/namesIn.ts'
import { describeVectors } from '../texts/vectors.ts'
import { exportVectors } from '../texts/export/exportVectors.ts'
import { readEmbedding } from '../texts/read/readEmbedding.ts'
import { readResult } from '../texts/read/readResult.ts'
import { readText } from '../texts/read/readText.ts'

/** Tasks that run in a worker: parsing untrusted files and tables, and listing folders of any size. */
export const tasks = {
  namesIn,
  readResult,
  readText: async ({ path, viewer }: { path: string; viewer: Viewer | null }) =>
    readText(await readFile(path, 'utf8'), viewer),
  describeVectors: async ({ path }: { path: string }) =>
    describeVectors(readEmbedding(await readFile(path, 'utf8')) ?? []),
  exportVectors: async ({ path, format }: { path: string; format: ExportFormat }) =>
    exportVectors(readEmbedding(await readFile(path, 'utf8')) ?? [], format),
  readTable: ({ text, format }: { text: string; format: 'csv' | 'lines' }) => readTable(text, format),
}

export type StudioTasks = typeof tasks
