import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { BOM, csvDollars, csvLine } from '../../csv.ts'
import { describeResult } from '../assets/Sidecars.ts'

/** An exported file and where it came from. */
export interface ExportedFile {
  name: string
  detail: AssetDetail
}

const COLUMNS =
  'file prompt task model connection seed width height duration_ms format bytes sha256 price_usd created rating starred tags collections note request_id parameters'

/** A table with a row for each file, as CSV. */
export async function* formatCsv(files: AsyncIterable<ExportedFile>): AsyncGenerator<string> {
  yield `${BOM}${csvLine(COLUMNS.split(' '))}`
  for await (const { name, detail } of files) {
    const { asset, parameters } = detail
    const made = parameters ?? detail.found
    yield csvLine(
      [
        name,
        detail.title,
        made?.operationName,
        made?.model?.name,
        parameters?.connectionName,
        made?.seed,
        asset.width,
        asset.height,
        asset.durationMs,
        asset.format,
        asset.bytes,
        asset.sha256,
        typeof parameters?.price === 'number' ? csvDollars(parameters.price) || '0' : '',
        new Date(asset.createdAt).toISOString(),
        asset.rating === 0 ? '' : asset.rating,
        asset.starredAt === null ? '' : 'yes',
        detail.tags.join('; '),
        detail.collections.map((collection) => collection.name).join('; '),
        detail.note,
        parameters?.requestId,
        made ? JSON.stringify(made.values) : '',
      ].map((cell) => String(cell ?? '')),
    )
  }
}

/** An array with the sidecar of each file, its name in the export, and what the user added to it. */
export async function* formatJson(files: AsyncIterable<ExportedFile>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const { name, detail } of files) {
    const { rating, starredAt } = detail.asset
    const collections = detail.collections.map((collection) => collection.name)
    const added = { rating, starred: starredAt !== null, tags: detail.tags, note: detail.note, collections }
    yield `${separator}${JSON.stringify({ exportedAs: name, ...describeResult(detail), ...added })}`
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
