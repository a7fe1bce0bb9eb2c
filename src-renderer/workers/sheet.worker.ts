import { hasTooManyPixels } from '../lib/hasTooManyPixels.ts'
import type { Mark, Place, SheetResponse, SheetRequest } from './SheetRequest.ts'
import { wrapText } from './wrapText.ts'

const FAMILY = 'Sheet, system-ui, sans-serif'
const LINE = 1.3
const QUALITY = 0.92
/** Matches text whose first letter is Hebrew or Arabic. */
const RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

let canvas: OffscreenCanvas | null = null
let pen: OffscreenCanvasRenderingContext2D | null = null

const tell = (answer: SheetResponse): void => self.postMessage(answer, { transfer: [] })

function begin({ plan }: Extract<SheetRequest, { kind: 'begin' }>): void {
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
  // The direction depends on the text; the position is given by the sheet.
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

/** Decodes an image at its drawn size to save memory. */
async function picture(ask: Extract<SheetRequest, { kind: 'picture' }>): Promise<void> {
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

async function end({ mime }: Extract<SheetRequest, { kind: 'end' }>): Promise<void> {
  if (!canvas) throw new Error('There is no sheet')
  const blob = await canvas.convertToBlob({ type: mime, quality: QUALITY })
  // A browser that doesn't support a format returns another one.
  if (blob.type !== mime) throw new Error(`It can't write ${mime}`)
  tell({ kind: 'done', blob })
}

/** Loads the app's font; falls back to the system's. */
async function loadFont(address: string): Promise<void> {
  const font = new FontFace('Sheet', `url(${address})`, { weight: '100 900' })
  await font.load()
  const here: { fonts?: FontFaceSet } & typeof self = self
  here.fonts?.add(font)
}

async function answer(ask: SheetRequest): Promise<void> {
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

self.addEventListener('message', ({ data }: MessageEvent<SheetRequest>) => void answer(data))
