import { isRightToLeft } from '../lib/directionOf.ts'
import { hasTooManyPixels } from '../lib/hasTooManyPixels.ts'
import { truncate } from '../../src-preload/shared/truncate.ts'

/** A rectangle on the sheet in px. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** An element to draw; images are sent separately. */
export type SheetElement =
  | { kind: 'box'; rect: Rect; fill: string; radius: number }
  | {
      kind: 'text'
      rect: Rect
      text: string
      /** Font size in px. */
      size: number
      bold: boolean
      colour: string
      align: 'left' | 'center'
      /** Rotated to read from bottom to top. */
      isRotated: boolean
      /** Maximum number of lines; longer text ends with an ellipsis. */
      lines: number
    }

/** The sheet without its images. */
export interface SheetPlan {
  width: number
  height: number
  background: string
  elements: SheetElement[]
}

/** A message to the worker, which sends one response to each. */
export type SheetRequest =
  /** `font`: URL of the app's font. */
  | { kind: 'begin'; plan: SheetPlan; font: string }
  | {
      kind: 'image'
      rect: Rect
      radius: number
      file: Blob
      /** Size of the image in px as it is shown; null if unknown. */
      width: number | null
      height: number | null
    }
  | { kind: 'elements'; elements: SheetElement[] }
  | { kind: 'end'; mime: string }

export type SheetResponse =
  | { kind: 'ready' }
  /** `missing`: the image could not be decoded. */
  | { kind: 'drawn'; missing: boolean }
  | { kind: 'done'; blob: Blob }
  | { kind: 'failed'; error: string }

const FONT_FAMILY = 'Sheet, system-ui, sans-serif'
const LINE_HEIGHT = 1.3
/** Quality of lossy image formats, between 0 and 1. */
const IMAGE_QUALITY = 0.92

let canvas: OffscreenCanvas | null = null
let context: OffscreenCanvasRenderingContext2D | null = null

const respond = (response: SheetResponse): void => self.postMessage(response, { transfer: [] })

self.addEventListener('message', ({ data }: MessageEvent<SheetRequest>) => void handle(data))

async function handle(request: SheetRequest): Promise<void> {
  try {
    if (request.kind === 'begin') {
      await loadFont(request.font).catch(() => {})
      begin(request)
    } else if (request.kind === 'image') await drawImage(request)
    else if (request.kind === 'elements') {
      for (const element of request.elements) if (context) draw(context, element)
      respond({ kind: 'drawn', missing: false })
    } else await end(request)
  } catch (error) {
    respond({ kind: 'failed', error: String(error) })
  }
}

/** Loads the app's font. If that fails, text is drawn in the system's font. */
async function loadFont(url: string): Promise<void> {
  const font = new FontFace('Sheet', `url(${url})`, { weight: '100 900' })
  await font.load()
  const scope: { fonts?: FontFaceSet } & typeof self = self
  scope.fonts?.add(font)
}

function begin({ plan }: Extract<SheetRequest, { kind: 'begin' }>): void {
  canvas = new OffscreenCanvas(plan.width, plan.height)
  context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error('The canvas has no 2D context')
  context.imageSmoothingQuality = 'high'
  context.fillStyle = plan.background
  context.fillRect(0, 0, plan.width, plan.height)
  for (const element of plan.elements) draw(context, element)
  respond({ kind: 'ready' })
}

