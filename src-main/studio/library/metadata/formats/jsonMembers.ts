import type { Field } from '../foundParameters.ts'

type Json = Readonly<Record<string, unknown>>

/** The members of an object that aren't used, as text. Lists and objects are shown as JSON. */
export const otherMembers = (json: Json, used: readonly string[]): Field[] =>
  Object.entries(json).flatMap(([key, value]) => {
    if (used.includes(key) || value === null || value === undefined || value === '') return []
    const isEmpty = typeof value === 'object' && Object.keys(value).length === 0
    if (isEmpty) return []
    return [
      { name: key.replaceAll('_', ' '), value: typeof value === 'string' ? value : JSON.stringify(value) },
    ]
  })

/** The first of these members that is a text. */
export const textMember = (json: Json, ...names: readonly string[]): string | null => {
  const value = names
    .map((name) => json[name])
    .find((candidate) => typeof candidate === 'string' && candidate !== '')
  return typeof value === 'string' ? value : null
}
