import type { PlaneAnswer, PlaneAsk } from './PlaneAsk.ts'
import { projectToPlane } from './projectToPlane.ts'
import { readFloats } from './readFloats.ts'

self.addEventListener('message', ({ data }: MessageEvent<PlaneAsk>) => {
  const answer: PlaneAnswer = { places: projectToPlane(readFloats(data.pages), data.dimension) }
  self.postMessage(answer, { transfer: [answer.places.buffer] })
})
