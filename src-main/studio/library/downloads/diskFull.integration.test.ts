import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { downloadWorld, png, serve } from '../../testing/worlds/downloadWorld.ts'
import { pngOf } from '../../testing/media/images.ts'
import { smallDisk } from '../../testing/temporaryFolder.ts'

it('reports a result that is too large for the disk, leaves no part file, and saves the next one that fits', async (context) => {
  const { get, files, downloads } = downloadWorld(smallDisk(context))
  const big = pngOf(1000, 1000)
  const server = await serve((response, { url }) => response.end(url === '/big' ? big : png))
  const full = { kind: 'disk', problem: { code: 'disk_full', money: 'charged' } }
  expect(await get(`${server.address}/big`)).toEqual(full)
  expect(await downloads.saveBytes(big, 'image')).toEqual(full)
  expect(files()).toEqual([])
  expect(await get(`${server.address}/small`)).toMatchObject({ kind: 'file' })
})

it('reports a disk without space for a folder', async (context) => {
  const folder = smallDisk(context)
  expect(() => writeFileSync(join(folder, 'filler'), Buffer.alloc(3 << 20))).toThrow('ENOSPC')
  const { downloads } = downloadWorld(folder)
  expect(await downloads.saveBytes(png, 'image')).toMatchObject({ kind: 'disk' })
})
