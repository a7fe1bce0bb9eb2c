import { hasTooManyPixels } from '../lib/hasTooManyPixels.ts'
import type { Mark, Place, SheetAnswer, SheetAsk } from './SheetAsk.ts'
import { wrapText } from './wrapText.ts'

const FAMILY = 'Sheet, system-ui, sans-serif'
const LINE = 1.3
const QUALITY = 0.92
/** Begins, but for signs and digits, with a Hebrew or Arabic letter. */
const RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

let canvas: OffscreenCanvas | null = null
let pen: OffscreenCanvasRenderingContext2D | null = null

const tell = (answer: SheetAnswer): void => self.postMessage(answer, { transfer: [] })

function begin({ plan }: Extract<SheetAsk, { kind: 'begin' }>): void {
  canvas = new OffscreenCanvas(plan.width, plan.height)
  pen = canvas.getContext('2d', { alpha: false })
  if (pen === null) throw new Error('There is nothing to draw with')
  pen.imageSmoothingQuality = 'high'
  pen.fillStyle = plan.ground
  pen.fillRect(0, 0, plan.width, plan.height)
  for (const mark of plan.marks) draw(pen, mark)
  tell({ kind: 'ready' })
}

function draw(pen: OffscreenCanvasRenderingContext2D, mark: Mark): void {
  if (mark.kind === 'box') {
    const { x, y, width, height } = mark.place
    pen.fillStyle = mark.fill
    pen.beginPath()
    pen.roundRect(x, y, width, height, mark.radius)
    pen.fill()
    return
  }
  const { x, y, width, height } = mark.place
  const [across, down] = mark.upright ? [height, width] : [width, height]
  pen.font = `${mark.bold ? 600 : 400} ${mark.size}px ${FAMILY}`
  pen.fillStyle = mark.colour
  pen.textBaseline = 'middle'
  // The side a text begins at is its own; where it stands is the sheet's.
  pen.direction = RIGHT_TO_LEFT.test(mark.text) ? 'rtl' : 'ltr'
  pen.textAlign = mark.align
  const lines = wrapText(mark.text, across, mark.lines, (text) => pen.measureText(text).width)
  pen.save()
  if (mark.upright) {
    pen.translate(x, y + height)
    pen.rotate(-Math.PI / 2)
  } else pen.translate(x, y)
  const top = (down - lines.length * mark.size * LINE) / 2
  for (const [at, line] of lines.entries())
    pen.fillText(line, mark.align === 'center' ? across / 2 : 0, top + (at + 0.5) * mark.size * LINE)
  pen.restore()
}

/** Decoded at the size it is drawn in, so that no full-size image is ever held. */
async function picture(ask: Extract<SheetAsk, { kind: 'picture' }>): Promise<void> {
  const decoded = await decode(ask).catch(() => null)
  if (decoded && pen) {
    const { x, y, width, height } = ask.place
    const scale = Math.min(width / decoded.width, height / decoded.height)
    const [wide, high] = [decoded.width * scale, decoded.height * scale]
    const [left, top] = [x + (width - wide) / 2, y + (height - high) / 2]
    pen.save()
    pen.beginPath()
    pen.roundRect(left, top, wide, high, ask.radius)
    pen.clip()
    pen.drawImage(decoded, left, top, wide, high)
    pen.restore()
    decoded.close()
  }
  tell({ kind: 'drawn', missing: decoded === null })
}

async function decode({
  bytes,
  place,
  width,
  height,
}: {
  bytes: ArrayBuffer
  place: Place
  width: number | null
  height: number | null
}): Promise<ImageBitmap> {
  if (hasTooManyPixels({ width, height })) throw new Error('Too many pixels')
  const blob = new Blob([bytes])
  if (width === null || height === null) return createImageBitmap(blob)
  const scale = Math.min(1, place.width / width, place.height / height)
  return createImageBitmap(blob, {
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: 'high',
  })
}

async function end({ mime }: Extract<SheetAsk, { kind: 'end' }>): Promise<void> {
  if (!canvas) throw new Error('There is no sheet')
  const blob = await canvas.convertToBlob({ type: mime, quality: QUALITY })
  // A browser that lacks a format answers with another.
  if (blob.type !== mime) throw new Error(`It can't write ${mime}`)
  tell({ kind: 'done', blob })
}

/** The window's own letters; without them those of the system do. */
async function loadFont(address: string): Promise<void> {
  const font = new FontFace('Sheet', `url(${address})`, { weight: '100 900' })
  await font.load()
  const here: { fonts?: FontFaceSet } & typeof self = self
  here.fonts?.add(font)
}

async function answer(ask: SheetAsk): Promise<void> {
  try {
    if (ask.kind === 'begin') {
      await loadFont(ask.font).catch(() => {})
      begin(ask)
    } else if (ask.kind === 'picture') await picture(ask)
    else if (ask.kind === 'marks') {
      for (const mark of ask.marks) if (pen) draw(pen, mark)
      tell({ kind: 'drawn', missing: false })
    } else await end(ask)
  } catch (error) {
    tell({ kind: 'failed', error: String(error) })
  }
}

self.addEventListener('message', ({ data }: MessageEvent<SheetAsk>) => void answer(data))
