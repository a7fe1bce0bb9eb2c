import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { joinSegments } from '../../../../src-preload/shared/segments.ts'

/** Whether segments have neither times nor speakers, so that each is a line of a text. */
export const isPlainText = (segments: readonly Segment[]): boolean =>
  segments.every(({ start, speaker }) => start === null && speaker === null)

const splitLines = (text: string): string[] => text.split(/\r\n?|\n/)

/**
 * A plain text after some of its segments were replaced. Its other lines stay as they are, blank ones too. If the segments aren't the lines
 * of the text, each one becomes a line.
 */
export function replaceLines(text: string, before: readonly Segment[], after: readonly Segment[]): string {
  const lines = splitLines(text)
  const positions = lines.flatMap((line, index) => (line.trim() === '' ? [] : index))
  const areLines =
    positions.length === before.length &&
    positions.every((position, index) => lines[position]?.trim() === before[index]?.text)
  if (!areLines) return joinSegments(after)
  const kept = countEqual(before, after)
  const keptAtEnd = countEqual(before.slice(kept).toReversed(), after.slice(kept).toReversed())
  const added = after.slice(kept, after.length - keptAtEnd).flatMap((segment) => segment.text.trim() || [])
  const from = positions[kept] ?? lines.length
  const next = before.length - keptAtEnd
  // The blank lines after removed ones go with them.
  const to = added.length === 0 ? (positions[next] ?? lines.length) : (positions[next - 1] ?? from) + 1
  const indent = /^\s*/.exec(lines[from] ?? '')?.[0] ?? ''
  const inserted = added.length === 0 ? [] : [indent + added.join('\n')]
  return [...lines.slice(0, from), ...inserted, ...lines.slice(to)].join('\n').trimEnd()
}

/** The number of segments with equal texts at the beginning of both lists. */
function countEqual(a: readonly Segment[], b: readonly Segment[]): number {
  const index = a.findIndex(({ text }, at) => text !== b[at]?.text)
  return index === -1 ? a.length : index
}
