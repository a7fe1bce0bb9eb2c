import { makeInputs } from '../../fixtures/makeInputs.ts'
import { startRenamedApi } from '../../fixtures/servers.ts'
import { expect, test } from '../../fixtures/test.ts'
import { writeOverrides } from '../../fixtures/writeOverrides.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { SettingsPage } from '../../pages/SettingsPage.ts'
import { Shell } from '../../pages/Shell.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

test.use({ connected: false })

// Catches: an overrides file that has no effect, needs a restart, or has unreported errors.
test('a moved path, a renamed field and another encoding apply without a restart, and errors show their lines', async ({
  window,
  service,
  studio,
}) => {
  const moved = await startRenamedApi(service.address)
  await new SettingsPage(window).addConnection('Moved', moved.address, service.key)

  await window.getByRole('link', { name: 'Service' }).click()
  const state = window.getByRole('status').filter({ hasText: 'Reload file' })
  await expect(state).toContainText('No overrides')
  const reload = window.getByRole('button', { name: 'Reload file' })

  writeOverrides(
    studio.dataFolder,
    '{\n  "txt2img": {\n    "path": "../admin",\n    "wire": { "promt": "x" }\n  }\n}',
  )
  await reload.click()
  await expect(state).toContainText('The file has errors and isn’t used')
  await expect(state).toContainText('Line 3, txt2img → path: must be a path below the service')
  writeOverrides(studio.dataFolder, '{\n  "txt2img": { "wire": { "promt": "x" } }\n}')
  await reload.click()
  await expect(state).toContainText('Line 2, txt2img → wire → promt: unknown field')
  writeOverrides(studio.dataFolder, '{\n  "txt2img": {},\n}')
  await reload.click()
  await expect(state).toContainText('Line 3: The file isn’t valid JSON: at character 1 “}” is unexpected')

  writeOverrides(studio.dataFolder, {
    txt2img: {
      path: 'images/generations',
      price: { path: 'images/generations/quote' },
      wire: { prompt: 'instruction' },
    },
  })
  await reload.click()
  await expect(state).toContainText('Active')
  await expect(state).toContainText('wire prompt: instruction')

  await new Shell(window).goTo('Create')
  const create = new CreatePage(window)
  await create.chooseModel('Tidepool Mini')
  await create.generateImage('sent by another name')
  const paths = new Set(moved.requests.map(({ path }) => path))
  expect(paths).toEqual(new Set(['images/generations/quote', 'images/generations']))
  const submit = moved.requests.find(({ path }) => path === 'images/generations')
  expect(JSON.parse(submit?.body ?? '{}')).toMatchObject({ instruction: 'sent by another name' })
  expect(submit?.type).toContain('application/json')

  // Another encoding for the next job. The file no longer has a path, so the default path is used again.
  writeOverrides(studio.dataFolder, { txt2img: { encoding: 'multipart' } })
  await new Shell(window).goTo('Settings')
  await window.getByRole('link', { name: 'Service' }).click()
  await reload.click()
  await expect(state).toContainText('encoding: multipart')
  await new Shell(window).goTo('Create')
  await create.prompt.fill('as a form')
  await create.readPrice()
  await create.generate.click()
  await expect.poll(() => moved.requests.at(-1)?.type ?? '').toContain('multipart/form-data')
  expect(moved.requests.at(-1)?.path).toBe('txt2img')
  await moved.close()
})

// Catches: a new task described in the overrides file that is not listed, priced, run, saved or shown.
test.describe('a task defined only in the overrides file', () => {
  test.use({ connected: true, speed: 60 })

  test('is offered, priced, run, saved and shown without an update of Easel', async ({
    window,
    service,
    studio,
  }) => {
    const inputs = await makeInputs(test.info().outputPath('inputs'))
    const create = new CreatePage(window)
    await create.task.click()
    await window.getByText('Details', { exact: true }).click()
    await expect(window.getByText('img2mesh')).toBeVisible()
    await window.keyboard.press('Escape')

    await new Shell(window).goTo('Settings')
    await window.getByRole('link', { name: 'Service' }).click()
    writeOverrides(studio.dataFolder, {
      img2mesh: {
        name: 'Image to mesh',
        makes: 'text',
        encoding: 'multipart',
        fields: [
          { name: 'image', kind: 'file', media: ['image'], required: true },
          { name: 'faces', kind: 'integer', min: 1000, max: 90_000, default: 20_000 },
        ],
      },
    })
    await window.getByRole('button', { name: 'Reload file' }).click()
    await expect(window.getByText('Active')).toBeVisible()

    await new Shell(window).goTo('Create')
    const form = new TaskForm(window)
    await form.chooseTask('Image to mesh')
    await form.fillFields({ Faces: '50000' })
    await form.chooseFiles('Image', inputs.image)
    expect(await create.readPrice()).toBe('$0.07')
    await create.generate.click()
    await expect(create.cards('Saved')).toHaveCount(1)
    await expect(create.stage).toContainText('mesh of 50000 faces')
    expect(service.ledger()).toMatchObject([{ price: 0.07 }])
  })
})
