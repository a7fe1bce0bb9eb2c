import type { AssetDetail, Parameters } from '../../../../../src-preload/contract/types/asset.ts'

/** A result with parameters. */
export type ResultWithParameters = AssetDetail & { parameters: Parameters }

/** The values that may be published. A URL, such as that of a webhook, may be secret. */
export const publicValues = (values: Parameters['values']): Parameters['values'] =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !hasUrl(value)))

const hasUrl = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasUrl)
    : /^\s*https?:/i.test(String(value))

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
export function formatParameters(
  { asset, title, parameters }: ResultWithParameters,
  version: string,
): string {
  const { model, operationName, seed } = parameters
  const values = publicValues(parameters.values)
  const text = (name: string): string => (typeof values[name] === 'string' ? values[name] : '')
  const others = Object.entries(values).filter(
    ([name, value]) => !WRITTEN_ELSEWHERE.has(name) && !(name in LABELS) && isShown(value),
  )
  const fields = [
    ...Object.entries(LABELS).map(([name, label]) => [label, values[name]] as const),
    ['Seed', seed],
    ['Size', asset.width === null || asset.height === null ? null : `${asset.width}x${asset.height}`],
    ['Model', model.name],
    ['Task', operationName],
    ...others,
    ['Version', `Easel ${version}`],
  ] as const
  const negative = text('negative_prompt')
  return [
    text('prompt') || title,
    ...(negative === '' ? [] : [`Negative prompt: ${negative}`]),
    fields
      .filter(([, value]) => isShown(value))
      .map(([name, value]) => `${name}: ${formatValue(value)}`)
      .join(', '),
  ].join('\n')
}

const isShown = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'

/** Texts with separators are quoted, as the web UI does. */
function formatValue(value: unknown): string {
  const text = String(value)
  return /[,:"\n]/.test(text) ? JSON.stringify(text) : text
}
