import type { Upload } from '../http/Call.ts'
import type { SandboxModel } from '../models/SandboxModel.ts'
import type { StoredInput } from '../operations/Operation.ts'
import { isUpload, type Rule } from '../operations/rules.ts'
import { readMedia } from './readMedia.ts'
import { sniffPicture } from './sniffPicture.ts'

/** An uploaded file that was checked. */
type InputFile = Omit<StoredInput, 'id'> & { bytes: Uint8Array }

interface Verdict {
  files: InputFile[]
  errors: Record<string, string[]>
}

/** Checks the uploads of a request: kind by magic bytes, size, dimensions, length (facts.md §7.1). */
export async function readInputs(
  rules: Rule[],
  files: Record<string, Upload[]>,
  fields: Record<string, unknown>,
  model: SandboxModel | null,
): Promise<Verdict> {
  const verdict: Verdict = { files: [], errors: {} }
  for (const rule of rules) {
    if (!isUpload(rule)) continue
    const uploads = [...(files[rule.field] ?? []), ...(files[`${rule.field}s`] ?? [])]
    const name = rule.field.replaceAll('_', ' ')
    if (uploads.length === 0 && rule.field in fields) {
      verdict.errors[rule.field] = [`The ${name} field must be a file.`]
    } else if (uploads.length === 0 && rule.required === true) {
      verdict.errors[rule.field] = [`The ${name} field is required.`]
    }
    if (uploads.length > 0 && rule.needs && model?.features?.[rule.needs] === false) {
      verdict.errors[rule.field] = [`The ${name} field is not supported by this model.`]
    }
    const most = rule.field === 'image' ? model?.limits?.max_input_images : 1
    if (uploads.length > (typeof most === 'number' ? most : 1)) {
      verdict.errors[`${rule.field}s`] = [
        `The ${rule.field}s field must not have more than ${String(most ?? 1)} items.`,
      ]
    }
    for (const { bytes } of uploads) {
      const file = await readOne(bytes, rule, model)
      if (typeof file === 'string') verdict.errors[rule.field] = [`The ${name} field ${file}`]
      else verdict.files.push(file)
    }
  }
  return verdict
}

async function readOne(
  bytes: Uint8Array,
  rule: Rule,
  model: SandboxModel | null,
): Promise<InputFile | string> {
  const megabytes = rule.megabytes ?? 10
  if (bytes.length > megabytes * 2 ** 20)
    return `must not be greater than ${String(megabytes * 1024)} kilobytes.`
  return rule.kind === 'pictures' ? readPicture(bytes, rule) : readSound(bytes, rule, model)
}

function readPicture(bytes: Uint8Array, { field }: Rule): InputFile | string {
  const head = sniffPicture(bytes)
  if (!head) return 'must be a file of type: jpg, jpeg, png, gif, bmp, webp.'
  const { width, height } = head
  if ([width, height].some((side) => side < 64 || side > 5000)) return 'has invalid image dimensions.'
  return { field, kind: 'picture', width, height, seconds: 0, sound: false, silent: false, bytes }
}

async function readSound(
  bytes: Uint8Array,
  rule: Rule,
  model: SandboxModel | null,
): Promise<InputFile | string> {
  const taken = rule.formats ?? []
  const media = await readMedia(bytes)
  const wanted = rule.kind === 'media' || media?.kind === rule.kind
  if (!media || !wanted || !taken.includes(media.format))
    return `must be a file of type: ${taken.join(', ')}.`
  const { kind, width, height, seconds, sound, silent } = media
  const low = lengthLimit(model, rule.length?.min) ?? 0
  const high = lengthLimit(model, rule.length?.max) ?? Infinity
  if (seconds < low - 0.05) return `must be at least ${String(low)} seconds long.`
  if (seconds > high + 0.05) return `must not be longer than ${String(high)} seconds.`
  return { field: rule.field, kind, width, height, seconds, sound, silent, bytes }
}

function lengthLimit(model: SandboxModel | null, name: string | undefined): number | null {
  const limit = name === undefined ? undefined : model?.limits?.[name]
  return typeof limit === 'number' ? limit : null
}
