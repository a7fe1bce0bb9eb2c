/**
 * The canonical JSON of a request as multipart fields (service.md §Multipart): booleans as 1 and 0, numbers as plain decimals, lists
 * and objects as `name[0][key]`, without nulls.
 * @throws SyntaxError when the text is not JSON, TypeError when it is not an object.
 */
export const multipartFields = (text: string): [name: string, value: string][] => {
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new TypeError('not an object')
  return Object.entries(body).flatMap(([name, value]) => fieldsOf(name, value))
}

const fieldsOf = (name: string, value: unknown): [string, string][] => {
  if (value === null || value === undefined) return []
  if (typeof value === 'string') return [[name, value]]
  if (typeof value === 'boolean') return [[name, value ? '1' : '0']]
  if (typeof value === 'number') return [[name, plainDecimal(value)]]
  return Object.entries(value).flatMap(([key, inner]) => fieldsOf(`${name}[${key}]`, inner))
}

/** Without an exponent, because the service's validation of numbers in forms may reject one. */
const plainDecimal = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/(?<!0)\.?0+$/, '') : text
}
