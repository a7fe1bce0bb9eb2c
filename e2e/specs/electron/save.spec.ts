import { readFileSync } from 'node:fs'
import { resultFiles, sha256 } from '../../fixtures/resultFiles.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'

// Catches: a refusal of foreign addresses that also refuses to save a copy of a result.
test('a link that saves a copy of a result saves it', async ({ window, studio }, testInfo) => {
  const create = new CreatePage(window)
  await create.make('a copy to keep')
  await create.cards('Saved').first().click()
  const source = await create.stage.getByRole('img').first().getAttribute('src')
  const id = /^media:\/\/\w+\/([^?]+)/.exec(source ?? '')?.[1] ?? ''
  const path = testInfo.outputPath('copy.png')
  await studio.saveTo(path, () =>
    window.evaluate((asset) => {
      const link = Object.assign(document.createElement('a'), {
        href: `media://asset/${asset}`,
        download: 'copy.png',
      })
      document.body.append(link)
      link.click()
      link.remove()
    }, id),
  )
  expect(resultFiles(studio.dataFolder).map((file) => file.sha256)).toContain(sha256(readFileSync(path)))
})
