// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlaneAsk } from '../../../workers/PlaneAsk.ts'
import { projectToPlane } from '../../../workers/projectToPlane.ts'
import { readFloats } from '../../../workers/readFloats.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { makeDetail } from '../testing/makeDetail.ts'
import { viewersBehind } from '../testing/viewersBehind.ts'
import { EmbeddingViewer } from './EmbeddingViewer.tsx'

vi.mock('uplot', () => ({
  default: Object.assign(
    class {
      destroy() {}
      setSize() {}
    },
    { paths: {} },
  ),
}))

const asked: PlaneAsk[] = []
const ended = vi.fn()

/** A thread that answers in the next turn, as the real one does. */
class Thread extends EventTarget {
  postMessage(ask: PlaneAsk) {
    asked.push(ask)
    const data = { places: projectToPlane(readFloats(ask.pages), ask.dimension) }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }

  terminate = ended
}

beforeEach(() => {
  vi.stubGlobal('Worker', Thread)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  location.hash = '#/gallery/a'
})
afterEach(() => {
  cleanup()
  asked.length = 0
  ended.mockClear()
  vi.unstubAllGlobals()
})

/** Points along a line: the first at its left end. */
const open = (count: number) => {
  const base64 = (numbers: number[]) => Buffer.from(Float32Array.from(numbers).buffer).toString('base64')
  const all = Array.from({ length: count }, (_, at) => ({
    id: at === 0 ? 'a' : `${at}`,
    title: `word ${at}`,
  }))
  const behind = viewersBehind({
    'library.embedding': async () => ({
      vectors: 1,
      dimension: 2,
      norm: 1,
      preview: [0, 1],
      input: 'word 0',
    }),
    'library.neighbours': async () => ({ neighbours: [] }),
    'library.map': async ({ before, limit }) => {
      const from = Number(before ?? 0)
      const points = all.slice(from, from + limit)
      const next = from + limit < all.length ? String(from + limit) : null
      return { points, dimension: 2, vectors: base64(points.flatMap((_, at) => [from + at, 1])), next }
    },
  })
  const detail = makeDetail({ kind: 'embedding' })
  show(<EmbeddingViewer asset={detail.asset} detail={detail} place="full" />)
  return behind
}
const map = (count: string) => screen.findByRole('application', { name: new RegExp(`^Map of ${count} `) })

test('thousands are read page by page and laid out by a thread of their own, which then ends', async () => {
  const studio = open(2600)
  await map('2,600')
  expect(studio.inputs('library.map')).toHaveLength(11)
  expect(asked).toMatchObject([{ dimension: 2, pages: { length: 11 } }])
  expect(ended).toHaveBeenCalledOnce()
})

test('more than can be told apart are not even read', async () => {
  const studio = open(9000)
  await map('5,000')
  expect(studio.inputs('library.map')).toHaveLength(20)
  expect(screen.getByText('Shows the newest 5,000.')).toBeDefined()
})

test('the arrows go from point to point, Home comes back, Enter opens', async () => {
  open(5)
  const plot = await map('5')
  const said = () => plot.querySelector('output')?.textContent
  plot.focus()
  await userEvent.keyboard('{ArrowRight}')
  const [first] = [said()]
  expect(first).toMatch(/^word [1-3]$/)
  await userEvent.keyboard('{ArrowRight}{Home}')
  expect(said()).toBe('word 0')
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(location.hash).toBe(`#/gallery/${first?.split(' ')[1]}`))
})

test('two are no map yet, and that is said', async () => {
  open(2)
  expect(await screen.findByText(/^With three or more/)).toBeDefined()
})
