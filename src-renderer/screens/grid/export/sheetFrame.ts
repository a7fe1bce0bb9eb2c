import type { Place } from '../../../workers/SheetAsk.ts'
import type { GridSheet } from '../model/arrange.ts'
import type { Size } from '../model/gridSizes.ts'

export interface Shape {
  sheet: GridSheet
  /** Indexes of the pages to draw, one below the other. */
  pages: readonly number[]
  /** Size of a cell at its largest, as the images are. */
  box: Size
  /** Longest side of a cell on the sheet, px. */
  side: number
  /** Into so many the columns are broken, one below the other with their headings; absent: one. */
  bands?: number
  caption: string
}

export interface Frame {
  letters: number
  gap: number
  edge: number
  cell: Size
  /** Columns beside each other. */
  across: number
  bands: number
  headWidth: number
  headHeight: number
  upright: boolean
  captionHeight: number
  pageHead: number
  width: number
  height: number
  pageHeight: number
  /** From the top of a band to that of the next. */
  bandPitch: number
}

/** Sides of a canvas, and its area at four bytes a pixel, that any machine of today has room for. */
const MAX_SIDE = 16_383
const MAX_PIXELS = 80_000_000
const MIN_CELL = 16
/** Bands are worth their break only where images become so much larger. */
const WORTH = 1.15

/** Everything's size for cells with this longest side. */
export function sheetFrame({ sheet, pages, box, side, caption, bands = 1 }: Shape): Frame {
  const { columns, rows } = sheet
  const scale = side / Math.max(box.width, box.height)
  const cell = {
    width: Math.max(1, Math.round(box.width * scale)),
    height: Math.max(1, Math.round(box.height * scale)),
  }
  const letters = Math.round(Math.max(11, Math.min(40, side / 11)))
  const gap = Math.max(2, Math.round(side / 40))
  const edge = letters * 2
  const longest = (text: readonly string[]) =>
    text.reduce((most, { length }) => Math.max(most, length), 0) * letters * 0.58
  const inColumns = longest(columns.short)
  const upright = inColumns > cell.width * 1.9 && cell.width < letters * 9
  const beside = Math.max(longest(rows.short), longest([`${rows.name} ↓`, `${columns.name} →`]))
  const headWidth = rows.name === '' ? 0 : Math.min(beside, letters * 16) + letters * 1.5
  const named = upright
    ? Math.min(inColumns, letters * 14) + letters
    : letters * (inColumns > cell.width ? 4 : 2.4)
  // An only axis has its name above its headings.
  const alone = rows.name === '' || columns.name === '' ? letters * 1.6 : 0
  const headHeight =
    columns.name === '' ? (rows.name === '' ? 0 : alone) : named + (rows.name === '' ? alone : 0)
  const across = Math.ceil(columns.values.length / bands)
  const width = Math.round(2 * edge + headWidth + across * (cell.width + gap) - gap)
  const captionHeight = caption === '' ? 0 : letters * 4.4
  const pageHead = pages.length > 1 || sheet.pages.name !== '' ? letters * 2.6 : 0
  const bandHeight = headHeight + rows.values.length * (cell.height + gap) - gap
  const bandPitch = bandHeight + letters * 1.4
  const pageHeight = pageHead + bandHeight + (bands - 1) * bandPitch
  const height = Math.round(2 * edge + captionHeight + pages.length * pageHeight + (pages.length - 1) * edge)
  return {
    letters,
    gap,
    edge,
    cell,
    across,
    bands,
    headWidth,
    headHeight,
    upright,
    captionHeight,
    pageHead,
    width,
    height,
    pageHeight,
    bandPitch,
  }
}

/** Where a cell of the page that begins at `top` is drawn. */
export const cellPlace = (
  { edge, headWidth, headHeight, pageHead, cell, gap, across, bandPitch }: Frame,
  column: number,
  row: number,
  top: number,
): Place => ({
  x: Math.round(edge + headWidth + (column % across) * (cell.width + gap)),
  y: Math.round(
    top + pageHead + headHeight + Math.floor(column / across) * bandPitch + row * (cell.height + gap),
  ),
  ...cell,
})

const fits = ({ width, height }: Size): boolean =>
  width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS

/** The largest cells up to the wanted ones with which the sheet is no larger than a canvas may be; null where none are. */
function fittingSide(wish: Shape): number | null {
  if (fits(sheetFrame(wish))) return wish.side
  if (!fits(sheetFrame({ ...wish, side: MIN_CELL }))) return null
  let [low, high] = [MIN_CELL, wish.side]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(sheetFrame({ ...wish, side: middle }))) low = middle
    else high = middle
  }
  return low
}

/** How the sheet fits a canvas with the largest cells: as it is, else with long rows broken into bands; null where no way is. */
export function fitSheet(wish: Shape): { side: number; bands: number } | null {
  const columns = wish.sheet.columns.values.length
  let best: { side: number; bands: number } | null = null
  for (let bands = 1; bands <= columns; bands = Math.ceil(bands * 1.4)) {
    // As many as its columns fill, with none left empty.
    const filled = Math.ceil(columns / Math.ceil(columns / bands))
    const side = fittingSide({ ...wish, bands: filled })
    if (side !== null && (best === null || side > best.side * WORTH)) best = { side, bands: filled }
    if (best?.side === wish.side) break
  }
  return best
}

export const sheetSize = (wish: Shape): Size => {
  const { width, height } = sheetFrame(wish)
  return { width, height }
}
