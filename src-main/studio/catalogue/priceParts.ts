import type { Values } from '../../../src-preload/contract/types/form.ts'
import type { WireFile } from '../service/Exchange.ts'
import type { OnDemand } from '../service/PriceRequest.ts'
import { filesOf } from './filesOf.ts'
import type { FileFacts, FindFile } from './FindFile.ts'
import type { FieldRow, FileRow } from './Operation.ts'
import { type WireEntry, wireEntries } from './wireEntries.ts'
import { wireFiles } from './wireFiles.ts'

interface PriceParts {
  entries: WireEntry[]
  files: WireFile[]
  onDemand: OnDemand[]
}

/**
 * What rows say in a price body: of a file what was measured of it, and the file itself only on demand or where it can't be
 * measured; of a text that is priced by its length the text, and the length on demand (facts.md §1).
 */
export function priceParts(rows: readonly FieldRow[], values: Values, find: FindFile): PriceParts {
  const own = rows.flatMap((row) => (row.kind === 'file' ? [] : wireEntries([row], values)))
  const entries: WireEntry[] = []
  const files: WireFile[] = []
  const onDemand: OnDemand[] = []
  for (const row of rows) {
    const mine = wireEntries([row], values)
    entries.push(...mine)
    if (row.kind === 'file') {
      const [first] = filesOf([row], values, find)
      if (!first) continue
      const measures = measuresOf(row, first.file)
      const whole = wireFiles([row], values, find)
      if (!measures) {
        files.push(...whole)
        continue
      }
      entries.push(...measures)
      // A size of one's own stays in the body when the file takes the place of its measures.
      const drops = measures.map(([name]) => name).filter((name) => !own.some(([other]) => other === name))
      onDemand.push({ names: askedBy(row, rows), drops, sets: {}, files: whole })
    } else if (row.kind === 'text' && row.counted !== undefined) {
      for (const [name, text] of mine)
        if (typeof text === 'string')
          onDemand.push({
            names: [row.counted],
            drops: [name],
            sets: { [row.counted]: Array.from(text).length },
            files: [],
          })
    }
  }
  // A size of one's own stands where the measured one did.
  return { entries: [...new Map([...entries, ...own])], files, onDemand }
}

/** Names whose refusal asks for a row's files: its own, and those of the rows it excludes. */
function askedBy(row: FileRow, rows: readonly FieldRow[]): string[] {
  const group = rows.filter((one) => one === row || (row.oneOf !== undefined && one.oneOf === row.oneOf))
  const names = group.flatMap((one) => [
    one.wire?.[one.name] ?? one.name,
    ...(one.kind === 'file' && one.many !== undefined ? [one.many.replace('[]', '')] : []),
  ])
  return [...new Set(names)]
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
