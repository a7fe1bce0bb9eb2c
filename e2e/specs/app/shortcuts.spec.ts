import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: a list of shortcuts that can't be searched, or isn't usable with a keyboard and a screen reader.
test('the list of shortcuts opens with ? and finds a shortcut by its key', async ({ window }) => {
  await expect(new CreatePage(window).prompt).toBeVisible()
  await new Shell(window).goTo('Gallery')
  await window.keyboard.press('?')
  const list = window.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.getByRole('searchbox').fill('mute')
  await expect(list.getByRole('term')).toHaveText(['Mute or unmute'])
  await expect(list.getByRole('definition')).toHaveText(['M'])
  await list.getByRole('searchbox').fill('')
  expect(await findAccessibilityViolations(window)).toEqual([])
  await window.keyboard.press('Escape')
  await expect(list).toBeHidden()
})

// Catches: recall keys that replace the whole form, take the wrong result, or lose the recalled seed at the next run.
test('one letter recalls the prompt, the seed or the size of a result', async ({ window }) => {
  const create = new CreatePage(window)
  await create.prompt.fill('a red kite')
  await create.fillField(create.seed, '4242')
  await create.chooseAspectRatio('16:9')
  const [width, height] = [await create.width.inputValue(), await create.height.inputValue()]
  await create.generateImage('a red kite')
  await create.prompt.fill('something else')
  await create.chooseAspectRatio('1:1')
  const steps = await create.steps.inputValue()

  await new Shell(window).goTo('Gallery')
  const gallery = new GalleryPage(window)
  await gallery.open('a red kite')
  await window.keyboard.press('w')
  await expect(window.getByText('The prompt is in the form now')).toBeVisible()
  await window.keyboard.press('u')
  await expect(window.getByText('The seed is in the form now')).toBeVisible()
  await window.keyboard.press('d')
  await expect(window.getByText('The size is in the form now')).toBeVisible()
  await window.getByRole('button', { name: 'Go to Create' }).click()
  await expect(create.prompt).toHaveValue('a red kite')
  expect(await create.readSeed()).toBe('4242')
  await expect(create.width).toHaveValue(width)
  await expect(create.height).toHaveValue(height)
  await expect(create.steps).toHaveValue(steps)
})

// Catches: a shortcut that puts a job at the end of the queue, or sends it twice.
test('Ctrl+Shift+Enter generates at the front of the queue', async ({ window }) => {
  const create = new CreatePage(window)
  const shell = new Shell(window)
  await shell.goTo('Queue')
  await window.getByRole('button', { name: 'Pause all' }).click()
  await shell.goTo('Create')
  const submissions = [
    ['first in line', 'ControlOrMeta+Enter'],
    ['overtakes it', 'ControlOrMeta+Shift+Enter'],
  ] as const
  for (const [index, [prompt, key]] of submissions.entries()) {
    await create.prompt.fill(prompt)
    await create.waitForPrice()
    await create.prompt.press(key)
    await expect(create.cards('Queued')).toHaveCount(index + 1)
  }
  await shell.goTo('Queue')
  const rows = window
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /first in line|overtakes it/ })
  await expect(rows).toHaveText([/overtakes it/, /first in line/])
})

// Catches: a menu that can't be reached by keyboard, or leads nowhere.
test('the menu leads to the shortcuts, the palette and the version', async ({ window }) => {
  await expect(new CreatePage(window).prompt).toBeVisible()
  const open = async (item: string) => {
    await window.getByRole('button', { name: 'Menu', exact: true }).click()
    await window.getByRole('menuitem', { name: item }).click()
  }
  await open('Keyboard shortcuts')
  await expect(window.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await window.keyboard.press('Escape')
  await open('Command palette')
  await expect(window.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await window.keyboard.press('Escape')
  await open('About Easel')
  await expect(window.getByRole('heading', { name: 'Third-party' })).toBeVisible()
  await window.keyboard.press('ControlOrMeta+,')
  await expect(window.getByRole('heading', { name: 'Connections' })).toBeVisible()
})
