import { readResultFiles, sha256 } from '../../fixtures/resultFiles.ts'
import { journeys, type Journey } from '../../fixtures/journeys.ts'
import { makeInputs, type Inputs } from '../../fixtures/makeInputs.ts'
import type { Service } from '../../fixtures/startService.ts'
import type { Studio } from '../../fixtures/Studio.ts'
import { expect, test } from '../../fixtures/test.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'
import { TaskForm } from '../../pages/TaskForm.ts'
import { ViewerPage } from '../../pages/ViewerPage.ts'

interface World {
  form: TaskForm
  service: Service
  studio: Studio
  inputs: Inputs
}

/** Internal names and values, which must not be shown. */
const WIRE_NAMES = /\w_\w|en-us|\[Instrumental\]/i

const WITH_THUMBNAIL: ReadonlySet<string> = new Set(['image', 'video', 'audio'])

/** Form, price, run, bytes, viewer, gallery, and the same form again. */
const runJourney = async ({ form, service, studio, inputs }: World, journey: Journey): Promise<void> => {
  const { page } = form
  await new Shell(page).goTo('Create')
  await form.prepare(journey, inputs, await service.fetchModels())
  const price = await form.readPrice()
  const entered = await form.readFields()

  const saved = form.cards('Saved')
  const before = await saved.count()
  const progress = await form.trackProgress()
  await form.generate.click()
  await expect(saved).toHaveCount(before + 1, { timeout: 60_000 })
  expect(await progress(), 'progress is shown').toBe(true)

  const job = service.ledger().at(-1)
  if (!job) throw new Error('The service has no job')
  expect(service.ledger()).toHaveLength(before + 1)
  expect(Number(price.slice(1)), 'charged as shown').toBe(job.price)
  const served = await service.fetchResults(job.requestId)
  const kept = readResultFiles(studio.dataFolder).map((file) => file.sha256)
  for (const bytes of served) expect(kept, 'every file is on disk unchanged').toContain(sha256(bytes))

  await form.overwriteValues()
  await new Shell(page).goTo('Gallery')
  const gallery = new GalleryPage(page)
  await expect(gallery.tiles()).toHaveCount(before + 1)
  if (WITH_THUMBNAIL.has(journey.viewer)) await gallery.expectThumbnail(gallery.tiles().first())
  const viewer = new ViewerPage(await gallery.open(''))
  await expect(viewer.details).toContainText(job.requestId)
  const parameters = viewer.details.getByRole('region', { name: 'Parameters' })
  for (const text of Object.values(journey.typed ?? {}).filter((typed) => /\s/.test(typed)))
    await expect(viewer.details).toContainText(text)
  const read = (await parameters.innerText()).replace(job.requestId, '')
  expect(read, 'the parameters use the labels of the form').not.toMatch(WIRE_NAMES)
  await viewer.expectResult(journey.viewer, Buffer.from(served[0] ?? []).toString('utf8'))
  await viewer.root.getByRole('button', { name: 'Reuse all' }).click()
  await expect.poll(() => form.readFields(), 'the same form again').toEqual(entered)
  await expect.poll(() => form.readPrice()).toBe(price)
}

/** The first task of each kind of result. */
const oneOfEach = (list: readonly Journey[]): Journey[] =>
  list.filter(({ viewer }, at) => list.findIndex((other) => other.viewer === viewer) === at)

for (const flavour of ['spec', 'live'] as const) {
  test.describe(`against the ${flavour} flavour of the service`, () => {
    test.use({ flavour, speed: 60 })

    for (const [group, list] of Object.entries(journeys)) {
      // Catches: a task that cannot be filled in, is charged a different price than shown, loses a byte, is shown by the wrong
      // viewer, or does not come back as it was entered. The studio runs every task against both flavours in
      // createStudio.integration.test.ts; the window shows every task once, and in Electron each kind of result.
      test(`tasks of ${group} run end to end, ${flavour}`, async ({ window, service, studio, host }) => {
        test.skip(
          host === 'electron' && flavour === 'spec',
          'the host does not depend on the flavour of the service',
        )
        test.setTimeout(300_000)
        const inputs = await makeInputs(test.info().outputPath('inputs'))
        const form = new TaskForm(window)
        for (const journey of host === 'browser' && flavour === 'live' ? list : oneOfEach(list))
          await test.step(journey.task, () => runJourney({ form, service, studio, inputs }, journey))
      })
    }
  })
}
