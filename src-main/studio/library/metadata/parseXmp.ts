import { SaxesParser } from 'saxes'

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
