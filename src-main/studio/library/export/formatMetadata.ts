import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { BOM, csvDollars, csvLine } from '../../csv.ts'
import { toOneLine } from '../cutText.ts'
import { describeResult } from '../assets/Sidecars.ts'

/** An exported file and where it came from. */
export interface ExportedFile {
  name: string
  format: string
  /** The size and hash of the exported file; null if they were not measured. */
  measured: { bytes: number; sha256: string } | null
  detail: AssetDetail
}

const COLUMNS =
  'file prompt task model connection seed width height duration_ms took_ms format bytes sha256 original_sha256 price_usd created rating starred tags collections note request_id parameters'

/** A table with a row for each file, as CSV. */
export async function* formatCsv(files: AsyncIterable<ExportedFile>): AsyncGenerator<string> {
  yield `${BOM}${csvLine(COLUMNS.split(' '))}`
  for await (const { name, format, measured, detail } of files) {
    const { asset, parameters } = detail
    const origin = parameters ?? detail.foundParameters
    yield csvLine(
      [
        name,
        promptOf(detail),
        origin?.operationName,
        origin?.model?.name,
        parameters?.connectionName,
        origin?.seed,
        asset.width,
        asset.height,
        asset.durationMs,
        parameters?.tookMs,
        format,
        measured?.bytes,
        measured?.sha256,
        asset.sha256 === measured?.sha256 ? '' : asset.sha256,
        typeof parameters?.price === 'number' ? csvDollars(parameters.price) : '',
        new Date(asset.createdAt).toISOString(),
        asset.rating === 0 ? '' : asset.rating,
        asset.starredAt === null ? '' : 'yes',
        detail.tags.join('; '),
        detail.collections.map((collection) => collection.name).join('; '),
        detail.note,
        parameters?.requestId,
        origin ? JSON.stringify(origin.values) : '',
      ].map((cell) => String(cell ?? '')),
    )
  }
}

/**
 * The texts that a result was made from, in full; empty if it was made from files only. Its title is the first text, shortened to one line,
 * or the name of a file or task. An imported file without a prompt has nothing but its title.
 */
function promptOf({ title, parameters, foundParameters }: AssetDetail): string {
  if (!parameters) {
    const { prompt, text, input } = foundParameters?.values ?? {}
    return textsOf(prompt ?? text ?? input).join('\n\n') || title
  }
  const isTitle = (text: string): boolean => {
    const line = toOneLine(text)
    return line === title || (title.endsWith('…') && line.startsWith(title.slice(0, -1)))
  }
  const texts = Object.values(parameters.values)
    .map(textsOf)
    .find(([first]) => first !== undefined && isTitle(first))
  return texts?.join('\n\n') ?? ''
}

const textsOf = (value: Values[string] | undefined): string[] =>
  [value].flat().filter((text) => typeof text === 'string')

/** An array with the sidecar of each file, its name in the export, and what the user added to it. */
export async function* formatJson(
  files: AsyncIterable<ExportedFile>,
  readEditedText: (id: string) => string | null,
): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const { name, detail } of files) {
    const { rating, starredAt } = detail.asset
    const collections = detail.collections.map((collection) => collection.name)
    const added = { rating, starred: starredAt !== null, tags: detail.tags, note: detail.note, collections }
    const content = describeResult(detail, readEditedText(detail.asset.id))
    yield `${separator}${JSON.stringify({ exportedAs: name, ...content, ...added })}`
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
