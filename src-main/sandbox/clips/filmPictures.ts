import { createDice } from '../random.ts'
import type { Picture } from '../pictures/LandscapeOrder.ts'
import { resizePicture } from '../pictures/resizePicture.ts'
import type { Film } from './Film.ts'

/** How much nearer the camera gets. */
const APPROACH = 0.14

interface FilmSize {
  width: number
  height: number
  fps: number
  count: number
}

/** Brings a picture to life: the camera slowly draws nearer; with a last picture it fades over and settles on that. */
export function filmPictures(first: Picture, last: Picture | null, size: FilmSize, seed: number): Film {
  const { width, height, fps, count } = size
  const dice = createDice(seed)
  const towards = { x: 0.25 + dice() * 0.5, y: 0.25 + dice() * 0.5 }
  const from = fitted(first, width, height)
  const to = last && fitted(last, width, height)
  const end = Math.max(1, count - 1)
  return {
    width,
    height,
    fps,
    count,
    frame: (index) => {
      const share = index / end
      const opening = zoomed(from, 1 + APPROACH * share, towards)
      if (!to) return Promise.resolve(opening)
      const closing = zoomed(to, 1 + APPROACH * (1 - share), towards)
      return Promise.resolve(mixed(opening, closing, ease(share)))
    },
  }
}

/** The middle of a picture in another shape, nothing squeezed. */
export function fitted(picture: Picture, width: number, height: number): Picture {
  const scale = Math.max(width / picture.width, height / picture.height)
  const wide = Math.min(picture.width, Math.round(width / scale))
  const tall = Math.min(picture.height, Math.round(height / scale))
  const left = Math.floor((picture.width - wide) / 2)
  const top = Math.floor((picture.height - tall) / 2)
  const pixels = new Uint8ClampedArray(wide * tall * 4)
  for (let y = 0; y < tall; y += 1) {
    const start = ((y + top) * picture.width + left) * 4
    pixels.set(picture.pixels.subarray(start, start + wide * 4), y * wide * 4)
  }
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255
  return wide === width && tall === height
    ? { width, height, pixels }
    : resizePicture({ width: wide, height: tall, pixels }, width, height)
}

/** A picture seen from nearer; `towards` is the point that stays, as shares. */
function zoomed(from: Picture, zoom: number, towards: { x: number; y: number }): Picture {
  const { width, height } = from
  if (zoom === 1) return from
  const across = positions(width, zoom, towards.x)
  const down = positions(height, zoom, towards.y)
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    const [top, low] = [down.whole[y]! * width, Math.min(height - 1, down.whole[y]! + 1) * width]
    const v = down.part[y]!
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [across.whole[x]!, Math.min(width - 1, across.whole[x]! + 1)]
      const u = across.part[x]!
      const to = (y * width + x) * 4
      for (let part = 0; part < 3; part += 1) {
        const upper =
          from.pixels[(top + left) * 4 + part]! * (1 - u) + from.pixels[(top + right) * 4 + part]! * u
        const lower =
          from.pixels[(low + left) * 4 + part]! * (1 - u) + from.pixels[(low + right) * 4 + part]! * u
        pixels[to + part] = upper * (1 - v) + lower * v
      }
      pixels[to + 3] = 255
    }
  }
  return { width, height, pixels }
}

function positions(size: number, zoom: number, stays: number) {
  const whole = new Int32Array(size)
  const part = new Float32Array(size)
  for (let i = 0; i < size; i += 1) {
    const at = stays * (size - 1) + (i - stays * (size - 1)) / zoom
    whole[i] = Math.floor(at)
    part[i] = at - Math.floor(at)
  }
  return { whole, part }
}

function mixed(one: Picture, other: Picture, share: number): Picture {
  if (share === 0) return one
  if (share === 1) return other
  const pixels = new Uint8ClampedArray(one.pixels.length)
  for (let i = 0; i < pixels.length; i += 1) {
    pixels[i] = one.pixels[i]! * (1 - share) + other.pixels[i]! * share
  }
  return { ...one, pixels }
}

/** Most of the change in the middle. */
function ease(share: number): number {
  const t = Math.min(1, Math.max(0, (share - 0.25) / 0.5))
  return t * t * (3 - 2 * t)
}
