import { SaxesParser } from 'saxes'
import type { FoundParameters } from '../../../../../src-preload/contract/types/foundParameters.ts'
import { createFoundParameters } from '../foundParameters.ts'

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const PREFIXES: Record<string, string> = {
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://ns.adobe.com/xap/1.0/': 'xmp',
  'http://ns.adobe.com/exif/1.0/': 'exif',
  'http://iptc.org/std/Iptc4xmpExt/2008-02-29/': 'iptc',
  'https://easel.example/ns/parameters/1/': 'easel',
}
const MAX_PROPERTIES = 500
/** Real packets nest less than 20 elements. The parser looks up each name in all elements around it. */
const MAX_DEPTH = 40
/** Real packets have a few thousand elements and attributes at most. */
const MAX_PARTS = 20_000
/** Longer tags have far more attributes than any program writes. */
const MAX_TAG_LENGTH = 1 << 16

/**
 * The text of each known property of an XMP packet, such as `dc:description`, whether it is an element or an attribute.
 * Of a list, only the first text. Empty if the packet is not valid XML.
 */
export function parseXmp(packet: string): Map<string, string> {
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
  let depth = 0
  let parts = 0
  const count = (): void => {
    if (++parts > MAX_PARTS || depth > MAX_DEPTH) throw new Error('The packet is too large')
  }
  parser.on('attribute', count)
  parser.on('opentagstart', () => {
    depth++
    count()
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    for (const attribute of Object.values(attributes)) add(attribute.uri, attribute.local, attribute.value)
    if (uri !== RDF) open.push({ uri, local })
    text = ''
  })
  parser.on('text', (piece) => (text += piece))
  parser.on('cdata', (piece) => (text += piece))
  parser.on('closetag', ({ uri }) => {
    depth--
    const property = open.at(-1)
    if (property) add(property.uri, property.local, text)
    if (uri !== RDF) open.pop()
    text = ''
  })
  try {
    const content = trimPacket(packet)
    if (hasLongTag(content)) return new Map()
    parser.write(content).close()
  } catch {
    return new Map()
  }
  return properties
}

/** Whether a tag is longer than real ones. */
function hasLongTag(packet: string): boolean {
  for (let start = packet.indexOf('<'); start !== -1;) {
    const end = packet.indexOf('>', start)
    const length = (end === -1 ? packet.length : end) - start
    if (length > MAX_TAG_LENGTH) return true
    start = packet.indexOf('<', end === -1 ? packet.length : end)
  }
  return false
}

/** Removes a byte order mark before the packet and padding after it. */
function trimPacket(packet: string): string {
  const start = packet.indexOf('<')
  const end = packet.lastIndexOf('>')
  return start === -1 ? '' : packet.slice(start, end + 1)
}

/** Reads the prompt of a generated file that only has standard fields. The description of a photo isn't a prompt. */
export function readStandardXmp(xmp: ReadonlyMap<string, string>): FoundParameters | null {
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
