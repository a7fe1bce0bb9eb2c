import type { Rect } from '../../workers/sheet.worker.ts'
import type { Sheet, Size } from './Sheet.ts'

export interface SheetShape {
  sheet: Sheet
  /** Indexes of the pages to draw, one below the other. */
  pages: readonly number[]
  /** Size of an item at full scale, which contains all images. */
  fullItemSize: Size
  /** Longest side of an item on the sheet, in pixels. */
  side: number
  /** Number of bands, one below the other, that the columns are split into; 1 by default. */
  bands?: number
  caption: string
}

/** All sizes of a sheet, in pixels of the image. */
export interface SheetLayout {
  /** Font size of headings. */
  fontSize: number
  /** Font size of texts in place of items. */
  itemFontSize: number
  /** Space between the items of a cell. */
  itemGap: number
  /** Space between cells. */
  cellGap: number
  margin: number
  item: Size
  /** Height of the caption below each item. */
  itemCaptionHeight: number
  /** Items side by side in a cell. */
  itemsPerRow: number
  /** Size of a cell with all its items and their captions. */
  cell: Size
  /** Columns per band. */
  columnsPerBand: number
  bands: number
  rowHeadingWidth: number
  columnHeadingHeight: number
  hasRotatedHeadings: boolean
  captionHeight: number
  pageHeadingHeight: number
  width: number
  height: number
  pageHeight: number
  /** Distance between the tops of two bands. */
  bandPitch: number
}

/** The largest side and area of a canvas in pixels. Each pixel takes four bytes of memory. */
const MAX_SIDE = 16_383
const MAX_PIXELS = 80_000_000
/** The shortest useful side of an item, in pixels. */
const MIN_ITEM_SIDE = 16
/** More bands must make the items larger by at least this factor. */
const MIN_BAND_GAIN = 1.15

/** Font size of an item's caption, relative to `itemFontSize`. */
export const CAPTION_SIZE = 0.7
/** Height of an item's caption, relative to its own font size. */
const CAPTION_HEIGHT = 1.9

/** Average width of a character, relative to the font size. */
const CHARACTER_WIDTH = 0.58

/** The font size for boxes with this side, in pixels. */
const fontSizeFor = (side: number): number => Math.round(Math.max(11, Math.min(40, side / 11)))

/** The number of columns in which items of this size fill the most compact block, preferably a wide one. */
function compactColumns(count: number, { width, height }: Size): number {
  const halfPerimeter = (columns: number) => columns * width + Math.ceil(count / columns) * height
  let best = count
  for (let columns = count - 1; columns >= 1; columns--)
    if (halfPerimeter(columns) < halfPerimeter(best)) best = columns
  return best
}

/**
 * Computes the sizes of a sheet. Headings and margins are multiples of the font size, which grows with the cells.
 */
export function layoutSheet({
  sheet,
  pages,
  fullItemSize,
  side,
  caption,
  bands = 1,
}: SheetShape): SheetLayout {
  const { columns, rows, itemsPerCell } = sheet
  const scale = side / Math.max(fullItemSize.width, fullItemSize.height)
  const item = {
    width: Math.max(1, Math.round(fullItemSize.width * scale)),
    height: Math.max(1, Math.round(fullItemSize.height * scale)),
  }
  const itemGap = Math.max(2, Math.round(side / 40))
  const cellGap = itemsPerCell > 1 ? itemGap * 4 : itemGap
  const itemFontSize = fontSizeFor(side)
  const itemCaptionHeight = sheet.hasCaptions ? Math.round(itemFontSize * CAPTION_SIZE * CAPTION_HEIGHT) : 0
  const itemsPerRow = compactColumns(itemsPerCell, fullItemSize)
  const itemRows = Math.ceil(itemsPerCell / itemsPerRow)
  const cell = {
    width: itemsPerRow * (item.width + itemGap) - itemGap,
    height: itemRows * (item.height + itemCaptionHeight + itemGap) - itemGap,
  }
  const fontSize = fontSizeFor(side * Math.min(itemsPerRow, itemRows))
  const margin = fontSize * 2
  const textWidth = (texts: readonly string[]) =>
    texts.reduce((longest, { length }) => Math.max(longest, length), 0) * fontSize * CHARACTER_WIDTH
  const longestColumnHeading = textWidth(columns.shortValues)
  const hasRotatedHeadings = longestColumnHeading > cell.width * 1.9 && cell.width < fontSize * 9
  const longestRowHeading = Math.max(
    textWidth(rows.shortValues),
    textWidth([`${rows.name} ↓`, `${columns.name} →`]),
  )
  const rowHeadingWidth = rows.name === '' ? 0 : Math.min(longestRowHeading, fontSize * 16) + fontSize * 1.5
  const columnHeadingLinesHeight = hasRotatedHeadings
    ? Math.min(longestColumnHeading, fontSize * 14) + fontSize
    : fontSize * (longestColumnHeading > cell.width ? 4 : 2.4)
  // With a single axis, its name is above the headings.
  const axisNameHeight = rows.name === '' || columns.name === '' ? fontSize * 1.6 : 0
  const columnHeadingHeight =
    columns.name === ''
      ? rows.name === ''
        ? 0
        : axisNameHeight
      : columnHeadingLinesHeight + (rows.name === '' ? axisNameHeight : 0)
  const columnsPerBand = Math.ceil(columns.values.length / bands)
  const width = Math.round(2 * margin + rowHeadingWidth + columnsPerBand * (cell.width + cellGap) - cellGap)
  const captionHeight = caption === '' ? 0 : fontSize * 4.4
  const pageHeadingHeight = pages.length > 1 || sheet.pages.name !== '' ? fontSize * 2.6 : 0
  const bandHeight = columnHeadingHeight + rows.values.length * (cell.height + cellGap) - cellGap
  const bandPitch = bandHeight + fontSize * 1.4
  const pageHeight = pageHeadingHeight + bandHeight + (bands - 1) * bandPitch
  const height = Math.round(
    2 * margin + captionHeight + pages.length * pageHeight + (pages.length - 1) * margin,
  )
  return {
    fontSize,
    itemFontSize,
    itemGap,
    cellGap,
    margin,
    item,
    itemCaptionHeight,
    itemsPerRow,
    cell,
    columnsPerBand,
    bands,
    rowHeadingWidth,
    columnHeadingHeight,
    hasRotatedHeadings,
    captionHeight,
    pageHeadingHeight,
    width,
    height,
    pageHeight,
    bandPitch,
  }
}

