import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { writeFileDurably } from './durableFiles.ts'

it('replaces a file completely and leaves nothing else', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'sidecar.json')
  writeFileSync(path, 'a much longer text that was here before')
  await writeFileDurably(path, 'new')
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(readdirSync(folder)).toEqual(['sidecar.json'])
})

it('throws and removes its temporary file if the file cannot be replaced', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'sidecar.json', 'not empty'), { recursive: true })
  await expect(writeFileDurably(join(folder, 'sidecar.json'), 'new')).rejects.toMatchObject({
    syscall: 'rename',
  })
  expect(readdirSync(folder)).toEqual(['sidecar.json'])
})
