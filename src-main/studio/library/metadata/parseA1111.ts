import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { parseJson } from '../../service/http/json.ts'
import { createFoundParameters, type Field, toIntegerEntry, toNumberEntry } from './foundParameters.ts'

const NEGATIVE = 'Negative prompt:'
/** A line with fewer fields belongs to the prompt, as in the web UI. */
const MIN_FIELDS = 3
const MAX_FIELDS = 200
const NAME = /^\s*\w[\w /-]*$/

/**
 * Parses parameters in the format of the AUTOMATIC1111 web UI: the prompt, the negative prompt, and a last line of
 * fields. Many programs write it, including Easel. Null if the text has no such line.
 */
export function parseA1111(text: string): FoundParameters | null {
  const lines = text.replaceAll('\r\n', '\n').trim().split('\n')
  const fields = parseFields(lines.at(-1) ?? '')
  if (!fields || fields.length < MIN_FIELDS) return null
  const before = lines.slice(0, -1)
  const negativeAt = before.findIndex((line) => line.startsWith(NEGATIVE))
  const prompt = before.slice(0, negativeAt === -1 ? before.length : negativeAt).join('\n')
  const negative = negativeAt === -1 ? '' : before.slice(negativeAt).join('\n').slice(NEGATIVE.length)
  return fromFields(prompt.trim(), negative.trim(), fields)
}

/** Fields that have a counterpart in Easel, with the names of their values. The others are only shown. */
const USED_FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['Steps', ['steps']],
  ['CFG scale', ['guidance']],
  ['Seed', ['seed']],
  ['Size', ['width', 'height']],
  ['Model', []],
  ['Version', []],
])

function fromFields(prompt: string, negative: string, fields: readonly Field[]): FoundParameters {
  const get = (name: string): string | undefined => fields.find((field) => field.name === name)?.value
  const [width, height] = (get('Size') ?? '').split('x')
  const version = get('Version')
  const model = get('Model')
  const values: Values = {
    prompt,
    ...(negative !== '' && { negative_prompt: negative }),
    ...toIntegerEntry('seed', get('Seed')),
    ...toIntegerEntry('steps', get('Steps')),
    ...toNumberEntry('guidance', get('CFG scale')),
    ...toIntegerEntry('width', width),
    ...toIntegerEntry('height', height),
  }
  const program =
    version === undefined ? null : /^(Easel|ComfyUI|Fooocus)/.test(version) ? version : `Web UI ${version}`
  return createFoundParameters({
    form: 'a1111',
    program,
    model: model === undefined ? null : { slug: null, name: model },
    values,
    // A seed that is too large for a form is shown, too.
    others: fields.filter(({ name }) => !USED_FIELDS.get(name)?.every((used) => used in values)),
  })
}

/**
 * Splits `Name: value, Name: "quoted, value"`. Other pieces between commas are left out, because values of extensions may contain commas.
 * Null if there are too many fields.
 */
function parseFields(line: string): Field[] | null {
  const fields: Field[] = []
  for (let at = 0; at < line.length;) {
    const colon = line.indexOf(':', at)
    if (colon === -1) break
    if (fields.length === MAX_FIELDS) return null
    const name = line.slice(at, colon)
    if (!NAME.test(name)) {
      at = findEnd(line, at) + 1
      continue
    }
    const start = line[colon + 1] === ' ' ? colon + 2 : colon + 1
    const quoteEnd = line[start] === '"' ? findQuoteEnd(line, start) : -1
    // A value without a comma isn't quoted, but may begin with a quotation mark.
    const isQuoted = quoteEnd === line.length || line[quoteEnd] === ','
    const end = isQuoted ? quoteEnd : findEnd(line, start)
    const raw = line.slice(start, end)
    const unquoted: unknown = raw.startsWith('"') ? parseJson(raw) : raw
    fields.push({ name: name.trim(), value: typeof unquoted === 'string' ? unquoted.trim() : raw })
    at = end + 1
  }
  return fields
}

const findEnd = (line: string, from: number): number => {
  const comma = line.indexOf(',', from)
  return comma === -1 ? line.length : comma
}

/** The position after the closing quote; -1 if there is none. */
function findQuoteEnd(line: string, from: number): number {
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === '"') return at + 1
  }
  return -1
}
