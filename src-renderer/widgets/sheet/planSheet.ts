import type { GridAsset } from '../../../src-preload/contract/types/grid.ts'
import type { SheetElement, Rect, SheetPlan } from '../../workers/sheet.worker.ts'
import type { Sheet, SheetItem, Size } from './Sheet.ts'
import {
  CAPTION_SIZE,
  cellRect,
  itemRect,
  type SheetLayout,
  type SheetShape,
  layoutSheet,
} from './sheetLayout.ts'

export interface SheetColours {
  background: string
  panel: string
  text: string
  secondaryText: string
}

export const SHEET_COLOURS: Record<'light' | 'dark', SheetColours> = {
  light: { background: '#ffffff', panel: '#f1f0ef', text: '#21201c', secondaryText: '#63635e' },
  dark: { background: '#111110', panel: '#222221', text: '#eeeeec', secondaryText: '#b5b3ad' },
}

interface SheetOptions extends SheetShape {
  colours: SheetColours
}

export interface Drawing extends SheetPlan {
  /** Results with their positions. */
  images: { rect: Rect; asset: GridAsset }[]
}

/** Plans a sheet: headings, texts of items without an image, and the positions of results. */
export function planSheet(options: SheetOptions): Drawing {
  const { sheet, pages, colours, caption } = options
  const layout = layoutSheet(options)
  const { fontSize, margin, width, height, captionHeight, pageHeight } = layout
  const elements: SheetElement[] = []
  const images: Drawing['images'] = []
  if (captionHeight > 0) {
    const rect = { x: margin, y: margin, width: width - 2 * margin, height: fontSize * 3.4 }
    elements.push(
      textElement(caption, rect, { size: fontSize * 1.15, colour: colours.text, bold: true, lines: 2 }),
    )
  }
  for (const [pageIndex, page] of pages.entries()) {
    const top = margin + captionHeight + pageIndex * (pageHeight + margin)
    elements.push(...pageElements(options, layout, page, top))
    for (const [row] of sheet.rows.values.entries())
      for (const [column] of sheet.columns.values.entries()) {
        const cell = cellRect(layout, column, row, top)
        const items = placeItems(sheet.itemsAt(column, row, page), layout, cell)
        for (const { rect, asset, text, caption } of items) {
          if (caption) elements.push(captionElement(caption, rect, layout, colours))
          if (asset && asset.excerpt === null) {
            // Results without a background of their own get one.
            if (asset.kind !== 'image' && asset.kind !== 'video') elements.push(itemBackground(rect, colours))
            images.push({ rect, asset })
          } else elements.push(...textElements(rect, text, layout, colours, asset !== null))
        }
      }
  }
  return { width, height, background: colours.background, elements, images }
}

/** The items of a cell with their positions. A text instead of all results takes the whole cell. */
function placeItems(
  items: readonly SheetItem[],
  layout: SheetLayout,
  cell: Rect,
): (SheetItem & { rect: Rect })[] {
  const [first] = items
  if (first && items.length === 1 && !first.asset)
    return [{ ...first, rect: { ...cell, height: cell.height - layout.itemCaptionHeight } }]
  return items.map((item, index) => ({ ...item, rect: itemRect(layout, index, cell) }))
}

function pageElements(
  { sheet, colours }: SheetOptions,
  layout: SheetLayout,
  page: number,
  top: number,
): SheetElement[] {
  const { fontSize, margin, pageHeadingHeight, bandPitch, bands, width } = layout
  const elements: SheetElement[] = []
  if (pageHeadingHeight > 0 && sheet.pages.name !== '') {
    const text = `${sheet.pages.name} ${sheet.pages.values[page] ?? ''}`
    const rect = { x: margin, y: top, width: width - 2 * margin, height: fontSize * 1.8 }
    elements.push(textElement(text, rect, { size: fontSize, colour: colours.text, bold: true }))
  }
  for (let band = 0; band < bands; band++)
    elements.push(
      ...headingElements(sheet, colours, layout, band, top + pageHeadingHeight + band * bandPitch),
    )
  return elements
}

