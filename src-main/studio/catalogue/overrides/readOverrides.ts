import { z } from 'zod'
import { type OverrideError, type OperationOverride, overridesSchema } from './overrideSchema.ts'
import type { ScannedJson } from './scanJson.ts'

export interface OverridesRead {
  overrides: Map<string, OperationOverride>
  /** If there are any, `overrides` is empty. */
  errors: OverrideError[]
}

const COMMENT = '$comment'

/** Parses the overrides file. Returns either all overrides or the errors. */
export function readOverrides(text: string, { syntaxError, duplicateKeys }: ScannedJson): OverridesRead {
  const none = new Map<string, OperationOverride>()
  if (text.trim() === '') return { overrides: none, errors: [] }
  if (syntaxError) return { overrides: none, errors: [syntaxErrorOf(syntaxError)] }
  const duplicates = duplicateKeys.map(({ path, line }) => ({
    path,
    line,
    message: 'is listed twice',
  }))
  const parsed = overridesSchema.safeParse(JSON.parse(text))
  if (!parsed.success)
    return { overrides: none, errors: [...duplicates, ...parsed.error.issues.flatMap(errorsOf)] }
  const overrides = new Map<string, OperationOverride>()
  const errors: OverrideError[] = [...duplicates]
  for (const [id, override] of Object.entries(parsed.data)) {
    if (typeof override !== 'string') overrides.set(id, override)
    else if (id !== COMMENT) errors.push({ path: [id], message: 'must be an object, not text' })
  }
  return errors.length > 0 ? { overrides: none, errors } : { overrides, errors }
}

function syntaxErrorOf({
  line,
  column,
  found,
  afterComma,
}: NonNullable<ScannedJson['syntaxError']>): OverrideError {
  const reason = found === '' ? 'it ends too early' : `“${found}” is unexpected`
  const hint = afterComma && '}]'.includes(found) && found !== '' ? '; remove the comma before it' : ''
  return { path: [], line, message: `The file isn’t valid JSON: at character ${column} ${reason}${hint}` }
}

/** The errors in an issue of zod. For a union the issues of its object schema are used, because they are more specific. */
function errorsOf(issue: z.core.$ZodIssue): OverrideError[] {
  const path = issue.path.map(String)
  if (issue.code === 'invalid_union') {
    // The object schema is the second member of each union.
    const inner = issue.errors[1] ?? issue.errors[0] ?? []
    const within = inner.flatMap((nested) => errorsOf({ ...nested, path: [...issue.path, ...nested.path] }))
    if (within.length > 0) return within
    return [{ path, message: path.at(-1) === 'kind' ? 'isn’t a known kind of field' : issue.message }]
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: 'unknown setting' }))
  return [{ path, message: issue.message }]
}
