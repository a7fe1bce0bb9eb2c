import { createHash } from 'node:crypto'
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dropFromDisk } from '../../fixtures/dropFile.ts'
import { trackMaximum } from '../../fixtures/trackMaximum.ts'
import { makeInputs, padVideo } from '../../fixtures/makeInputs.ts'
import { expect, test } from '../../fixtures/test.ts'
import { writeOverrides } from '../../fixtures/writeOverrides.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

const MB = 2 ** 20
const SIZE = 300 * MB

// The live service prices by a file's dimensions; by the specification, the price request would contain all 300 MB.
test.use({ speed: 60, flavour: 'live' })

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

for (const way of ['chosen', 'dropped'] as const) {
  // Catches: a file buffered completely in memory, and a rejection for its size that loses the draft.
  test(`a video of 300 MB ${way} from disk is imported and sent without buffering it in memory`, async ({
    studio,
    service,
  }) => {
    test.setTimeout(240_000)
    const { video } = await makeInputs(test.info().outputPath('inputs'))
    const large = padVideo(video, test.info().outputPath('inputs', 'Long river.mp4'), SIZE)
    writeOverrides(studio.dataFolder, { vid_upscale: { files: { video: { maxBytes: 400 * MB } } } })
    const window = await studio.open()
    const form = new TaskForm(window)
    await form.chooseTask('Video upscale')
    await form.chooseModel('Clearview 2×')
    const before = studio.memory()
    const peakMemory = trackMaximum(() => studio.memory())

    if (way === 'chosen') await form.chooseFiles('Video', large)
    else await dropFromDisk(form.fileField('Video'), large)
    const card = form.fileField('Video').getByRole('listitem')
    await expect(card).toContainText('Long river.mp4', { timeout: 90_000 })
    await expect(card).toContainText('256 × 256')
    await form.readPrice()
    expect(service.requestCount('submit')).toBe(0)
    const inputs = join(studio.dataFolder, 'inputs')
    const kept = readdirSync(inputs, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    expect(kept.map(({ name }) => name)).toEqual([`${await hashOf(large)}.mp4`])

    // The service accepts 75 MB, which only its rejection reveals; it is shown at the field, and nothing is charged.
    await form.generate.click()
    await expect(form.errorMessage(/rejected this job as too large/).first()).toBeVisible({ timeout: 90_000 })
    expect(peakMemory() - before).toBeLessThan(SIZE / 2)
    expect(service.requestCount('submit')).toBe(1)
    expect(service.ledger()).toHaveLength(0)
    await expect(card).toContainText('Long river.mp4')
  })
}
