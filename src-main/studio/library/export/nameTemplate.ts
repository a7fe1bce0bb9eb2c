import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { nameFields, type NameField } from '../../../../src-preload/contract/types/export.ts'
import { cutToBytes } from '../cutText.ts'
import { cleanNamePart, maxStemBytes, safeFileName, type FileName } from './safeFileName.ts'

const FIELD = /\{([^{}]*)\}/g
/** Removed from a title, which may be the name of an imported or uploaded file. A prompt may end like "v1.5". */
const MEDIA_EXTENSION =
  /\.(?:aac|aiff?|avi|avif|bmp|flac|gif|jfif|jpe?g|m4[av]|mkv|mov|mp[34]|mpe?g|og[agv]|opus|png|qt|wav|web[mp]|wm[av])$/i

const isField = (name: string): name is NameField => nameFields.some((field) => field === name)

/** The names in braces that are not fields, each once. */
export const unknownFields = (template: string): string[] => [
  ...new Set([...template.matchAll(FIELD)].map(([, name = '']) => name).filter((name) => !isField(name))),
]

/** Position of a file among all exported ones, from 1. */
interface Position {
  number: number
  total: number
}

/** The name of an exported file. A long prompt is shortened, so that the fields after it fit. */
export function formatName(template: string, detail: AssetDetail, position: Position): FileName {
  const extension = detail.asset.format
  const values = valuesOf(detail, position)
  const render = (prompt: string): string =>
    template.replaceAll(FIELD, (text, name: string) =>
      name === 'prompt' ? prompt : isField(name) ? values[name] : text,
    )
  const excess = Buffer.byteLength(cleanNamePart(render(values.prompt))) - maxStemBytes(extension)
  const uses = [...template.matchAll(FIELD)].filter(([, name]) => name === 'prompt').length
  const promptBytes = Buffer.byteLength(values.prompt) - Math.ceil(Math.max(0, excess) / Math.max(1, uses))
  return safeFileName(render(cutToBytes(values.prompt, Math.max(0, promptBytes)).trimEnd()), extension)
}

/** The values of all fields as parts of a name; empty without a value. */
function valuesOf(
  { asset, title, parameters, foundParameters }: AssetDetail,
  { number, total }: Position,
): Record<NameField, string> {
  const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')
  const at = new Date(asset.createdAt)
  const origin = parameters ?? foundParameters
  return {
    date: `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`,
    time: `${pad(at.getHours())}-${pad(at.getMinutes())}-${pad(at.getSeconds())}`,
    prompt: cleanNamePart(title.replace(MEDIA_EXTENSION, '')),
    model: cleanNamePart(origin?.model?.name ?? ''),
    task: cleanNamePart(origin?.operationName ?? ''),
    seed: String(origin?.seed ?? ''),
    size: asset.width === null || asset.height === null ? '' : `${asset.width}x${asset.height}`,
    number: pad(number, String(total).length),
    id: cleanNamePart(asset.id.slice(0, 8)),
  }
}
