import { constants, open } from 'node:fs/promises'
import { z } from 'zod'
import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import { valuesSchema } from '../../../../src-preload/contract/types/form.ts'
import { parseBoundedJson } from '../../service/client/json.ts'
import type { ByteSource } from '../downloads/formats/ByteSource.ts'
import { sniffFormat } from '../downloads/formats/sniffFormat.ts'
import { type FileText, MAX_TEXT_BYTES, XMP_NAME } from './FileText.ts'
import { createFoundParameters } from './foundParameters.ts'
import { parseA1111 } from './parseA1111.ts'
import { parseComfy } from './parseComfy.ts'
import { parseInvoke } from './parseInvoke.ts'
import { parseXmp } from './parseXmp.ts'
import { readAudioTags } from './readAudioTags.ts'
import { readFileTexts } from './readFileTexts.ts'

/** Graphs are flat, but have many values. */
const JSON_BOUNDS = { depth: 60, values: 200_000 }

/**
 * Reads the parameters that a program wrote into a file; null if there are none. Runs in a worker, because files are
 * untrusted.
 */
export async function readParameters({ path }: { path: string }): Promise<FoundParameters | null> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    const { size } = await handle.stat()
    const source: ByteSource = {
      size,
      read: async (position, length) => {
        const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
        return buffer.subarray(0, bytesRead)
      },
    }
    const format = sniffFormat(await source.read(0, 4096))
    const isTagged = format === 'mp3' || format === 'flac' || format === 'ogg'
    return findParameters(isTagged ? await readAudioTags(path) : await readFileTexts(source, format))
  } finally {
    await handle.close()
  }
}

/** Parses the text of a sidecar, or of any file with parameters as text; null if there are none. */
export function parseParametersText({ text }: { text: string }): FoundParameters | null {
  if (text.length > MAX_TEXT_BYTES) return null
  const content = text.replace(/^\uFEFF/, '').trim()
  return parseText(content)
}

/** Finds the parameters in the texts of a file. Easel's own format is tried first, then formats that are less exact. */
function findParameters(texts: readonly FileText[]): FoundParameters | null {
  const packets = texts.filter(({ name }) => name === XMP_NAME).map(({ text }) => parseXmp(text))
  const exact = packets.flatMap((xmp) => {
    const easel = xmp.get('easel:parameters')
    return (easel !== undefined && parseEasel(parseJson(easel), xmp.get('xmp:CreatorTool') ?? null)) || []
  })
  if (exact[0]) return exact[0]
  const written = texts
    .filter(({ name }) => name !== XMP_NAME)
    // ComfyUI writes both of its graphs, and other programs may repeat a prompt: the first text in a known format wins.
    .flatMap(({ text }) => parseText(text.trim()) ?? [])
  const comments = packets.flatMap((xmp) => parseText(xmp.get('exif:UserComment') ?? '') ?? [])
  const described = packets.flatMap((xmp) => readStandardXmp(xmp) ?? [])
  return written[0] ?? comments[0] ?? described[0] ?? null
}

/** Parses a text by its content, because programs use the same names for different formats. */
function parseText(text: string): FoundParameters | null {
  // ComfyUI writes `prompt:{…}` where a tag has no name.
  const start = text.search(/[[{]/)
  const isJson = start === 0 || (start > 0 && start < 12 && /^(prompt|workflow):/i.test(text))
  if (!isJson) return parseA1111(text)
  const json = parseJson(text.slice(start))
  const found = parseEasel(json, null) ?? parseInvoke(json) ?? parseComfy(json) ?? parseWrapped(json)
  // A prompt can begin with a bracket, too.
  return found ?? parseA1111(text)
}

/** Video nodes of ComfyUI write both graphs as one object, in which `prompt` may be a string. */
function parseWrapped(json: unknown): FoundParameters | null {
  const wrapped = wrappedSchema.safeParse(json)
  if (!wrapped.success) return null
  const { prompt } = wrapped.data
  return parseComfy(typeof prompt === 'string' ? parseJson(prompt) : prompt)
}

const wrappedSchema = z.object({ prompt: z.union([z.string(), z.record(z.string(), z.unknown())]) })

/** What `formatXmp` and sidecars contain. */
const easelSchema = z.object({
  /** Version of the format. */
  easelParameters: z.int(),
  operation: z.string().max(100),
  model: z.object({ slug: z.string().max(500), name: z.string() }),
  values: valuesSchema,
  seed: z.int().nullish(),
})

function parseEasel(json: unknown, program: string | null): FoundParameters | null {
  const parsed = easelSchema.safeParse(json)
  if (!parsed.success) return null
  const { operation, model, values, seed } = parsed.data
  return createFoundParameters({
    form: 'easel',
    program: program ?? 'Easel',
    operation,
    model,
    values: { ...values, ...(typeof seed === 'number' && { seed }) },
    others: [],
  })
}

/** Reads the prompt of a generated file that only has standard fields. The description of a photo isn't a prompt. */
function readStandardXmp(xmp: ReadonlyMap<string, string>): FoundParameters | null {
  const source = xmp.get('iptc:DigitalSourceType') ?? ''
  const description = xmp.get('dc:description')
  if (description === undefined || !/trainedAlgorithmicMedia$/i.test(source)) return null
  return createFoundParameters({
    form: 'xmp',
    program: xmp.get('xmp:CreatorTool') ?? null,
    model: null,
    values: { prompt: description },
    others: [],
  })
}

const parseJson = (text: string): unknown => parseBoundedJson(text, JSON_BOUNDS)

/** Tasks that run in a worker. */
export const metadataTasks = { readParameters, parseParametersText }
