import { z } from 'zod'
import { type Mistake, type OperationOverride, overridesSchema } from './overrideSchema.ts'
import type { ScannedJson } from './scanJson.ts'

export interface OverridesRead {
  overrides: Map<string, OperationOverride>
  /** Where there are any, there are no overrides. */
  mistakes: Mistake[]
}

const COMMENT = '$comment'

/** Reads the text of the settings file: all of it, or nothing and why. */
export function readOverrides(text: string, { broken, twice }: ScannedJson): OverridesRead {
  const none = new Map<string, OperationOverride>()
  if (text.trim() === '') return { overrides: none, mistakes: [] }
  if (broken) return { overrides: none, mistakes: [brokenWords(broken)] }
  const doubled = twice.map(({ path, line }) => ({ path, line, words: 'stands here a second time' }))
  const parsed = overridesSchema.safeParse(JSON.parse(text))
  if (!parsed.success)
    return { overrides: none, mistakes: [...doubled, ...parsed.error.issues.flatMap(mistakesIn)] }
  const overrides = new Map<string, OperationOverride>()
  const mistakes: Mistake[] = [...doubled]
  for (const [id, override] of Object.entries(parsed.data)) {
    if (typeof override !== 'string') overrides.set(id, override)
    else if (id !== COMMENT) mistakes.push({ path: [id], words: 'is a text where changes are wanted' })
  }
  return mistakes.length > 0 ? { overrides: none, mistakes } : { overrides, mistakes }
}

function brokenWords({ line, column, found, afterComma }: NonNullable<ScannedJson['broken']>): Mistake {
  const what = found === '' ? 'it ends too early' : `“${found}” can not stand there`
  const hint = afterComma && '}]'.includes(found) && found !== '' ? '; the comma before it is too many' : ''
  return { path: [], line, words: `The file is not JSON: at character ${column} ${what}${hint}` }
}

/** A union's own issue says nothing: what is wrong stands in that of its object. */
function mistakesIn(issue: z.core.$ZodIssue): Mistake[] {
  const path = issue.path.map(String)
  if (issue.code === 'invalid_union') {
    // Of two forms that a value may have, the longer one says more of what is wrong.
    const inner = issue.errors[1] ?? issue.errors[0] ?? []
    const within = inner.flatMap((one) => mistakesIn({ ...one, path: [...issue.path, ...one.path] }))
    if (within.length > 0) return within
    return [{ path, words: path.at(-1) === 'kind' ? 'is no kind of field' : issue.message }]
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], words: 'there is no such setting' }))
  return [{ path, words: issue.message }]
}
