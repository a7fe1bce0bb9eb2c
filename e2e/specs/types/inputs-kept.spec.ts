import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeInputs } from '../../fixtures/makeInputs.ts'
import { readSetting } from '../../fixtures/readLibrary.ts'
import { readResultFiles } from '../../fixtures/resultFiles.ts'
import { expect, test } from '../../fixtures/test.ts'
import { Shell } from '../../pages/Shell.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

test.use({ speed: 60 })

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : []

const draftSchema = z
  .object({ values: z.object({ img_upscale: z.object({ image: z.array(z.string()) }) }) })
  .catch({ values: { img_upscale: { image: ['not saved yet'] } } })

/** The images of an upscale in the draft on disk. */
const imagesInDraft = (dataFolder: string): string[] =>
  draftSchema.parse(JSON.parse(readSetting(dataFolder, 'draft') || 'null')).values.img_upscale.image

// Catches: an input that can't be found again, is deleted while in use, or is kept forever.
test('an earlier input is found by its name and reused, and unused inputs are shown and deleted', async ({
  studio,
  service,
}) => {
  const inputs = await makeInputs(test.info().outputPath('inputs'))
  const form = new TaskForm(await studio.open())
  const kept = join(studio.dataFolder, 'inputs')
  const read = { task: 'Image to text (OCR)', viewer: 'ocr', files: { Image: 'image' } } as const
  await form.prepare(read, inputs, await service.fetchModels())
  await form.run()
  // Imported and then replaced, so it is unused.
  await form.chooseTask('Image upscale')
  await form.chooseFiles('Image', inputs.otherImage)
  await expect(form.fileField('Image').getByRole('listitem')).toContainText('Reeds.png')
  await form.panel.getByRole('button', { name: 'Remove Reeds.png' }).click()
  expect(filesIn(kept)).toHaveLength(2)
  await expect.poll(() => imagesInDraft(studio.dataFolder)).toEqual([])
  // The next session starts without the state of this window.
  await studio.close()

  const window = await studio.open()
  const again = new TaskForm(window)
  await again.chooseTask('Image to video')
  await again.panel.getByRole('button', { name: 'Choose from the gallery for First frame' }).click()
  const picker = window.getByRole('dialog', { name: 'From the gallery' })
  await expect(picker.getByText('The library has nothing of this type yet.')).toBeVisible()
  await picker.getByRole('radio', { name: 'Earlier inputs' }).check({ force: true })
  await expect(picker.getByRole('listitem')).toHaveCount(2)
  await picker.getByRole('searchbox', { name: 'Search names' }).fill('harb')
  await expect(picker.getByRole('listitem')).toHaveCount(1)
  await picker.getByRole('button', { name: /^Harbour\.png/ }).click()
  await expect(again.fileField('First frame').getByRole('listitem')).toContainText('Harbour.png')

  await new Shell(window).goTo('Settings')
  await window.getByRole('link', { name: 'Library' }).click()
  await expect(window.getByText(/ in 2 files\. “Reuse all”/)).toBeVisible()
  await window.getByRole('button', { name: /^Remove unused inputs/ }).click()
  await expect(window.getByText(/^1 file removed/)).toBeVisible()
  await expect(window.getByText(/ in 1 file\. “Reuse all”/)).toBeVisible()
  expect(filesIn(kept)).toHaveLength(1)
  await new Shell(window).goTo('Create')
  await expect(again.fileField('First frame').getByRole('listitem')).toContainText('Harbour.png')
})

// Catches: a finished result that is lost or silently deleted after a crash mid-operation.
test('files left by a crash mid-operation are recovered at the next start', async ({ studio }) => {
  const form = new TaskForm(await studio.open())
  await form.generateImage('made before the crash')
  const [result] = readResultFiles(studio.dataFolder).filter((file) => file.format === 'png')
  const sidecar = `${result?.path}.json`
  await expect.poll(() => existsSync(sidecar)).toBe(true)
  await studio.kill()

  const parameters = readFileSync(sidecar, 'utf8')
  const month = join(result?.path ?? '', '..')
  rmSync(sidecar)
  const png = readFileSync(result?.path ?? '')
  writeFileSync(join(month, '2026-11-20-copy.png'), png)
  writeFileSync(join(month, '2026-11-20-stray.png'), Buffer.concat([png, Buffer.from('other')]))
  const thumbs = join(studio.dataFolder, 'thumbs', 'ab')
  mkdirSync(thumbs, { recursive: true })
  writeFileSync(join(thumbs, 'half.webp.1.part'), 'half')

  const window = await studio.open()
  await expect(window.getByText(/Easel found 1 finished result that belongs to no job/).first()).toBeVisible()
  expect(readFileSync(sidecar, 'utf8')).toBe(parameters)
  expect(filesIn(join(studio.dataFolder, 'found'))).toEqual(['2026-11-20-stray.png', 'README.txt'])
  expect(existsSync(join(month, '2026-11-20-copy.png'))).toBe(false)
  await expect
    .poll(() => filesIn(join(studio.dataFolder, 'thumbs')).some((name) => name.endsWith('.part')))
    .toBe(false)
  await new Shell(window).goTo('Settings')
  await window.getByRole('link', { name: 'Library' }).click()
  await expect(window.getByText(/^Easel found 1 finished file .* that belongs to no job/)).toBeVisible()
})
