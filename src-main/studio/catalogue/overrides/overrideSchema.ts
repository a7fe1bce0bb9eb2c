import { z } from 'zod'
import { fieldSchema } from './fieldSchema.ts'

const path = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][\w-]*(\/[\w-]+)*$/i, 'is not a path below the service, such as "img-upscale"')
const wireName = z
  .string()
  .max(100)
  .regex(/^[a-z_]\w*(\[\])?$/i, 'is not a name of a field')
const encoding = z.enum(['json', 'multipart', 'json-unless-file'])
const format = z.string().regex(/^[a-z0-9]{1,10}$/, 'is not a file extension in small letters')
const count = z.int().min(1).max(100)

const files = z
  .strictObject({
    formats: z.array(format).min(1).max(50),
    maxBytes: z.int().min(1),
    maxFiles: count,
    /** In pixels. */
    minSide: z.int().min(1),
    maxSide: z.int().min(1),
    minSeconds: z.number().min(0),
    maxSeconds: z.number().positive(),
  })
  .partial()

/** What a person may change of one operation; everything else stays as the row says. */
const operationOverrideSchema = z
  .strictObject({
    /** More names that the models endpoint gives the inference type. */
    types: z.array(z.string().trim().min(1).max(100)).max(20),
    path,
    encoding,
    price: z
      .strictObject({
        path,
        encoding,
        /** Names of the fields that a price request holds; without it, all but the webhook address. */
        fields: z.array(z.string().max(100)).max(100),
        /** Names in the price body of what is measured or counted: from the usual one to another. */
        wire: z.record(wireName, wireName),
      })
      .partial(),
    /** Names on the wire by entry; `image[]` stands for the name of each of several. */
    wire: z.record(wireName, wireName),
    /** Limits of the files of a field. */
    files: z.record(z.string(), files),
    /** Fields that the task has besides its own; of a new task, all. */
    fields: z.array(fieldSchema).max(100),
    /** Of a new task: what comes out, which says where it is listed and how it is shown. */
    makes: z.enum(['image', 'video', 'audio', 'text', 'transcript', 'ocr', 'embedding']),
    /** Of a new task: what it is called, and which field says in words what was asked for. */
    name: z.string().trim().min(1).max(100),
    title: z.string().max(64),
  })
  .partial()
export type OperationOverride = z.infer<typeof operationOverrideSchema>

/** The settings file: operations by id. `$comment` is for people. */
export const overridesSchema = z.record(z.string(), z.union([z.string(), operationOverrideSchema]))
