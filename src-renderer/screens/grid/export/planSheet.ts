import type { GridJob } from '../../../../src-preload/contract/types/grid.ts'
import type { SheetElement, Rect, SheetPlan } from '../../../workers/SheetRequest.ts'
import type { GridSheet } from '../model/arrange.ts'
import { cellText } from '../model/cellContent.ts'
import type { Size } from '../core/gridSizes.ts'
import { cellRect, type Frame, type SheetShape, sheetFrame } from './sheetFrame.ts'

export interface Look {
  background: string
  panel: string
  text: string
  quiet: string
}

export const LOOKS: Record<'light' | 'dark', Look> = {
  light: { background: '#ffffff', panel: '#f1f0ef', text: '#21201c', quiet: '#63635e' },
  dark: { background: '#111110', panel: '#222221', text: '#eeeeec', quiet: '#b5b3ad' },
}

interface SheetOptions extends SheetShape {
  layer: number
  look: Look
}

export interface Drawing extends SheetPlan {
  /** Results with their positions. */
  images: { rect: Rect; job: GridJob }[]
}

/** Plans a sheet: headings, texts of cells without an image, and the positions of results. */
export function planSheet(options: SheetOptions): Drawing {
  const { sheet, pages, layer, look, caption } = options
  const frame = sheetFrame(options)
  const { fontSize, edge, width, height, captionHeight, pageHeight } = frame
  const marks: SheetElement[] = []
  const images: Drawing['images'] = []
  if (captionHeight > 0) {
    const rect = { x: edge, y: edge, width: width - 2 * edge, height: fontSize * 3.4 }
    marks.push(textMark(caption, rect, { size: fontSize * 1.15, colour: look.text, bold: true, lines: 2 }))
  }
  for (const [pageIndex, page] of pages.entries()) {
    const top = edge + captionHeight + pageIndex * (pageHeight + edge)
    marks.push(...drawPage(options, frame, page, top))
    for (const [row] of sheet.rows.values.entries())
      for (const [column] of sheet.columns.values.entries()) {
        const rect = cellRect(frame, column, row, top)
        const jobs = sheet.at(column, row, page)
        const job = jobs[layer] ?? jobs[0]
        const asset = job?.state === 'saved' && job.asset?.trashedAt === null ? job.asset : null
        if (job && asset && asset.excerpt === null) {
          // Results without a background of their own get the one of a cell.
          if (asset.kind !== 'image' && asset.kind !== 'video') marks.push(cellBackground(rect, look))
          images.push({ rect, job })
        } else marks.push(...textCell(rect, cellText(job), frame, look, asset !== null))
      }
  }
  return { width, height, background: look.background, marks, images }
}

function drawPage({ sheet, look }: SheetOptions, frame: Frame, page: number, top: number): SheetElement[] {
  const { fontSize, edge, pageHead, bandPitch, bands, width } = frame
  const marks: SheetElement[] = []
  if (pageHead > 0 && sheet.pages.name !== '') {
    const text = `${sheet.pages.name} ${sheet.pages.values[page] ?? ''}`
    const rect = { x: edge, y: top, width: width - 2 * edge, height: fontSize * 1.8 }
    marks.push(textMark(text, rect, { size: fontSize, colour: look.text, bold: true }))
  }
  for (let band = 0; band < bands; band++)
    marks.push(...drawHeadings(sheet, look, frame, band, top + pageHead + band * bandPitch))
  return marks
}

function drawHeadings(
  { columns, rows }: GridSheet,
  look: Look,
  frame: Frame,
  band: number,
  y: number,
): SheetElement[] {
  const { fontSize, edge, headWidth, headHeight, cell, gap, upright, across, width } = frame
  const bold = { size: fontSize, colour: look.text, bold: true }
  const quiet = { size: fontSize * 0.8, colour: look.quiet, bold: false }
  const line = fontSize * 1.2
  const marks: SheetElement[] = []
  const names = [rows.name !== '' && `${rows.name} ↓`, columns.name !== '' && `${columns.name} →`]
  const headingBottom = y + headHeight - fontSize * 0.6
  const isSingleAxis = headWidth === 0
  for (const [lineIndex, text] of names.filter((name) => name !== false).entries()) {
    const rect = isSingleAxis
      ? { x: edge, y, width: width - 2 * edge, height: line }
      : { x: edge, y: headingBottom - (lineIndex + 1) * line, width: headWidth - fontSize, height: line }
    marks.push(textMark(text, rect, quiet))
  }
  const above = isSingleAxis && columns.name !== '' ? fontSize * 1.6 : 0
  if (columns.name !== '')
    for (const [at, text] of columns.short.slice(band * across, (band + 1) * across).entries()) {
      const x = edge + headWidth + at * (cell.width + gap)
      const rect = { x, y: y + above, width: cell.width, height: headHeight - above - fontSize * 0.6 }
      marks.push({
        ...textMark(text, rect, { ...bold, lines: upright ? 1 : 2 }),
        align: upright ? 'left' : 'center',
        upright,
      })
    }
  if (headWidth > 0)
    for (const [row, text] of rows.short.entries()) {
      const rect = {
        x: edge,
        y: y + headHeight + row * (cell.height + gap),
        width: headWidth - fontSize,
        height: cell.height,
      }
      const lines = Math.max(1, Math.floor(cell.height / (fontSize * 1.4)))
      marks.push(textMark(text, rect, { ...bold, lines }))
    }
  return marks
}

const cellBackground = (rect: Rect, { panel }: Look): SheetElement => ({
  kind: 'box',
  rect,
  fill: panel,
  radius: radiusOf(rect),
})

/** `isText`: whether the text is a result instead of a state. */
function textCell(
  rect: Rect,
  text: string,
  { fontSize }: Frame,
  look: Look,
  isText: boolean,
): SheetElement[] {
  const padding = fontSize * 0.5
  const size = Math.min(fontSize * (isText ? 0.6 : 0.85), rect.height / 3)
  const mark: SheetElement = {
    ...textMark(
      text,
      {
        x: rect.x + padding,
        y: rect.y + padding,
        width: Math.max(1, rect.width - 2 * padding),
        height: rect.height - 2 * padding,
      },
      {
        size,
        colour: isText ? look.text : look.quiet,
        bold: false,
        lines: Math.max(1, Math.floor((rect.height - 2 * padding) / (size * 1.3))),
      },
    ),
    align: isText ? 'left' : 'center',
  }
  return [cellBackground(rect, look), mark]
}

export const radiusOf = ({ width, height }: Size): number => Math.min(8, Math.min(width, height) / 16)

const textMark = (
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
  upright: false,
  lines,
})
