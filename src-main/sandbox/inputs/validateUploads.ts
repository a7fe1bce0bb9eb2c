import type { FieldErrors } from '../http/Reply.ts'
import type { UploadedFile } from '../http/ParsedRequest.ts'
import type { SandboxModel } from '../models/SandboxModel.ts'
import { type StoredInput, fieldLabel, isUpload, type Rule } from '../operations/Operation.ts'
import { readMedia } from './readMedia.ts'
import { sniffImage } from './sniffImage.ts'

/** A valid upload. */
type ValidUpload = Omit<StoredInput, 'id'> & { bytes: Uint8Array }

interface ValidatedUploads {
  files: ValidUpload[]
  errors: FieldErrors
}

/** Validates the uploads of a request: type by magic bytes, size, dimensions, duration (service.md §Uploads). */
export async function validateUploads(
  rules: Rule[],
  files: Record<string, UploadedFile[]>,
  fields: Record<string, unknown>,
  model: SandboxModel | null,
): Promise<ValidatedUploads> {
  const result: ValidatedUploads = { files: [], errors: {} }
  for (const rule of rules) {
    if (!isUpload(rule)) continue
    // Several files of a field are sent as `images[]`; a single one may also be sent as `image`.
    const uploads = [...(files[rule.field] ?? []), ...(files[`${rule.field}s`] ?? [])]
    const name = fieldLabel(rule.field)
    if (uploads.length === 0 && rule.field in fields) {
      result.errors[rule.field] = [`The ${name} field must be a file.`]
    } else if (uploads.length === 0 && rule.required === true) {
      result.errors[rule.field] = [`The ${name} field is required.`]
    }
    if (uploads.length > 0 && rule.requiresFeature && model?.features?.[rule.requiresFeature] === false) {
      result.errors[rule.field] = [`The ${name} field is not supported by this model.`]
    }
    const max = rule.field === 'image' ? model?.limits?.max_input_images : 1
    if (uploads.length > (typeof max === 'number' ? max : 1)) {
      result.errors[`${rule.field}s`] = [
        `The ${rule.field}s field must not have more than ${String(max ?? 1)} items.`,
      ]
    }
    for (const { bytes } of uploads) {
      const file = await validateFile(bytes, rule, model)
      if (typeof file === 'string') result.errors[rule.field] = [`The ${name} field ${file}`]
      else result.files.push(file)
    }
  }
  return result
}

async function validateFile(
  bytes: Uint8Array,
  rule: Rule,
  model: SandboxModel | null,
): Promise<ValidUpload | string> {
  const megabytes = rule.maxMegabytes ?? 10
  if (bytes.length > megabytes * 2 ** 20)
    return `must not be greater than ${String(megabytes * 1024)} kilobytes.`
  return rule.kind === 'images' ? validateImage(bytes, rule) : validateMedia(bytes, rule, model)
}

function validateImage(bytes: Uint8Array, { field }: Rule): ValidUpload | string {
  const header = sniffImage(bytes)
  if (!header) return 'must be a file of type: jpg, jpeg, png, gif, bmp, webp.'
  const { width, height } = header
  if ([width, height].some((length) => length < 64 || length > 5000)) return 'has invalid image dimensions.'
  return { field, kind: 'image', width, height, seconds: 0, hasAudio: false, isSilent: false, bytes }
}

/** Containers round durations to their own time units, so a file at the limit may be slightly beyond it. */
const DURATION_TOLERANCE_SECONDS = 0.05

async function validateMedia(
  bytes: Uint8Array,
  rule: Rule,
  model: SandboxModel | null,
): Promise<ValidUpload | string> {
  const formats = rule.formats ?? []
  const media = await readMedia(bytes)
  const isWantedKind = rule.kind === 'media' || media?.kind === rule.kind
  if (!media || !isWantedKind || !formats.includes(media.format))
    return `must be a file of type: ${formats.join(', ')}.`
  const { kind, width, height, seconds, hasAudio, isSilent } = media
  const min = findDurationLimit(model, rule.durationLimits?.min) ?? 0
  const max = findDurationLimit(model, rule.durationLimits?.max) ?? Infinity
  if (seconds < min - DURATION_TOLERANCE_SECONDS) return `must be at least ${String(min)} seconds long.`
  if (seconds > max + DURATION_TOLERANCE_SECONDS) return `must not be longer than ${String(max)} seconds.`
  return { field: rule.field, kind, width, height, seconds, hasAudio, isSilent, bytes }
}

function findDurationLimit(model: SandboxModel | null, name: string | undefined): number | null {
  const limit = name === undefined ? undefined : model?.limits?.[name]
  return typeof limit === 'number' ? limit : null
}