function draw(context: OffscreenCanvasRenderingContext2D, element: SheetElement): void {
  const { x, y, width, height } = element.rect
  if (element.kind === 'box') {
    context.fillStyle = element.fill
    context.beginPath()
    context.roundRect(x, y, width, height, element.radius)
    context.fill()
    return
  }
  const [lineLength, blockHeight] = element.isRotated ? [height, width] : [width, height]
  context.font = `${element.bold ? 600 : 400} ${element.size}px ${FONT_FAMILY}`
  context.fillStyle = element.colour
  context.textBaseline = 'middle'
  // The direction depends on the text, not on the page.
  context.direction = isRightToLeft(element.text) ? 'rtl' : 'ltr'
  context.textAlign = element.align
  const lines = wrapText(element.text, lineLength, element.lines, (text) => context.measureText(text).width)
  context.save()
  if (element.isRotated) {
    context.translate(x, y + height)
    context.rotate(-Math.PI / 2)
  } else context.translate(x, y)
  const top = (blockHeight - lines.length * element.size * LINE_HEIGHT) / 2
  for (const [index, line] of lines.entries())
    context.fillText(
      line,
      element.align === 'center' ? lineLength / 2 : 0,
      top + (index + 0.5) * element.size * LINE_HEIGHT,
    )
  context.restore()
}

/** Wraps text into at most `maxLines` lines of `width`; longer text ends with an ellipsis. */
export function wrapText(
  text: string,
  width: number,
  maxLines: number,
  measure: (text: string) => number,
): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/\s+/u)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (measure(line) > width && line.length > 1 && lines.length < maxLines) {
      const part = fittingPrefix(line, width, measure)
      lines.push(part)
      line = line.slice(part.length)
    }
    if (lines.length > maxLines) break
  }
  if (line !== '') lines.push(line)
  if (lines.length <= maxLines) return lines
  const last = `${lines[maxLines - 1] ?? ''} ${lines[maxLines] ?? ''}`.trim()
  return [...lines.slice(0, maxLines - 1), withEllipsis(last, width, measure)]
}

/** The longest prefix that fits; at least one character. */
function fittingPrefix(text: string, width: number, measure: (text: string) => number): string {
  let prefix = text
  while (measure(prefix) > width) {
    const shorter = truncate(prefix, prefix.length - 1)
    if (shorter === '') break
    prefix = shorter
  }
  return prefix
}

function withEllipsis(text: string, width: number, measure: (text: string) => number): string {
  if (measure(`${text}…`) <= width) return `${text}…`
  return `${fittingPrefix(text, width - measure('…'), measure).trimEnd()}…`
}

async function drawImage({
  rect,
  radius,
  ...image
}: Extract<SheetRequest, { kind: 'image' }>): Promise<void> {
  const bitmap = await decode(image, rect).catch(() => null)
  if (bitmap && context) {
    const scale = Math.min(rect.width / bitmap.width, rect.height / bitmap.height)
    const [width, height] = [bitmap.width * scale, bitmap.height * scale]
    const [left, top] = [rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2]
    context.save()
    context.beginPath()
    context.roundRect(left, top, width, height, radius)
    context.clip()
    context.drawImage(bitmap, left, top, width, height)
    context.restore()
    bitmap.close()
  }
  respond({ kind: 'drawn', missing: bitmap === null })
}

interface ImageFile {
  file: Blob
  width: number | null
  height: number | null
}

/** Decodes an image at its drawn size to save memory. */
async function decode({ file, width, height }: ImageFile, rect: Rect): Promise<ImageBitmap> {
  if (hasTooManyPixels({ width, height })) throw new Error('Too many pixels')
  if (width === null || height === null) return createImageBitmap(file)
  const isWide = rect.width / width <= rect.height / height
  if ((isWide ? rect.width / width : rect.height / height) >= 1) return createImageBitmap(file)
  // Sets one side only, so that the decoder keeps the proportions even if the given size is wrong.
  const side = isWide ? { resizeWidth: Math.ceil(rect.width) } : { resizeHeight: Math.ceil(rect.height) }
  return createImageBitmap(file, { ...side, resizeQuality: 'high' })
}

async function end({ mime }: Extract<SheetRequest, { kind: 'end' }>): Promise<void> {
  if (!canvas) throw new Error('There is no sheet')
  const blob = await canvas.convertToBlob({ type: mime, quality: IMAGE_QUALITY })
  // A browser that can't encode a format returns a PNG file.
  if (blob.type !== mime) throw new Error(`This browser can't encode ${mime}`)
  respond({ kind: 'done', blob })
}
