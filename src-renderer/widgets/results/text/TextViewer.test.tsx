import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { bridge, setBridge } from '../../../host/bridge.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { recordScrolls } from '../testing/recordScrolls.ts'
import { fakeViewerStudio, makeDetail } from '../testing/viewerTesting.ts'
import { OcrViewer } from './OcrViewer.tsx'
import { TextViewer } from './TextViewer.tsx'

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
