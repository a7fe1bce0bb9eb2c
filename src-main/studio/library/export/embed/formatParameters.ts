import type { AssetDetail, FoundResult, Parameters } from '../../../../../src-preload/contract/types/asset.ts'

/** A result with the parameters of its job, or with those that were found when it was imported. */
export type ResultWithParameters = Omit<AssetDetail, 'parameters'> & {
  parameters: Omit<FoundResult, 'form' | 'program' | 'lines' | 'others'> &
    Partial<Pick<FoundResult, 'others'>>
}

/** The values that may be published. A URL, such as that of a webhook, may be secret. */
const publicValues = (values: Parameters['values']): Parameters['values'] =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !hasUrl(value)))

const hasUrl = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasUrl)
    : /^\s*https?:/i.test(String(value))

/** The title that may be published: the task in place of a title that is made from a URL. */
const publicTitle = ({ title, parameters }: ResultWithParameters): string =>
  hasUrl(title) ? (parameters.operationName ?? '') : title

/** Labels of fields in the format of the AUTOMATIC1111 web UI, in its order. */
const LABELS: Record<string, string> = { steps: 'Steps', guidance: 'CFG scale' }
/** Values that have lines of their own, or are part of other fields such as the size. */
const WRITTEN_ELSEWHERE: ReadonlySet<string> = new Set([
  'prompt',
  'negative_prompt',
  'seed',
  'size',
  'width',
  'height',
])

/** The parameters in the format of the AUTOMATIC1111 web UI: the prompt, the negative prompt, and a line of fields. */
export function formatParameters(result: ResultWithParameters, version: string): string {
  const { asset, parameters } = result
  const { operation, model, operationName, seed } = parameters
  const values = publicValues(parameters.values)
  const text = (name: string): string => (typeof values[name] === 'string' ? values[name] : '')
  const others = Object.entries(values).filter(
    ([name, value]) => !WRITTEN_ELSEWHERE.has(name) && !(name in LABELS) && isShown(value),
  )
  const foundOthers = (parameters.others ?? []).filter(({ value }) => !hasUrl(value))
  const fields = [
    ...Object.entries(LABELS).map(([name, label]) => [label, values[name]] as const),
    ['Seed', seed],
    ['Size', asset.width === null || asset.height === null ? null : `${asset.width}x${asset.height}`],
    ['Model', model?.name],
    ['Task', operationName],
    ...others,
    ...foundOthers.map(({ name, value }) => [name, value] as const),
    ['Version', operation === null ? null : `Easel ${version}`],
  ] as const
  const negative = text('negative_prompt')
  return [
    text('prompt') || publicTitle(result),
    ...(negative === '' ? [] : [`Negative prompt: ${negative}`]),
    fields
      .filter(([, value]) => isShown(value))
      .map(([name, value]) => `${name}: ${formatValue(value)}`)
      .join(', '),
  ].join('\n')
}

const isShown = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'

/** Strings that contain separators are quoted, as in the web UI. */
function formatValue(value: unknown): string {
  const text = String(value)
  return /[,:"\n]/.test(text) ? JSON.stringify(text) : text
}

/** How a file was made, in the terms of IPTC (https://cv.iptc.org/newscodes/digitalsourcetype). */
export type SourceType =
  | 'trainedAlgorithmicMedia'
  | 'compositeWithTrainedAlgorithmicMedia'
  | 'algorithmicallyEnhanced'

/** Version of `easel:parameters`. Other programs read it, so fields are never renamed or removed. */
const FORMAT_VERSION = 1

/**
 * An XMP packet: how the file was made, its title, and the publishable parameters as JSON, from which they can be read back. It leaves out what
 * concerns the user rather than the file, such as the price and the request id. Null for `source` leaves out how and when the file was made,
 * because that isn't known of an imported one. A file of another program gets only the title.
 */
export function formatXmp(
  result: ResultWithParameters,
  source: SourceType | null,
  appVersion: string,
): string {
  const { asset, parameters } = result
  const { operation, model, values, seed } = parameters
  const json = JSON.stringify({
    easelParameters: FORMAT_VERSION,
    operation,
    model,
    values: publicValues(values),
    seed,
  })
  const origin = `
   <xmp:CreateDate>${new Date(asset.createdAt).toISOString()}</xmp:CreateDate>
   <Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/${source}</Iptc4xmpExt:DigitalSourceType>`
  const own = `
   <xmp:CreatorTool>${escapeXml(`Easel ${appVersion}`)}</xmp:CreatorTool>${source === null ? '' : origin}
   <easel:parameters>${escapeXml(json)}</easel:parameters>`
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    xmlns:easel="https://easel.example/ns/parameters/1/">
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(publicTitle(result))}</rdf:li></rdf:Alt></dc:description>${operation === null ? '' : own}
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
}

/** Text for XML 1.0, which allows almost no control characters. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;')
