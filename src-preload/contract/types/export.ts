import { z } from 'zod'
import { MAX_NAME_TEMPLATE_LENGTH } from '../../constraints/limits.ts'
import { problemSchema } from './problem.ts'

/** Fields of a name template, which are written in braces: `{date} {prompt}`. */
export const nameFields = ['date', 'time', 'prompt', 'model', 'task', 'seed', 'size', 'number', 'id'] as const
export type NameField = (typeof nameFields)[number]

export const nameTemplateSchema = z.string().trim().min(1).max(MAX_NAME_TEMPLATE_LENGTH)

/** Formats that images can be converted to. */
export const imageFormats = ['png', 'jpg', 'webp'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** How results are exported; the window remembers it as a setting. */
export const exportOptionsSchema = z.object({
  /** Template of the file names. */
  names: nameTemplateSchema,
  as: z.enum(['folder', 'zip']),
  /** Format of the images; files of other kinds are always copied as they are. */
  format: z.enum(['original', ...imageFormats]).default('original'),
  /** Quality of JPEG and WebP copies in another format. */
  quality: z.int().min(1).max(100).default(90),
  /** Adds a table with a row for each file. */
  csv: z.boolean(),
  /** Adds the parameters of all files. */
  json: z.boolean(),
})
export type ExportOptions = z.infer<typeof exportOptionsSchema>

/** A file that was left out of an export. `name`: the name that it would have there. */
const exportFailureSchema = z.object({ name: z.string(), problem: problemSchema })
export type ExportFailure = z.infer<typeof exportFailureSchema>

/** Progress or outcome of an export. */
export const exportStatusSchema = z.object({
  /** `waiting`: a download that the browser has not started yet. `done`: perhaps without some files, see `failures`. */
  state: z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']),
  files: z.int(),
  filesDone: z.int(),
  bytes: z.int(),
  bytesDone: z.int(),
  /** The first files that were left out, and how many there are. */
  failures: z.array(exportFailureSchema),
  failureCount: z.int(),
  /** Copies without the wanted parameters, because their files have metadata of their own or are not valid. */
  withoutParameters: z.int(),
  /** Images that kept their format, because a copy would have other colours or be incomplete, or because they are too large or damaged. */
  unconverted: z.int(),
  /** Exported files whose size differs from when they were saved, because another program changed them or they are damaged. */
  changed: z.int(),
  /** Why it failed. */
  problem: problemSchema.nullable(),
  /** Name of the folder or of the archive. */
  target: z.string(),
})
export type ExportStatus = z.infer<typeof exportStatusSchema>
