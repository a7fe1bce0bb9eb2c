import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import '../../../i18n/lazyTexts.ts'
import { show } from '../../gallery/testing/show.tsx'
import { fakeQueueStudio } from '../../queue/testing/fakeQueueStudio.ts'
import { BalanceSetting } from './BalanceSetting.tsx'

test('after a change of the warning threshold, its field shows the new amount and has the focus', async () => {
  let warnBelow = 1_000_000_000
  const balance = () => ({
    connectionId: 'c',
    state: 'reported' as const,
    balance: 19_720_000_000,
    at: 0,
    warnBelow,
    reserved: 0,
    shortfall: 0,
    level: 'fine' as const,
  })
  fakeQueueStudio(
    {},
    {
      'balance.get': async () => balance(),
      'balance.warn_below': async (input) => {
        warnBelow = input.warnBelow ?? 0
        return balance()
      },
    },
  )
  show(
    <BalanceSetting
      connection={{
        id: 'c',
        name: 'Mine',
        address: 'https://a.example',
        kind: 'remote',
        current: true,
        key: 'keychain',
      }}
    />,
  )
  const amount = await screen.findByRole('textbox')
  await userEvent.clear(amount)
  await userEvent.type(amount, '2')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveProperty('value', '2.00'))
  expect(document.activeElement).toBe(amount)
})
