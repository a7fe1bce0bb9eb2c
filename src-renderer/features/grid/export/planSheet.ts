import type { GridJob } from '../../../../src-preload/contract/types/grid.ts'
import type { Mark, Place, SheetPlan } from '../../../workers/SheetAsk.ts'
import type { GridSheet } from '../model/arrange.ts'
import { cellWords } from '../model/cellWords.ts'
import type { Size } from '../model/gridSizes.ts'

export interface Look {
  ground: string
  panel: string
  text: string
  quiet: string
}

export const LOOKS: Record<'light' | 'dark', Look> = {
  light: { ground: '#ffffff', panel: '#f1f0ef', text: '#21201c', quiet: '#63635e' },
  dark: { ground: '#111110', panel: '#222221', text: '#eeeeec', quiet: '#b5b3ad' },
}

interface Wish {
  sheet: GridSheet
  /** Indexes of the pages to draw, one below the other. */
  pages: readonly number[]
  layer: number
  /** Size of a cell at its largest, as the pictures are. */
  box: Size
  /** Longest side of a cell on the sheet, px. */
  side: number
  look: Look
  caption: string
}

export interface Drawing extends SheetPlan {
  /** Results to be drawn into their places. */
  pictures: { place: Place; job: GridJob }[]
}

/** Sides of a canvas, and its area at four bytes a pixel, that any machine of today has room for. */
const MOST_SIDE = 16_383
const MOST_PIXELS = 80_000_000
const LEAST_CELL = 16

interface Frame {
  letters: number
  gap: number
  edge: number
  cell: Size
  headWidth: number
  headHeight: number
  upright: boolean
  captionHeight: number
  pageHead: number
  width: number
  height: number
  pageHeight: number
}

/** Everything's size for cells with this longest side. */
function frame({ sheet, pages, box, side, caption }: Wish): Frame {
  const { columns, rows } = sheet
  const scale = side / Math.max(box.width, box.height)
  const cell = {
    width: Math.max(1, Math.round(box.width * scale)),
    height: Math.max(1, Math.round(box.height * scale)),
  }
  const letters = Math.round(Math.max(11, Math.min(40, side / 11)))
  const gap = Math.max(2, Math.round(side / 40))
  const edge = letters * 2
  const longest = (words: readonly string[]) =>
    Math.max(0, ...words.map(({ length }) => length)) * letters * 0.58
  const upright = longest(columns.values) > cell.width * 1.9 && cell.width < letters * 9
  const beside = Math.max(longest(rows.values), longest([`${rows.name} ↓`, `${columns.name} →`]))
  const headWidth = rows.name === '' ? 0 : Math.min(beside, letters * 16) + letters * 1.5
  const headHeight =
    columns.name === ''
      ? 0
      : upright
        ? Math.min(longest(columns.values), letters * 14) + letters
        : letters * (longest(columns.values) > cell.width ? 4 : 2.4)
  const width = Math.round(2 * edge + headWidth + columns.values.length * (cell.width + gap) - gap)
  const captionHeight = caption === '' ? 0 : letters * 4.4
  const pageHead = pages.length > 1 || sheet.pages.name !== '' ? letters * 2.6 : 0
  const pageHeight = pageHead + headHeight + rows.values.length * (cell.height + gap) - gap
  const height = Math.round(2 * edge + captionHeight + pages.length * pageHeight + (pages.length - 1) * edge)
  return {
    letters,
    gap,
    edge,
    cell,
    headWidth,
    headHeight,
    upright,
    captionHeight,
    pageHead,
    width,
    height,
    pageHeight,
  }
}

const fits = ({ width, height }: Size): boolean =>
  width <= MOST_SIDE && height <= MOST_SIDE && width * height <= MOST_PIXELS

/** The largest cells up to the wanted ones with which the sheet is no larger than a canvas may be; null where none are. */
export function fittingSide(wish: Wish): number | null {
  if (fits(frame(wish))) return wish.side
  if (!fits(frame({ ...wish, side: LEAST_CELL }))) return null
  let [low, high] = [LEAST_CELL, wish.side]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(frame({ ...wish, side: middle }))) low = middle
    else high = middle
  }
  return low
}

export const sheetSize = (wish: Wish): Size => {
  const { width, height } = frame(wish)
  return { width, height }
}

