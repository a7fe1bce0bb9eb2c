import type { Upload } from '../http/Call.ts'
import type { SandboxModel } from '../models/SandboxModel.ts'
import type { Rule } from '../operations/rules.ts'
import { type PictureHead, sniffPicture } from './sniffPicture.ts'

/** An uploaded picture that was checked. */
export interface InputPicture extends PictureHead {
  bytes: Uint8Array
}

const LARGEST = 10 * 1024 * 1024

interface Verdict {
  pictures: InputPicture[]
  errors: Record<string, string[]>
}

/** Checks the uploads of a request's picture fields: kind by magic bytes, 10 MB, 64 to 5000 px (facts.md §7.1). */
export function readPictures(
  rules: Rule[],
  files: Record<string, Upload[]>,
  fields: Record<string, unknown>,
  model: SandboxModel | null,
): Verdict {
  const verdict: Verdict = { pictures: [], errors: {} }
  for (const rule of rules) {
    if (rule.kind !== 'pictures') continue
    const uploads = [...(files[rule.field] ?? []), ...(files[`${rule.field}s`] ?? [])]
    if (uploads.length === 0 && rule.field in fields) {
      verdict.errors[rule.field] = [`The ${rule.field} field must be a file.`]
    } else if (uploads.length === 0 && rule.required === true) {
      verdict.errors[rule.field] = [`The ${rule.field} field is required.`]
    }
    const most = model?.limits?.max_input_images
    if (uploads.length > (typeof most === 'number' ? most : 1)) {
      verdict.errors[`${rule.field}s`] = [
        `The ${rule.field}s field must not have more than ${String(most ?? 1)} items.`,
      ]
    }
    for (const upload of uploads) {
      const picture = readOne(upload)
      if (typeof picture === 'string') verdict.errors[rule.field] = [`The ${rule.field} field ${picture}`]
      else verdict.pictures.push(picture)
    }
  }
  return verdict
}

function readOne(upload: Upload): InputPicture | string {
  if (upload.bytes.length > LARGEST) return 'must not be greater than 10240 kilobytes.'
  const head = sniffPicture(upload.bytes)
  if (!head) return 'must be a file of type: jpg, jpeg, png, gif, bmp, webp.'
  const sides = [head.width, head.height]
  if (sides.some((side) => side < 64 || side > 5000)) return 'has invalid image dimensions.'
  return { ...head, bytes: upload.bytes }
}
