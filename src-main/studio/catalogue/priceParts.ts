import type { Values } from '../../../src-preload/contract/types/form.ts'
import type { WireFile } from '../service/Exchange.ts'
import { filesOf } from './filesOf.ts'
import type { FileFacts, FindFile } from './FindFile.ts'
import { isActive } from './isActive.ts'
import { isEmptyValue } from './isEmptyValue.ts'
import type { FieldRow, FileRow, TextRow } from './Operation.ts'
import { type WireEntry, wireEntries } from './wireEntries.ts'
import { wireFiles } from './wireFiles.ts'

interface PriceParts {
  entries: WireEntry[]
  files: WireFile[]
}

/**
 * What rows say in a price body: of a file its measures rather than its bytes, of some texts their length
 * (facts.md §1). Only a file that can't be measured is sent itself.
 */
export function priceParts(rows: readonly FieldRow[], values: Values, find: FindFile): PriceParts {
  const parts: PriceParts = { entries: [], files: [] }
  for (const row of rows) {
    if (row.kind === 'file') {
      const [first] = filesOf([row], values, find)
      const measures = first && measuresOf(row, first.file)
      if (measures) parts.entries.push(...measures)
      else parts.files.push(...wireFiles([row], values, find))
    } else if (row.kind === 'text' && row.counted !== undefined) {
      parts.entries.push(...countOf(row, row.counted, values))
    } else {
      parts.entries.push(...wireEntries([row], values))
    }
  }
  // A size of one's own stands where the measured one did.
  return { ...parts, entries: [...new Map(parts.entries)] }
}

/** Null where something that is wanted could not be measured. */
function measuresOf({ measured }: FileRow, { width, height, durationMs }: FileFacts): WireEntry[] | null {
  if (!measured) return []
  const seconds = durationMs === null ? null : durationMs / 1000
  const wanted: [string | undefined, number | null][] = [
    [measured.width, width],
    [measured.height, height],
    [measured.seconds, seconds],
    [measured.wholeSeconds, seconds === null ? null : Math.max(1, Math.ceil(seconds))],
  ]
  const entries: WireEntry[] = []
  for (const [name, value] of wanted) {
    if (name === undefined) continue
    if (value === null) return null
    entries.push([name, value])
  }
  return entries
}

function countOf(row: TextRow, counted: string, values: Values): WireEntry[] {
  const text = Object.hasOwn(values, row.name) ? values[row.name] : undefined
  if (typeof text !== 'string' || isEmptyValue(text)) return []
  if (row.when && !isActive([row.when], values)) return []
  return [[counted, Array.from(text).length]]
}