/** What is drawn where: headings, words of cells without a result, and the places of the results. */
export function planSheet(wish: Wish): Drawing {
  const { sheet, pages, layer, look, caption } = wish
  const sizes = frame(wish)
  const { letters, edge, width, height, captionHeight, pageHeight } = sizes
  const marks: Mark[] = []
  const pictures: Drawing['pictures'] = []
  if (captionHeight > 0) {
    const place = { x: edge, y: edge, width: width - 2 * edge, height: letters * 3.4 }
    marks.push(textMark(caption, place, { size: letters * 1.15, colour: look.text, bold: true, lines: 2 }))
  }
  for (const [nth, page] of pages.entries()) {
    const top = edge + captionHeight + nth * (pageHeight + edge)
    const drawn = drawPage(wish, sizes, page, top)
    marks.push(...drawn.marks)
    for (const [row] of sheet.rows.values.entries())
      for (const [column] of sheet.columns.values.entries()) {
        const place = placeOf(sizes, column, row, top)
        const jobs = sheet.at(column, row, page)
        const job = jobs[layer] ?? jobs[0]
        if (job?.asset && job.state === 'saved' && job.asset.trashedAt === null && job.asset.excerpt === null)
          pictures.push({ place, job })
        else marks.push(...wordCell(place, cellWords(job), sizes, look))
      }
  }
  return { width, height, ground: look.ground, marks, pictures }
}

const placeOf = (
  { edge, headWidth, headHeight, pageHead, cell, gap }: Frame,
  column: number,
  row: number,
  top: number,
): Place => ({
  x: Math.round(edge + headWidth + column * (cell.width + gap)),
  y: Math.round(top + pageHead + headHeight + row * (cell.height + gap)),
  ...cell,
})

function drawPage({ sheet, look }: Wish, sizes: Frame, page: number, top: number): { marks: Mark[] } {
  const { letters, edge, headWidth, headHeight, pageHead, cell, gap, upright, width } = sizes
  const marks: Mark[] = []
  const bold = { size: letters, colour: look.text, bold: true }
  if (pageHead > 0 && sheet.pages.name !== '') {
    const words = `${sheet.pages.name} ${sheet.pages.values[page] ?? ''}`
    marks.push(textMark(words, { x: edge, y: top, width: width - 2 * edge, height: letters * 1.8 }, bold))
  }
  const y = top + pageHead
  if (headHeight > 0) {
    for (const [column, words] of sheet.columns.values.entries()) {
      const x = edge + headWidth + column * (cell.width + gap)
      const place = { x, y, width: cell.width, height: headHeight - letters * 0.6 }
      marks.push({
        ...textMark(words, place, { ...bold, lines: upright ? 1 : 2 }),
        align: upright ? 'left' : 'center',
        upright,
      })
    }
    if (headWidth > 0) {
      const line = letters * 1.2
      const foot = y + headHeight - letters * 0.6
      const quiet = { size: letters * 0.8, colour: look.quiet, bold: false }
      for (const [up, words] of [`${sheet.rows.name} ↓`, `${sheet.columns.name} →`].entries()) {
        const place = { x: edge, y: foot - (up + 1) * line, width: headWidth - letters, height: line }
        marks.push(textMark(words, place, quiet))
      }
    }
  }
  if (headWidth > 0)
    for (const [row, words] of sheet.rows.values.entries()) {
      const place = {
        x: edge,
        y: y + headHeight + row * (cell.height + gap),
        width: headWidth - letters,
        height: cell.height,
      }
      marks.push(
        textMark(words, place, { ...bold, lines: Math.max(1, Math.floor(cell.height / (letters * 1.4))) }),
      )
    }
  return { marks }
}

function wordCell(place: Place, words: string, { letters }: Frame, look: Look): Mark[] {
  const inner = letters * 0.5
  const size = Math.min(letters * 0.85, place.height / 3)
  const text: Mark = {
    ...textMark(
      words,
      {
        x: place.x + inner,
        y: place.y + inner,
        width: Math.max(1, place.width - 2 * inner),
        height: place.height - 2 * inner,
      },
      {
        size,
        colour: look.quiet,
        bold: false,
        lines: Math.max(1, Math.floor((place.height - 2 * inner) / (size * 1.3))),
      },
    ),
    align: 'center',
  }
  return [{ kind: 'box', place, fill: look.panel, radius: radiusOf(place) }, text]
}

export const radiusOf = ({ width, height }: Size): number => Math.min(8, Math.min(width, height) / 16)

const textMark = (
  words: string,
  place: Place,
  { size, colour, bold, lines = 1 }: { size: number; colour: string; bold: boolean; lines?: number },
): Extract<Mark, { kind: 'text' }> => ({
  kind: 'text',
  place,
  words,
  size,
  bold,
  colour,
  align: 'left',
  upright: false,
  lines,
})
