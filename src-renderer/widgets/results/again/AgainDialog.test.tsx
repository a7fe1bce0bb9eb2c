import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bridge, setBridge } from '../../../host/bridge.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { callHandler } from '../../../testing/callHandler.ts'
import { fakeCreateStudio } from '../../../screens/create/testing/fakeCreateStudio.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { makeDetail, makeParameters } from '../testing/viewerTesting.ts'
import { AgainDialog } from './AgainDialog.tsx'

/** A studio whose result `a` can run again with another model. A test can change the id of the current connection. */
function setUp() {
  const studio = fakeCreateStudio(makeQueryClient())
  const current = { id: 'c' }
  const parameters = makeParameters({
    operation: 'image',
    operationName: 'Image',
    values: { prompt: 'fog', width: 512 },
  })
  const detail = makeDetail({}, { parameters })
  const inner = bridge()
  setBridge({
    ...inner,
    call: async (route, input) => {
      if (route === 'library.asset') return callHandler({ 'library.asset': async () => detail }, route, input)
      if (route === 'library.uses')
        return callHandler({ 'library.uses': async () => ({ uses: [] }) }, route, input)
      const response = await inner.call(route, input)
      if (route === 'connections.list' && response.ok)
        return JSON.parse(JSON.stringify(response).replaceAll('"id":"c"', `"id":"${current.id}"`))
      return response
    },
  })
  return { studio, current }
}

const clickFirstPrice = async () => {
  show(<AgainDialog id="a" onClose={() => {}} />)
  await userEvent.click((await screen.findAllByRole('button', { name: /\$/ }))[0] ?? document.body)
}

test('a click that is repeated on another connection after a lost response is another purchase', async () => {
  const { studio, current } = setUp()
  studio.lostResponses = 3
  await clickFirstPrice()
  await waitFor(() => expect(studio.enqueued).toHaveLength(1))
  cleanup()
  await clickFirstPrice()
  await waitFor(() => expect(studio.enqueued).toHaveLength(2))
  cleanup()
  current.id = 'd'
  await clickFirstPrice()
  await waitFor(() => expect(studio.enqueued).toHaveLength(3))
  const [first, repeated, other] = studio.enqueued.map(({ idempotencyKey }) => idempotencyKey)
  expect(repeated).toBe(first)
  expect(other).not.toBe(first)
})
