import { publicValues, type ResultWithParameters } from './formatParameters.ts'

/** How a file was made, in the terms of IPTC (https://cv.iptc.org/newscodes/digitalsourcetype). */
export type SourceType =
  | 'trainedAlgorithmicMedia'
  | 'compositeWithTrainedAlgorithmicMedia'
  | 'algorithmicallyEnhanced'

/** Version of `easel:parameters`. Other programs read it, so fields are only added. */
const VERSION = 1

/**
 * An XMP packet: how the file was made, the prompt, and all parameters as JSON, from which they can be read back. It has nothing about the
 * user rather than the file, such as the price or the request id.
 */
export function formatXmp(
  { asset, title, parameters }: ResultWithParameters,
  source: SourceType,
  version: string,
): string {
  const { operation, model, values, seed } = parameters
  const json = JSON.stringify({
    easelParameters: VERSION,
    operation,
    model,
    values: publicValues(values),
    seed,
  })
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    xmlns:easel="https://easel.example/ns/parameters/1/">
   <xmp:CreatorTool>${escapeXml(`Easel ${version}`)}</xmp:CreatorTool>
   <xmp:CreateDate>${new Date(asset.createdAt).toISOString()}</xmp:CreateDate>
   <Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/${source}</Iptc4xmpExt:DigitalSourceType>
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:description>
   <easel:parameters>${escapeXml(json)}</easel:parameters>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
}

/** Text for XML 1.0, which has no control characters. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
