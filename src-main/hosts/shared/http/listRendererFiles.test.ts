import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listRendererFiles } from './rendererFiles.ts'
import { temporaryFolder } from '../../../studio/testing/temporaryFolder.ts'

it('lists the files of the window by URL path, without unknown types and links', async () => {
  const outside = temporaryFolder()
  await writeFile(join(outside, 'secret.js'), '')
  const folder = temporaryFolder()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '')
  await writeFile(join(folder, 'assets', 'index-abc.js'), '')
  await writeFile(join(folder, 'assets', 'index-abc.js.map'), '')
  await symlink(join(outside, 'secret.js'), join(folder, 'assets', 'link.js'))
  const files = await listRendererFiles(folder)
  expect([...files.keys()].sort()).toEqual(['/', '/assets/index-abc.js', '/index.html'])
  expect(files.get('/assets/index-abc.js')).toEqual({
    path: join(folder, 'assets', 'index-abc.js'),
    mime: 'text/javascript; charset=utf-8',
    isImmutable: true,
  })
})
