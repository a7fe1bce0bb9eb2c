import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import '../../../i18n/lazyTexts.ts'
import { setBridge } from '../../../host/bridge.ts'
import { NEWEST_FIRST, NO_FILTER } from '../../../widgets/library/libraryFilter.ts'
import { bridgeOf } from '../../create/testing/fakeCreateStudio.ts'
import { show } from '../testing/show.tsx'
import { SaveSearchDialog } from './SaveSearchDialog.tsx'

test('editing the name while a smart collection is being saved doesn’t save it a second time', async () => {
  const saved: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  setBridge(
    bridgeOf({
      'searches.list': async () => ({ searches: [] }),
      'searches.save': async (search) => {
        saved.push(search.name)
        await promise
        return { ...search, id: 'new' }
      },
    }),
  )
  const onDone = vi.fn<() => void>()
  const search = { name: '', filter: NO_FILTER, sort: NEWEST_FIRST }
  show(<SaveSearchDialog search={search} onClose={() => {}} onDone={onDone} />)
  await userEvent.type(screen.getByRole('textbox'), 'Fog{Enter}')
  await waitFor(() => expect(saved).toEqual(['Fog']))
  await userEvent.type(screen.getByRole('textbox'), 's{Enter}')
  resolve()
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(saved).toEqual(['Fog'])
})
