import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { checkTargetFolder } from './checkTargetFolder.ts'

it('rejects with disk_failed if the source disappeared while the folder was chosen', async () => {
  const from = join(temporaryFolder(), 'unplugged')
  await expect(
    checkTargetFolder(temporaryFolder(), { kind: 'restore', from, mustNotOverlap: [from] }),
  ).rejects.toMatchObject({ problem: { code: 'disk_failed', params: { cause: 'ENOENT' } } })
})
