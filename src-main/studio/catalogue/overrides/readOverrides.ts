import { z } from 'zod'
import { type OperationOverride, overridesSchema } from './overrideSchema.ts'

export interface OverridesRead {
  overrides: Map<string, OperationOverride>
  /** In words; where there are any, there are no overrides. */
  problems: string[]
}

const COMMENT = '$comment'

/** Reads the text of the settings file: all of it, or nothing and why. */
export function readOverrides(text: string): OverridesRead {
  const none = new Map<string, OperationOverride>()
  if (text.trim() === '') return { overrides: none, problems: [] }
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { overrides: none, problems: [`The file is not JSON: ${reason}`] }
  }
  const parsed = overridesSchema.safeParse(raw)
  if (!parsed.success) return { overrides: none, problems: parsed.error.issues.flatMap(inWords) }
  const overrides = new Map<string, OperationOverride>()
  const problems: string[] = []
  for (const [id, override] of Object.entries(parsed.data)) {
    if (typeof override !== 'string') overrides.set(id, override)
    else if (id !== COMMENT) problems.push(`${id}: is a text where changes are wanted`)
  }
  return problems.length > 0 ? { overrides: none, problems } : { overrides, problems }
}

/** A union's own issue says nothing: what is wrong stands in that of its object. */
function inWords(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'invalid_union') {
    const [, inner = []] = issue.errors
    return inner.flatMap((one) => inWords({ ...one, path: [...issue.path, ...one.path] }))
  }
  const where = issue.path.map(String).join(' → ')
  return [where === '' ? issue.message : `${where}: ${issue.message}`]
}
