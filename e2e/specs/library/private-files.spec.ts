import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'

test.skip(process.platform === 'win32', 'Windows has no such file permissions')

// Catches: results, prompts and the database readable by other users, also in an existing folder.
test('nothing in the data folder is readable by other users of the computer', async ({ studio }) => {
  mkdirSync(studio.dataFolder, { recursive: true })
  chmodSync(studio.dataFolder, 0o755)
  const page = await studio.open()
  await new CreatePage(page).generateImage('for my eyes only')
  expect(statSync(studio.dataFolder).mode & 0o777).toBe(0o700)
  const readable = readdirSync(studio.dataFolder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const found = lstatSync(path, { throwIfNoEntry: false })
      return found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0
    })
  expect(readable).toEqual([])
})
