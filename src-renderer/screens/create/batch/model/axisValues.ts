import type { AxisField } from './axisFields.ts'
import type { Json } from './Json.ts'
import type { AxisDraft } from './PlanDraft.ts'

/** Parses the values of an axis; null if one of them is unreadable. */
export function axisValues({ entry, options }: AxisField, { text, picked }: AxisDraft): Json[] | null {
  if (entry === 'options') return options.flatMap(({ value }) => (picked.includes(value) ? [value] : []))
  const parts = text
    .split(entry === 'lines' ? /\n/ : /[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (entry === 'lines') return parts
  const parse: (part: string) => Json | null = entry === 'numbers' ? numberOf : sizeOf
  const values = parts.map((part) => parse(part))
  return values.includes(null) ? null : values
}

function numberOf(part: string): number | null {
  const number = Number(part)
  return Number.isFinite(number) ? number : null
}

function sizeOf(part: string): { width: number; height: number } | null {
  const sides = /^(\d{1,6})\s*[x×*]\s*(\d{1,6})$/i.exec(part)
  return sides ? { width: Number(sides[1]), height: Number(sides[2]) } : null
}