/** Position of a cell on the page that begins at the vertical position `top`, in pixels. */
export const cellRect = (
  {
    margin,
    rowHeadingWidth,
    columnHeadingHeight,
    pageHeadingHeight,
    cell,
    cellGap,
    columnsPerBand,
    bandPitch,
  }: SheetLayout,
  column: number,
  row: number,
  top: number,
): Rect => ({
  x: Math.round(margin + rowHeadingWidth + (column % columnsPerBand) * (cell.width + cellGap)),
  y: Math.round(
    top +
      pageHeadingHeight +
      columnHeadingHeight +
      Math.floor(column / columnsPerBand) * bandPitch +
      row * (cell.height + cellGap),
  ),
  ...cell,
})

/** Position of an item in the cell at `cell`, in pixels; its caption is below it. */
export const itemRect = (
  { item, itemGap, itemCaptionHeight, itemsPerRow }: SheetLayout,
  index: number,
  cell: Rect,
): Rect => ({
  x: cell.x + (index % itemsPerRow) * (item.width + itemGap),
  y: cell.y + Math.floor(index / itemsPerRow) * (item.height + itemCaptionHeight + itemGap),
  ...item,
})

const fits = ({ width, height }: Size): boolean =>
  width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS

/** The largest item size, up to the requested one, within the canvas limits; null if none fits. */
function fittingSide(shape: SheetShape): number | null {
  if (fits(layoutSheet(shape))) return shape.side
  if (!fits(layoutSheet({ ...shape, side: MIN_ITEM_SIDE }))) return null
  let [min, max] = [MIN_ITEM_SIDE, shape.side]
  while (max - min > 1) {
    const middle = Math.floor((min + max) / 2)
    if (fits(layoutSheet({ ...shape, side: middle }))) min = middle
    else max = middle
  }
  return min
}

/** Finds the number of bands with the largest items within the canvas limits; null if nothing fits. */
export function fitSheet(shape: SheetShape): { side: number; bands: number } | null {
  const { columns: headings, rows } = shape.sheet
  const columns = headings.values.length
  // Without column headings, bands of several rows would look like results in another order.
  const maxBands = headings.name === '' && rows.values.length > 1 ? 1 : columns
  let best: { side: number; bands: number } | null = null
  for (let bands = 1; bands <= maxBands; bands = Math.ceil(bands * 1.4)) {
    // Avoids empty bands.
    const filled = Math.ceil(columns / Math.ceil(columns / bands))
    const side = fittingSide({ ...shape, bands: filled })
    if (side !== null && (best === null || side > best.side * MIN_BAND_GAIN)) best = { side, bands: filled }
    if (best?.side === shape.side) break
  }
  return best
}

export const sheetSize = (shape: SheetShape): Size => {
  const { width, height } = layoutSheet(shape)
  return { width, height }
}
