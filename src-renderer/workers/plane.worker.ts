import type { PlaneResponse, PlaneRequest } from './PlaneRequest.ts'
import { projectToPlane } from './projectToPlane.ts'
import { readFloats } from './readFloats.ts'

self.addEventListener('message', ({ data }: MessageEvent<PlaneRequest>) => {
  const answer: PlaneResponse = { positions: projectToPlane(readFloats(data.pages), data.dimension) }
  self.postMessage(answer, { transfer: [answer.positions.buffer] })
})
