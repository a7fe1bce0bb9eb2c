import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { waitUntilReady } from '../../fixtures/Studio.ts'
import { BatchPage } from '../../pages/BatchPage.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

// Catches: a snippet that isn't saved, a completion that loses the text around it, and a wildcard line that is picked only after the price was shown.
test('a snippet and a wildcard list are saved, completed, and sent as they are on the screen', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  const dialog = window.getByRole('dialog', { name: 'Snippets', exact: true })
  const form = window.getByRole('dialog', { name: 'New snippet' })
  const name = form.getByRole('textbox', { name: 'Name' })
  const text = form.getByRole('textbox', { name: 'Text' })
  await create.prompt.fill('thick brush strokes')
  await create.prompt.selectText()
  await window.getByRole('button', { name: 'Snippets' }).first().click()
  await expect(dialog.getByText('No snippets yet')).toBeVisible()
  await dialog.getByRole('button', { name: 'New snippet…' }).click()
  await expect(text).toHaveValue('thick brush strokes')
  await name.fill('style')
  await form.getByRole('button', { name: 'Save snippet' }).click()

  await dialog.getByRole('button', { name: 'New snippet…' }).click()
  await name.fill('Style')
  await text.fill('# animals\nred fox\nsnowy owl')
  await form.getByRole('button', { name: 'Save snippet' }).click()
  await expect(form.getByText(/^A snippet named “style” already exists\./)).toBeVisible()
  expect(await findAccessibilityViolations(window)).toEqual([])
  await name.fill('wild animal')
  await name.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveText([/style/, /wild animal2 lines · red fox/])
  expect(await findAccessibilityViolations(window)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()

  // The completion list, the wildcard note and the price appear while typing; none of them may change the text.
  const typed = 'a portrait of a __wild animal__ in the snow, with a wide view of the mountains behind it'
  await create.prompt.fill('')
  await create.prompt.pressSequentially(typed)
  await expect(create.prompt).toHaveValue(typed)

  const options = window.getByRole('listbox', { name: 'Snippets' }).getByRole('option')
  await create.prompt.fill('')
  await create.prompt.pressSequentially('a portrait of a __an')
  await expect(options).toHaveText([/wild animal/])
  await create.prompt.press('Enter')
  await create.prompt.pressSequentially(', __')
  await expect(options).toHaveText([/style/, /wild animal/])
  expect(await findAccessibilityViolations(window)).toEqual([])
  await create.prompt.press('Escape')
  await expect(options).toHaveCount(0)
  await create.prompt.press('Backspace')
  await create.prompt.pressSequentially('_')
  await create.prompt.press('Tab')
  const template = 'a portrait of a __wild animal__, thick brush strokes'
  await expect(create.prompt).toHaveValue(template)
  await create.prompt.press('ControlOrMeta+z')
  await expect(create.prompt).toHaveValue('a portrait of a __wild animal__, __')
  await create.prompt.press('ControlOrMeta+Shift+z')
  await expect(create.prompt).toHaveValue(template)
  await expect(window.getByText('52 characters, about 13 tokens')).toBeVisible()

  await window.getByRole('button', { name: 'Run as a batch of 2…' }).first().click()
  const batch = window.getByRole('dialog', { name: 'Batch', exact: true })
  await expect(batch.getByRole('button', { name: /^Add 2 jobs · \$/ })).toBeEnabled()
  await expect(batch.getByText('a portrait of a snowy owl, thick brush strokes')).toBeVisible()
  await batch.getByRole('button', { name: 'Close' }).click()
  expect(await findAccessibilityViolations(window)).toEqual([])

  await window.getByRole('button', { name: 'Pick at random' }).click()
  await expect(create.prompt).toHaveValue(/^a portrait of a (red fox|snowy owl), thick brush strokes$/)
  const picked = await create.prompt.inputValue()
  await create.prompt.press('Alt+ArrowUp')
  await expect(create.prompt).toHaveValue(template)
  await create.prompt.press('Alt+ArrowDown')
  await expect(create.prompt).toHaveValue(picked)
  await create.waitForPrice()
  await create.prompt.press('ControlOrMeta+Enter')
  await expect(create.cards('Saved')).toHaveCount(1, { timeout: 30_000 })
  expect(service.ledger().map(({ body }) => body['prompt'])).toEqual([picked])

  await window.getByRole('button', { name: 'Snippets' }).first().click()
  await dialog.getByRole('button', { name: 'Delete style' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await window.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
})

const snippetsDialog = (window: Page) => window.getByRole('dialog', { name: 'Snippets', exact: true })

/** Saves a snippet in the open dialog. */
async function saveSnippet(window: Page, name: string, text: string): Promise<void> {
  const form = window.getByRole('dialog', { name: 'New snippet' })
  await snippetsDialog(window).getByRole('button', { name: 'New snippet…' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Text' }).fill(text)
  await form.getByRole('button', { name: 'Save snippet' }).click()
}

/** Saves snippets in the dialog of the form, and closes it. */
async function saveSnippets(window: Page, snippets: Record<string, string>): Promise<void> {
  const dialog = snippetsDialog(window)
  await window.getByRole('button', { name: 'Snippets' }).first().click()
  for (const [name, text] of Object.entries(snippets)) await saveSnippet(window, name, text)
  await expect(dialog.getByRole('listitem')).toHaveCount(Object.keys(snippets).length)
  await dialog.getByRole('button', { name: 'Close' }).click()
}

// Catches: a completion that works in the first box only, changes another one, or can't be undone; a list behind the batch dialog.
test('snippets are completed in each of several texts and in the values of a batch', async ({ window }) => {
  const form = new TaskForm(window)
  await saveSnippets(window, { style: 'oil painting', animal: 'red fox\nsnowy owl' })
  const list = window.getByRole('listbox', { name: 'Snippets' })

  const batch = new BatchPage(window)
  await form.prompt.fill('a fox')
  await batch.open()
  await batch.addAxis('Prompt', '')
  const values = batch.dialog.getByRole('textbox', { name: 'Values' })
  await values.pressSequentially('a hare\na portrait of a __an')
  await list.getByRole('option', { name: /animal/ }).click()
  await expect(values).toHaveValue('a hare\na portrait of a __animal__')
  await expect(values).toBeFocused()
  await expect(batch.dialog.getByText('a portrait of a snowy owl')).toBeVisible()
  await expect(batch.add).toHaveText(/^Add 3 jobs/)
  await values.press('ControlOrMeta+z')
  await expect(values).toHaveValue('a hare\na portrait of a __an')
  await batch.dialog.getByRole('button', { name: 'Close' }).click()

  await form.chooseTask('Text to embedding')
  await form.textbox('Text').fill('first')
  await window.getByRole('button', { name: 'Add text' }).click()
  await window.getByRole('button', { name: 'Add text' }).click()
  const second = form.textbox('Text 2')
  await second.pressSequentially('an __st')
  await expect(list.getByRole('option')).toHaveText([/style/])
  expect(await findAccessibilityViolations(window)).toEqual([])
  await second.press('Enter')
  await expect(second).toHaveValue('an oil painting')
  await second.press('ControlOrMeta+z')
  await expect(second).toHaveValue('an __st')
  await second.press('ControlOrMeta+Shift+z')
  await expect(second).toHaveValue('an oil painting')
  const third = form.textbox('Text 3')
  await third.pressSequentially('a __')
  await list.getByRole('option', { name: /animal/ }).click()
  await expect(third).toHaveValue('a __animal__')
  await window.getByRole('button', { name: 'Pick at random' }).click()
  await expect(third).toHaveValue(/^a (red fox|snowy owl)$/)
  await third.press('ControlOrMeta+z')
  await expect(third).toHaveValue('a __animal__')
  await third.press('ControlOrMeta+z')
  await expect(third).toHaveValue('a __')
  await expect(second).toHaveValue('an oil painting')
  await expect(form.textbox('Text 1')).toHaveValue('first')
  expect(await findAccessibilityViolations(window)).toEqual([])
})

// Catches: a window that overwrites the snippets of another one, or shows old ones.
test('a snippet that one window saves appears in the other, and both keep theirs', async ({ window }) => {
  const other = await window.context().newPage()
  await other.goto(window.url())
  await waitUntilReady(other)
  const listOf = (page: Page) => snippetsDialog(page).getByRole('listitem')
  await other.getByRole('button', { name: 'Snippets' }).first().click()
  await expect(other.getByText('No snippets yet')).toBeVisible()
  await saveSnippets(window, { style: 'oil painting' })
  await expect(listOf(other)).toHaveText([/style/])
  await other.getByRole('button', { name: 'Delete style' }).click()
  await expect(other.getByText('No snippets yet')).toBeVisible()
  await window.getByRole('button', { name: 'Snippets' }).first().click()
  await expect(window.getByText('No snippets yet')).toBeVisible()
  await other.getByRole('button', { name: 'Undo' }).click()
  await expect(listOf(window)).toHaveText([/style/])
  await saveSnippet(other, 'animal', 'red fox')
  for (const page of [window, other]) await expect(listOf(page)).toHaveText([/animal/, /style/])
  await other.close()
})
