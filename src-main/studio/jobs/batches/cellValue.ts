import type { Field, Values } from '../../../../src-preload/contract/types/form.ts'
import { readInteger, readNumber } from '../../../../src-preload/shared/numbers/readNumber.ts'
import { readSize } from '../../../../src-preload/shared/numbers/readSize.ts'

type Value = Values[string]

const TRUE = /^(true|yes|y|1|on|x)$/i
const FALSE = /^(false|no|n|0|off)$/i

/**
 * Parses a table cell as values of a field. `entry` is the entry of the form, such as `width` of a size. A cell that can't be read stays
 * text, so that the form check reports it.
 */
export function cellValue(field: Field, entry: string, cell: string): Values {
  const text = cell.trim()
  if (field.kind === 'text') return { [entry]: cell }
  if (field.kind === 'boolean') return { [entry]: TRUE.test(text) ? true : FALSE.test(text) ? false : text }
  if (field.kind === 'choice') return { [entry]: optionOf(field.options, text) }
  if (field.kind === 'size' && entry === 'size')
    return { ...(readSize(text) ?? { width: text, height: text }) }
  if (field.kind === 'seed') return { [entry]: readInteger(text) ?? text }
  if (field.kind === 'integer' || field.kind === 'number' || field.kind === 'size')
    return { [entry]: readNumber(text, { isInteger: field.kind !== 'number' }) ?? text }
  if (field.kind === 'file') return { [entry]: text === '' ? [] : text.split(';').map((part) => part.trim()) }
  return { [entry]: field.kind === 'loras' ? lorasOf(text) : text }
}

function optionOf(options: readonly { value: string | number; label: string }[], text: string): Value {
  const option =
    options.find(({ value }) => String(value) === text) ??
    options.find(({ label }) => label.toLowerCase() === text.toLowerCase())
  return option?.value ?? text
}

/** Parses `name:0.8; other`. */
const lorasOf = (text: string): Value =>
  text
    .split(/[;；؛]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = '', weightText = ''] = /^(.*)[:：]([^:：]*)$/su.exec(part) ?? []
      const weight = readNumber(weightText)
      return weight === undefined ? { name: part, weight: 1 } : { name: name.trim(), weight }
    })
