import { expect, test } from 'vitest'
import { setBridge } from '../../host/bridge.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { readOpenedFile } from './readOpenedFile.ts'

const PARAMETERS = '猫, café\nSteps: 20, Seed: 1, Size: 8x8'
const littleEndian = Buffer.from(`\uFEFF${PARAMETERS}`, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(PARAMETERS)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${PARAMETERS}`)],
  ['UTF-16, little-endian', littleEndian],
  ['UTF-16, big-endian', Buffer.from(littleEndian).swap16()],
])('parameters are read from a text file in %s', async (_, content) => {
  const texts: unknown[] = []
  setBridge(
    bridgeOf({
      'files.parameters': async (input) => {
        texts.push(input)
        return { found: null }
      },
    }),
  )
  await readOpenedFile(new File([content], 'fog.txt', { type: 'text/plain' }))
  expect(texts).toEqual([{ text: PARAMETERS }])
})
