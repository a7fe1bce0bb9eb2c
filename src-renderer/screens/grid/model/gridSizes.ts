import type { GridJob } from '../../../../src-preload/contract/types/grid.ts'
import type { GridSheet } from './arrange.ts'

export interface Size {
  width: number
  height: number
}

/** Between cells, and around them, in px. */
export const GAP = 6
export const EDGE = 12
/** Minimum useful width of a cell. */
const READABLE = 56
const COMFORTABLE = 128
/** A single row or column has the other way for itself. */
const COMFORTABLE_LINE = 220
/** Maximum number of visible cells, so that no zoom renders thousands of images. */
const MAX_IN_SIGHT = 600
const MIN_SIDE = 18
const LARGEST_SCALE = 4

/** An audio file's image, and the room a text wants; by kind of result. */
const USUAL: Record<string, Size> = {
  audio: { width: 448, height: 320 },
  text: { width: 480, height: 320 },
  embedding: { width: 320, height: 240 },
}
const UNKNOWN: Size = { width: 512, height: 512 }

/** The size of one cell at scale 1: each image of the sweep fits into it. */
export function cellBox(jobs: readonly GridJob[]): Size {
  let [width, height] = [0, 0]
  for (const job of jobs) {
    const usual = job.asset && USUAL[job.asset.kind]
    const own = usual ?? {
      width: job.asset?.width ?? job.width ?? 0,
      height: job.asset?.height ?? job.height ?? 0,
    }
    width = Math.max(width, own.width)
    height = Math.max(height, own.height)
  }
  return width > 0 && height > 0 ? { width, height } : UNKNOWN
}

/** What the grid is seen through, without its headings. */
interface Room {
  view: Size
  box: Size
  columns: number
  rows: number
  /** Screen pixels per px: at scale 1 an image is shown pixel for pixel. */
  pixels: number
}

const scaleFor = (length: number, count: number, side: number): number =>
  (length - 2 * EDGE + GAP) / count / side - GAP / side

const leastScale = ({ view, box, pixels }: Room): number => {
  const byCount = Math.sqrt((view.width * view.height) / MAX_IN_SIGHT / (box.width * box.height))
  const bySide = MIN_SIDE / Math.min(box.width, box.height)
  return Math.max(byCount, bySide) * pixels
}

/** The scale at which all of it is in sight, as far as that can be. */
export function fitScale(room: Room): number {
  const { view, box, columns, rows, pixels } = room
  const whole =
    Math.min(scaleFor(view.width, columns, box.width), scaleFor(view.height, rows, box.height)) * pixels
  return clampScale(Math.min(whole, 1), room)
}

/** What to begin with: all of it, or cells that can be looked at where there are too many for that. */
export function firstScale(room: Room): number {
  const fit = fitScale(room)
  const { box, pixels, columns, rows } = room
  if ((box.width * fit) / pixels >= READABLE) return fit
  const side = columns === 1 || rows === 1 ? COMFORTABLE_LINE : COMFORTABLE
  return clampScale((side / box.width) * pixels, room)
}

export const clampScale = (scale: number, room: Room): number =>
  Math.min(LARGEST_SCALE, Math.max(leastScale(room), scale))

/** A cell in px. */
export const cellSize = (box: Size, scale: number, pixels: number): Size => ({
  width: Math.max(1, Math.round((box.width * scale) / pixels)),
  height: Math.max(1, Math.round((box.height * scale) / pixels)),
})

export interface HeadSizes {
  /** Of the headings at the left; 0 without them. */
  width: number
  /** Of the headings on top; 0 without them. */
  height: number
  /** Columns too narrow for their words have them turned. */
  upright: boolean
}

const LETTER = 7.2
const PADDING = 20
/** The line above the headings with the name of the only axis. */
const ALONE = 16

interface Widths {
  /** Of the longest, in letters. */
  longest: number
  /** Of the longest run without a place to break it. */
  unbreakable: number
}

const measured = new WeakMap<readonly string[], Widths>()

/** How wide headings are: asked at every scroll, of thousands. */
function widthsOf(text: readonly string[]): Widths {
  const known = measured.get(text)
  if (known) return known
  const widths = {
    longest: longest(text),
    unbreakable: longest(text.flatMap((word) => word.split(/[\s-]+/u))),
  }
  measured.set(text, widths)
  return widths
}

const longest = (text: readonly string[]): number =>
  text.reduce((most, word) => Math.max(most, lettersOf(word)), 0)

/** As many letters as a word is wide: figures are wider than most. */
const lettersOf = (word: string): number => word.length + (word.match(/\d/gu)?.length ?? 0) * 0.12

/** How much room headings take, by their words and the cells beside them. */
export function headSizes(
  { columns, rows }: Pick<GridSheet, 'columns' | 'rows'>,
  cellWidth: number,
  viewWidth: number,
): HeadSizes {
  const { longest: letters, unbreakable } = widthsOf(columns.short)
  const wide = letters * LETTER + PADDING > cellWidth
  const upright = wide && (cellWidth < 72 || (cellWidth < 120 && unbreakable * LETTER + 8 > cellWidth))
  const width = Math.max(widthsOf(rows.short).longest, Math.min(14, rows.name.length + 2)) * LETTER + PADDING
  const named = upright ? Math.round(Math.min(132, letters * LETTER + PADDING)) : wide ? 52 : 36
  return {
    width: rows.name === '' ? 0 : Math.round(Math.min(width, Math.max(88, viewWidth * 0.22), 220)),
    height: columns.name === '' ? (rows.name === '' ? 0 : 28) : named + (rows.name === '' ? ALONE : 0),
    upright,
  }
}
