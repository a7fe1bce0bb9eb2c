import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Sidecars } from '../assets/Sidecars.ts'
import { Texts } from '../texts/Texts.ts'
import { setUp as setUpExports, toFolder } from './testing.ts'

it('a corrected text is in the JSON file of an export and in the sidecar, until the original is restored', async () => {
  const { run, library, database, addJob, store, pathOf, log } = setUpExports()
  addJob('job')
  const { id } = library.add({
    jobId: 'job',
    role: 'result',
    file: { ...store('words'), kind: 'text' },
    createdAt: 1000,
  })
  const readText = async () => ({
    segments: [{ start: 0, end: 1, speaker: null, text: 'helo' }],
    text: 'helo',
  })
  const exportVectors = () => Promise.reject(new Error('no vectors'))
  const sidecars = new Sidecars((one) => library.writeSidecar(one), log)
  const texts = new Texts({ database, library, sidecars, reader: { readText, exportVectors } })
  const exportJson = async (): Promise<unknown> => {
    const { path } = toFolder()
    await run([id], toFolder(path), { json: true })
    return JSON.parse(readFileSync(join(path, 'easel-export.json'), 'utf8'))
  }
  const readSidecar = (): unknown => JSON.parse(readFileSync(`${pathOf(id)}.json`, 'utf8'))
  texts.edit({ id, text: 'hello' })
  expect(await exportJson()).toMatchObject([{ editedText: 'hello' }])
  await expect.poll(readSidecar).toMatchObject({ editedText: 'hello' })
  await texts.revert(id)
  expect(await exportJson()).toMatchObject([{ editedText: null }])
  expect(readSidecar()).toMatchObject({ editedText: null })
})
