import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'

const CTRL = 2

/** Presses a key as a keyboard with another layout or an input method does. */
async function pressKey(session: CDPSession, key: string, code: string, modifiers = 0): Promise<void> {
  const keyCodes: Record<string, number> = { Enter: 13, Escape: 27, KeyK: 75 }
  const event = { key, code, modifiers, windowsVirtualKeyCode: keyCodes[code] ?? 0 }
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
}

const compose = (session: CDPSession, text: string) =>
  session.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  })

const openSession = (window: Page) => window.context().newCDPSession(window)

// Catches: paying for a text that an input method has not finished.
test('Ctrl+Enter pays nothing while an input method is composing, and runs the finished text', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  const session = await openSession(window)
  await create.prompt.fill('a kite over ')
  await create.waitForPrice()
  await create.prompt.focus()
  await compose(session, 'とうき')
  await expect(create.prompt).toHaveValue('a kite over とうき')
  await pressKey(session, 'Enter', 'Enter', CTRL)
  await session.send('Input.insertText', { text: '東京' })
  await expect(create.prompt).toHaveValue('a kite over 東京')
  await create.waitForPrice()
  expect(service.requestCount('submit')).toBe(0)
  await pressKey(session, 'Enter', 'Enter', CTRL)
  await expect(create.cards('Saved')).toHaveCount(1)
  expect(service.ledger()).toHaveLength(1)
})

// Catches: Escape for the candidates of an input method that closes a dialog, and Enter that takes the first command.
test('Escape and Enter of an input method leave the command palette open', async ({ window }) => {
  const session = await openSession(window)
  await pressKey(session, 'л', 'KeyK', CTRL)
  const palette = window.getByRole('dialog', { name: 'Command palette' })
  await expect(palette).toBeVisible()
  await compose(session, 'の')
  await pressKey(session, 'Enter', 'Enter')
  await pressKey(session, 'Escape', 'Escape')
  await expect(palette).toBeVisible()
  await expect(palette.getByRole('combobox')).toHaveValue('の')
  await session.send('Input.insertText', { text: '' })
  await pressKey(session, 'Escape', 'Escape')
  await expect(palette).toHaveCount(0)
})
