import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type PlaneRequest, readFloats, projectToPlane } from '../../../workers/plane.worker.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { makeDetail, fakeViewerStudio } from '../testing/viewerTesting.ts'
import { EmbeddingViewer } from './EmbeddingViewer.tsx'

const requests: PlaneRequest[] = []
const terminate = vi.fn()

/** A worker that responds asynchronously, like the real one. */
class FakeWorker extends EventTarget {
  postMessage(request: PlaneRequest) {
    requests.push(request)
    const data = { positions: projectToPlane(readFloats(request.pages), request.dimension) }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }

  terminate = terminate
}

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker)
  location.hash = '#/gallery/a'
})
afterEach(() => {
  cleanup()
  requests.length = 0
  terminate.mockClear()
})

/** Opens a map of points on a line; the first point is at the left end. */
const open = (count: number) => {
  const base64 = (numbers: number[]) => Buffer.from(Float32Array.from(numbers).buffer).toString('base64')
  const allPoints = Array.from({ length: count }, (_, at) => ({
    id: at === 0 ? 'a' : `${at}`,
    title: `word ${at}`,
  }))
  const studio = fakeViewerStudio({
    'library.embedding': async () => ({
      vectors: 1,
      dimension: 2,
      norm: 1,
      preview: [0, 1],
      input: 'word 0',
    }),
    'library.export': async () => ({
      fileName: 'word 0.csv',
      mime: 'text/csv',
      base64: btoa('0.123456789,1\r\n2,3\r\n'),
    }),
    'library.neighbours': async () => ({ neighbours: [] }),
    'library.embeddings': async ({ before, limit }) => {
      const from = Number(before ?? 0)
      const points = allPoints.slice(from, from + limit)
      const next = from + limit < allPoints.length ? String(from + limit) : null
      return { points, dimension: 2, vectors: base64(points.flatMap((_, at) => [from + at, 1])), next }
    },
  })
  const detail = makeDetail({ kind: 'embedding' })
  show(<EmbeddingViewer asset={detail.asset} detail={detail} mode="full" />)
  return studio
}
const map = (count: string) => screen.findByRole('application', { name: new RegExp(`^Map of ${count} `) })

test('thousands of points are read page by page and laid out in a worker, which is then terminated', async () => {
  const studio = open(2600)
  await map('2,600')
  expect(studio.inputs('library.embeddings')).toHaveLength(11)
  expect(requests).toMatchObject([{ dimension: 2, pages: { length: 11 } }])
  expect(terminate).toHaveBeenCalledOnce()
})

test('no more points are read than the map can show', async () => {
  const studio = open(9000)
  await map('5,000')
  expect(studio.inputs('library.embeddings')).toHaveLength(20)
  expect(screen.getByText('Shows the newest 5,000.')).toBeDefined()
})

test('the arrow keys move between points, Home returns, Enter opens', async () => {
  open(5)
  const plot = await map('5')
  const announced = () => plot.querySelector('output')?.textContent
  plot.focus()
  await userEvent.keyboard('{ArrowRight}')
  const first = announced()
  expect(first).toMatch(/^word [1-3]$/)
  await userEvent.keyboard('{ArrowRight}{Home}{Alt>}{ArrowRight}{/Alt}')
  expect(announced()).toBe('This embedding')
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(location.hash).toBe(`#/gallery/${first?.split(' ')[1]}`))
})

test('copies all values of all vectors, in full precision', async () => {
  const user = userEvent.setup()
  open(2)
  await user.click(await screen.findByRole('button', { name: 'Copy all values' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('0.123456789,1\r\n2,3'))
})

test('fewer than three embeddings show a note instead of a map', async () => {
  open(2)
  expect(await screen.findByText(/^With three or more/)).toBeDefined()
})
