import { constants, open } from 'node:fs/promises'
import { z } from 'zod'
import {
  type FoundParameters,
  foundParametersSchema,
} from '../../../../src-preload/contract/types/foundParameters.ts'
import { valuesSchema } from '../../../../src-preload/contract/types/form.ts'
import { parseBoundedJson, isRecord } from '../../service/http/json.ts'
import type { ByteSource } from '../downloads/formats/ByteSource.ts'
import { sniffFormat } from '../downloads/formats/sniffFormat.ts'
import { type FileText, MAX_TEXT_BYTES, XMP_NAME } from './FileText.ts'
import { createFoundParameters, toIntegerEntry, toNumberEntry, toTextEntry } from './foundParameters.ts'
import { parseA1111 } from './parseA1111.ts'
import { parseComfy } from './parseComfy.ts'
import { readAudioTags, readFileTexts } from './readFileTexts.ts'
import { SaxesParser } from 'saxes'

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
  // A prompt can begin with a bracket, too.
  if (json === undefined) return parseA1111(text)
  return parseEasel(json, null) ?? parseInvoke(json) ?? parseComfy(json) ?? parseWrapped(json)
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
  /** Null if an imported result was made by another program. */
  operation: z.string().max(100).nullable(),
  model: z.object({ slug: z.string().max(500).nullable(), name: z.string() }).nullable(),
  values: valuesSchema,
  seed: z.int().nullish(),
  /** What the sidecar of an imported result says about the file that it was imported from. */
  imported: foundParametersSchema.pick({ form: true, program: true, others: true }).nullish(),
})

function parseEasel(json: unknown, program: string | null): FoundParameters | null {
  const parsed = easelSchema.safeParse(json)
  if (!parsed.success) return null
  const { operation, model, values, seed, imported } = parsed.data
  return createFoundParameters({
    ...(imported ?? { form: 'easel', program: program ?? 'Easel', others: [] }),
    operation,
    model,
    values: { ...values, ...(typeof seed === 'number' && { seed }) },
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

/** A string, or a number that JSON does not allow but Python writes, as ComfyUI does in the graph of an image. */
const STRING_OR_NOT_FINITE = /"(?:[^"\\]+|\\.)*"?|NaN|-?Infinity/g

const parseJson = (text: string): unknown =>
  parseBoundedJson(text, JSON_BOUNDS) ??
  (/NaN|Infinity/.test(text)
    ? parseBoundedJson(
        text.replaceAll(STRING_OR_NOT_FINITE, (found) => (found.startsWith('"') ? found : 'null')),
        JSON_BOUNDS,
      )
    : undefined)

/** Tasks that run in a worker. */
export const metadataTasks = { readParameters, parseParametersText }

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const PREFIXES: Record<string, string> = {
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://ns.adobe.com/xap/1.0/': 'xmp',
  'http://ns.adobe.com/exif/1.0/': 'exif',
  'http://iptc.org/std/Iptc4xmpExt/2008-02-29/': 'iptc',
  'https://easel.example/ns/parameters/1/': 'easel',
}
const MAX_PROPERTIES = 500

/**
 * The text of each known property of an XMP packet, such as `dc:description`, whether it is an element or an attribute.
 * Of a list, only the first text. Empty if the packet is not valid XML.
 */
function parseXmp(packet: string): Map<string, string> {
  const properties = new Map<string, string>()
  const add = (uri: string, local: string, text: string): void => {
    const prefix = PREFIXES[uri]
    const name = `${prefix}:${local}`
    if (
      prefix !== undefined &&
      text.trim() !== '' &&
      properties.size < MAX_PROPERTIES &&
      !properties.has(name)
    )
      properties.set(name, text)
  }
  const parser = new SaxesParser({ xmlns: true, fragment: true })
  /** The open elements outside the RDF namespace, outermost first. */
  const open: { uri: string; local: string }[] = []
  let text = ''
  parser.on('opentag', ({ uri, local, attributes }) => {
    for (const attribute of Object.values(attributes)) add(attribute.uri, attribute.local, attribute.value)
    if (uri !== RDF) open.push({ uri, local })
    text = ''
  })
  parser.on('text', (piece) => (text += piece))
  parser.on('cdata', (piece) => (text += piece))
  parser.on('closetag', ({ uri }) => {
    const property = open.at(-1)
    if (property) add(property.uri, property.local, text)
    if (uri !== RDF) open.pop()
    text = ''
  })
  try {
    parser.write(trimPacket(packet)).close()
  } catch {
    return new Map()
  }
  return properties
}

/** Removes a byte order mark before the packet and padding after it. */
function trimPacket(packet: string): string {
  const start = packet.indexOf('<')
  const end = packet.lastIndexOf('>')
  return start === -1 ? '' : packet.slice(start, end + 1)
}

/** Members that have a counterpart in Easel's forms or name the program. The others are only shown. */
const USED_MEMBERS: ReadonlySet<string> = new Set([
  'app_version',
  'positive_prompt',
  'negative_prompt',
  'width',
  'height',
  'seed',
  'steps',
  'cfg_scale',
  'model',
])

/** Parses parameters in the format of InvokeAI: `invokeai_metadata` since version 3. Null for any other value. */
function parseInvoke(json: unknown): FoundParameters | null {
  if (!isRecord(json) || typeof json['positive_prompt'] !== 'string') return null
  const { model, app_version: version } = json
  const name = isRecord(model) ? (model['name'] ?? model['model_name']) : null
  return createFoundParameters({
    form: 'invokeai',
    program: typeof version === 'string' ? `InvokeAI ${version}` : 'InvokeAI',
    model: typeof name === 'string' ? { slug: null, name } : null,
    values: {
      ...toTextEntry('prompt', json['positive_prompt']),
      ...toTextEntry('negative_prompt', json['negative_prompt']),
      ...toIntegerEntry('seed', json['seed']),
      ...toIntegerEntry('steps', json['steps']),
      ...toNumberEntry('guidance', json['cfg_scale']),
      ...toIntegerEntry('width', json['width']),
      ...toIntegerEntry('height', json['height']),
    },
    others: Object.entries(json).flatMap(([key, value]) =>
      !USED_MEMBERS.has(key) && (typeof value === 'string' || typeof value === 'number')
        ? [{ name: key.replaceAll('_', ' '), value: String(value) }]
        : [],
    ),
  })
}
