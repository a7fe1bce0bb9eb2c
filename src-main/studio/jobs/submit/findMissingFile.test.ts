import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { findMissingFile } from './findMissingFile.ts'

test('the first missing file of a request is reported at its field', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'there.png')
  writeFileSync(path, 'image')
  mkdirSync(join(folder, 'a folder'))
  const file = (field: string, name: string) => ({
    field,
    fileName: name,
    path: join(folder, name),
    mime: 'image/png',
  })
  const request = (...files: ReturnType<typeof file>[]) => ({
    path: 'img2img',
    encoding: 'multipart' as const,
    text: '{}',
    files,
  })
  expect(await findMissingFile({ path: 'txt2img', encoding: 'json', text: '{}' })).toBeNull()
  expect(await findMissingFile(request(file('image', 'there.png')))).toBeNull()
  expect(await findMissingFile(request(file('image', 'there.png'), file('mask', 'gone.png')))).toEqual({
    code: 'file_missing',
    money: 'not_charged',
    params: { file: 'gone.png' },
    fields: { mask: ['file_missing'] },
  })
  expect(await findMissingFile(request(file('image', 'a folder')))).toMatchObject({
    params: { file: 'a folder' },
  })
})
