import type { Field, Values } from '../../../../src-preload/contract/types/form.ts'

type Value = Values[string]

const TRUE = /^(true|yes|y|1|on|x)$/i
const FALSE = /^(false|no|n|0|off)$/i

/** Parses a table cell as the values of a field. An unreadable cell stays text, so that the form check reports it. */
export function cellValue(field: Field, entry: string, cell: string): Values {
  const text = cell.trim()
  if (field.kind === 'text') return { [entry]: cell }
  if (field.kind === 'boolean') return { [entry]: TRUE.test(text) ? true : FALSE.test(text) ? false : text }
  if (field.kind === 'choice') return { [entry]: optionOf(field.options, text) }
  if (field.kind === 'size' && entry === 'size') return sizeOf(text)
  if (field.kind === 'integer' || field.kind === 'number' || field.kind === 'seed' || field.kind === 'size')
    return { [entry]: numberOf(text) }
  if (field.kind === 'file') return { [entry]: text === '' ? [] : text.split(';').map((part) => part.trim()) }
  return { [entry]: field.kind === 'loras' ? lorasOf(text) : text }
}

const numberOf = (text: string): Value => {
  const number = Number(text)
  return text === '' || !Number.isFinite(number) ? text : number
}

function optionOf(options: readonly { value: string | number; label: string }[], text: string): Value {
  const option =
    options.find(({ value }) => String(value) === text) ??
    options.find(({ label }) => label.toLowerCase() === text.toLowerCase())
  return option?.value ?? text
}

/** Parses `1024x768`, also with other separators. */
function sizeOf(text: string): Values {
  const sides = /^(\d+)(?:\s*[x×*:,]\s*|\s+)(\d+)$/iu.exec(text)
  return sides ? { width: Number(sides[1]), height: Number(sides[2]) } : { width: text, height: text }
}

/** Parses `name:0.8; other`. */
const lorasOf = (text: string): Value =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, name, weight] = /^(.*?)(?::\s*(-?[\d.]+))?$/u.exec(part) ?? []
      return { name: name ?? part, weight: Number(weight ?? 1) }
    })
