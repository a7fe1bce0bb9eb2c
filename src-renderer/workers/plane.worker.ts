import type { PlaneResponse, PlaneRequest } from './PlaneRequest.ts'
import { projectToPlane } from './projectToPlane.ts'

self.addEventListener('message', ({ data }: MessageEvent<PlaneRequest>) => {
  const answer: PlaneResponse = { positions: projectToPlane(readFloats(data.pages), data.dimension) }
  self.postMessage(answer, { transfer: [answer.positions.buffer] })
})

/** Decodes base64 pages of little-endian 32-bit floats into one array. */
export function readFloats(pages: readonly string[]): Float32Array {
  const texts = pages.map((page) => atob(page))
  const bytes = new Uint8Array(texts.reduce((sum, text) => sum + text.length, 0))
  let at = 0
  for (const text of texts) for (let sign = 0; sign < text.length; sign++) bytes[at++] = text.charCodeAt(sign)
  const view = new DataView(bytes.buffer)
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
    view.getFloat32(index * 4, true),
  )
}
