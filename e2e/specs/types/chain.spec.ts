import { makeInputs } from '../../fixtures/makeInputs.ts'
import { expect, test } from '../../fixtures/test.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'
import { TaskForm } from '../../pages/TaskForm.ts'
import { ViewerPage } from '../../pages/ViewerPage.ts'

const small = { Width: '256', Height: '256' }
const short = { ...small, Frames: '12' }

test.use({ speed: 60 })

// Catches: a result that can't be used as an input, is put into the wrong field, or loses its origin.
test('an image becomes a video, its last frame the next one, and the lineage leads back', async ({
  window,
  service,
}) => {
  const models = await service.fetchModels()
  const form = new TaskForm(window)
  await form.chooseFastestModel(models)
  await form.fillFields({ Prompt: 'A ferry leaving at dusk', ...small })
  await form.run()

  await form.stage.getByRole('button', { name: 'Use in…' }).click()
  await window.getByRole('menuitem', { name: 'Image to video: First frame' }).click()
  await expect(form.task).toContainText('Image to video')
  await expect(form.fileField('First frame').getByRole('listitem')).toContainText('A ferry leaving at dusk')
  await form.chooseFastestModel(models)
  await form.fillFields({ Prompt: 'It turns away', ...short })
  await form.run()
  expect(service.ledger().at(-1)?.operation).toBe('img2video')

  await form.stage.getByRole('button', { name: 'Frames' }).click()
  await window.getByRole('menuitem', { name: 'Last frame → Image to video' }).click()
  const first = form.fileField('First frame').getByRole('listitem')
  await expect(first).toContainText('last frame.png')
  await form.fillField(form.textbox('Prompt'), 'And is gone')
  await form.run()
  expect(service.ledger()).toHaveLength(3)

  await new Shell(window).goTo('Gallery')
  const viewer = new ViewerPage(await new GalleryPage(window).open(''))
  const lineage = viewer.details.getByRole('region', { name: 'Lineage' })
  const step = (name: string) => lineage.getByRole('list', { name }).getByRole('link')
  const title = viewer.details.getByRole('region', { name: 'Prompt' })
  await expect(title).toContainText('And is gone')
  await expect(step('Sources, 1 step back')).toHaveAccessibleName(/last frame/)
  await expect(step('Sources, 3 steps back')).toHaveAccessibleName(/A ferry leaving at dusk/)
  await expect(lineage).toContainText(/^.*This result and its sources: \$0\.\d+/)
  await step('Sources, 2 steps back').click()
  await expect(title).toContainText('It turns away')
  await step('Sources, 1 step back').click()
  await expect(title).toContainText('A ferry leaving at dusk')
  await step('Made from it, 1 step later').click()
  await expect(title).toContainText('It turns away')
  await viewer.expectResult('video', '')
})

// Catches: a comparison with the wrong image, or none.
test('an upscaled image is compared with its original', async ({ window, service }) => {
  const inputs = await makeInputs(test.info().outputPath('inputs'))
  const form = new TaskForm(window)
  const upscale = { task: 'Image upscale', viewer: 'image', files: { Image: 'image' } } as const
  await form.prepare(upscale, inputs, await service.fetchModels())
  await form.run()
  await new Shell(window).goTo('Gallery')
  const viewer = new ViewerPage(await new GalleryPage(window).open(''))
  await viewer.root.getByRole('button', { name: 'Compare with the input image' }).click()
  const before = viewer.root.getByRole('img', { name: 'Before' })
  const widthOf = (image: typeof before): Promise<number> =>
    image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0))
  await expect.poll(() => widthOf(before)).toBe(256)
  expect(await widthOf(viewer.root.getByRole('img', { name: /^Harbour/ }).first())).toBeGreaterThan(256)
  await expect(viewer.root.getByRole('slider', { name: /^Divider/ })).toBeVisible()
})

// Catches: texts that can't be found by their content.
test('a text result is found in the gallery by its content', async ({ window, service }) => {
  const inputs = await makeInputs(test.info().outputPath('inputs'))
  const form = new TaskForm(window)
  const models = await service.fetchModels()
  const read = { task: 'Image to text (OCR)', viewer: 'ocr', files: { Image: 'image' } } as const
  await form.prepare(read, inputs, models)
  await form.run()
  const [served] = await service.fetchResults(service.ledger()[0]?.requestId ?? '')
  const [word = ''] = /\p{L}{5,}/u.exec(Buffer.from(served ?? []).toString('utf8')) ?? []
  await form.chooseTask('Text to image')
  await form.chooseFastestModel(models)
  await form.fillFields({ Prompt: 'Something else', ...small })
  await form.run()

  await new Shell(window).goTo('Gallery')
  const gallery = new GalleryPage(window)
  await expect(gallery.tiles()).toHaveCount(2)
  await gallery.search.fill(word)
  await expect(gallery.tiles()).toHaveCount(1)
  await expect(gallery.tiles('Harbour.png')).toHaveCount(1)
  await gallery.search.fill('qqqqzz')
  await expect(gallery.tiles()).toHaveCount(0)
})