function headingElements(
  { columns, rows }: Sheet,
  colours: SheetColours,
  layout: SheetLayout,
  band: number,
  y: number,
): SheetElement[] {
  const {
    fontSize,
    margin,
    rowHeadingWidth,
    columnHeadingHeight,
    cell,
    cellGap,
    hasRotatedHeadings,
    columnsPerBand,
    width,
  } = layout
  const headingStyle = { size: fontSize, colour: colours.text, bold: true }
  const axisNameStyle = { size: fontSize * 0.8, colour: colours.secondaryText, bold: false }
  const line = fontSize * 1.2
  const elements: SheetElement[] = []
  const names = [rows.name !== '' && `${rows.name} ↓`, columns.name !== '' && `${columns.name} →`]
  const headingBottom = y + columnHeadingHeight - fontSize * 0.6
  const isSingleAxis = rowHeadingWidth === 0
  for (const [lineIndex, text] of names.filter((name) => name !== false).entries()) {
    const rect = isSingleAxis
      ? { x: margin, y, width: width - 2 * margin, height: line }
      : {
          x: margin,
          y: headingBottom - (lineIndex + 1) * line,
          width: rowHeadingWidth - fontSize,
          height: line,
        }
    elements.push(textElement(text, rect, axisNameStyle))
  }
  const axisNameHeight = isSingleAxis && columns.name !== '' ? fontSize * 1.6 : 0
  if (columns.name !== '')
    for (const [column, text] of columns.shortValues
      .slice(band * columnsPerBand, (band + 1) * columnsPerBand)
      .entries()) {
      const x = margin + rowHeadingWidth + column * (cell.width + cellGap)
      const rect = {
        x,
        y: y + axisNameHeight,
        width: cell.width,
        height: columnHeadingHeight - axisNameHeight - fontSize * 0.6,
      }
      elements.push({
        ...textElement(text, rect, { ...headingStyle, lines: hasRotatedHeadings ? 1 : 2 }),
        align: hasRotatedHeadings ? 'left' : 'center',
        isRotated: hasRotatedHeadings,
      })
    }
  if (rowHeadingWidth > 0)
    for (const [row, text] of rows.shortValues.entries()) {
      const rect = {
        x: margin,
        y: y + columnHeadingHeight + row * (cell.height + cellGap),
        width: rowHeadingWidth - fontSize,
        height: cell.height,
      }
      const lines = Math.max(1, Math.floor(cell.height / (fontSize * 1.4)))
      elements.push(textElement(text, rect, { ...headingStyle, lines }))
    }
  return elements
}

const itemBackground = (rect: Rect, { panel }: SheetColours): SheetElement => ({
  kind: 'box',
  rect,
  fill: panel,
  radius: cornerRadius(rect),
})

/** The caption below an item. */
const captionElement = (
  text: string,
  { x, y, width, height }: Rect,
  { itemFontSize, itemCaptionHeight }: SheetLayout,
  { secondaryText }: SheetColours,
): SheetElement => ({
  ...textElement(
    text,
    { x, y: y + height, width, height: itemCaptionHeight },
    { size: itemFontSize * CAPTION_SIZE, colour: secondaryText, bold: false },
  ),
  align: 'center',
})

/** A text with its background. `isText`: whether the text is a result, rather than a reason why there is none. */
function textElements(
  rect: Rect,
  text: string,
  { itemFontSize }: SheetLayout,
  colours: SheetColours,
  isText: boolean,
): SheetElement[] {
  const padding = itemFontSize * 0.5
  const size = Math.min(itemFontSize * (isText ? 0.6 : 0.85), rect.height / 3)
  const element: SheetElement = {
    ...textElement(
      text,
      {
        x: rect.x + padding,
        y: rect.y + padding,
        width: Math.max(1, rect.width - 2 * padding),
        height: rect.height - 2 * padding,
      },
      {
        size,
        colour: isText ? colours.text : colours.secondaryText,
        bold: false,
        lines: Math.max(1, Math.floor((rect.height - 2 * padding) / (size * 1.3))),
      },
    ),
    align: isText ? 'left' : 'center',
  }
  return [itemBackground(rect, colours), element]
}

export const cornerRadius = ({ width, height }: Size): number => Math.min(8, Math.min(width, height) / 16)

const textElement = (
  text: string,
  rect: Rect,
  { size, colour, bold, lines = 1 }: { size: number; colour: string; bold: boolean; lines?: number },
): Extract<SheetElement, { kind: 'text' }> => ({
  kind: 'text',
  rect,
  text,
  size,
  bold,
  colour,
  align: 'left',
  isRotated: false,
  lines,
})
