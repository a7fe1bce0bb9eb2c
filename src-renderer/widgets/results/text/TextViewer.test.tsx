import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { bridge, setBridge } from '../../../host/bridge.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { recordScrolls } from '../testing/recordScrolls.ts'
import { fakeViewerStudio, makeDetail } from '../testing/viewerTesting.ts'
import { OcrViewer } from './OcrViewer.tsx'
import { JsonText, TextViewer } from './TextViewer.tsx'

afterEach(cleanup)

test.each([
  ['a text file', TextViewer],
  ['a recognized text', OcrViewer],
])('stepping through the matches in %s scrolls to each', async (_, Viewer) => {
  const scrolls = recordScrolls()
  const text = 'Fog at dawn, then more fog.'
  fakeViewerStudio({ 'library.transcript': async () => ({ segments: [], text, edited: false }) })
  setBridge({ ...bridge(), media: { ...bridge().media, read: async () => new Blob([text]) } })
  const detail = makeDetail({ kind: 'text' })
  show(<Viewer asset={detail.asset} detail={detail} mode="full" />)
  await screen.findByText(text)
  await userEvent.keyboard('/fog')
  await waitFor(() => expect(scrolls.at(-1)).toBe('Fog'))
  await userEvent.keyboard('{Enter}')
  expect(scrolls.at(-1)).toBe('fog')
  const count = scrolls.length
  await userEvent.keyboard('{Enter}')
  expect(scrolls.slice(count)).toEqual(['Fog'])
})

/** A studio whose only file has this content. */
function fakeFile(content: BlobPart) {
  fakeViewerStudio({})
  setBridge({ ...bridge(), media: { ...bridge().media, read: async () => new Blob([content]) } })
}

test('a JSON file is shown with the values and the order of the file', async () => {
  fakeFile('{"id":12345678901234567890,"1":1.0}')
  const detail = makeDetail({ kind: 'text', format: 'json' })
  show(<TextViewer asset={detail.asset} detail={detail} mode="full" />)
  expect((await screen.findByText(/"id"/)).textContent).toBe(
    '{\n  "id": 12345678901234567890,\n  "1": 1.0\n}',
  )
})

test('a JSON file that is too long to be shown completely says so', async () => {
  fakeFile(`["${'x'.repeat(4_000_000)}"]`)
  show(<JsonText id="a" />)
  expect(await screen.findByText(/Only the beginning is shown/)).toBeDefined()
})
