import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { CORNERS, orientedImage, shownCorners } from '../../../src-main/studio/testing/media/orientations.ts'
import { dropOrPaste } from '../../fixtures/dropFile.ts'
import { outputFolder } from '../../fixtures/outputFolder.ts'
import { expect, test } from '../../fixtures/test.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

const FORMATS = { jpeg: 'jpg', png: 'png', webp: 'webp' } as const

/** Writes a photo that is upright when it is shown, stored with an orientation from 1 to 8. */
async function writePhoto(format: 'jpeg' | 'png' | 'webp' | 'avif', orientation: number): Promise<string> {
  const folder = outputFolder('photos')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${format}-${orientation}.${format === 'jpeg' ? 'jpg' : format}`)
  writeFileSync(path, await orientedImage(format, orientation))
  return path
}

/** The size and the colours of the corners of each image on the page whose address contains `kind`, as the window shows them. */
const readShown = (page: Page, kind: string): Promise<{ size: string; corners: string[] }[]> =>
  page.evaluate(async (kind) => {
    const images = [...document.querySelectorAll<HTMLImageElement>(`img[src*="/${kind}/"]`)]
    return Promise.all(
      images.map(async (image) => {
        await image.decode()
        const [width, height] = [image.naturalWidth, image.naturalHeight]
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        const context = canvas.getContext('2d')
        context?.drawImage(image, 0, 0)
        const inset = 8
        const points = [
          [inset, inset],
          [width - inset, inset],
          [inset, height - inset],
          [width - inset, height - inset],
        ]
        const corners = points.map(([x = 0, y = 0]) =>
          [...(context?.getImageData(x, y, 1, 1).data.slice(0, 3) ?? [])]
            .map((value) => (value > 128 ? 1 : 0))
            .join(''),
        )
        return { size: `${width} × ${height}`, corners }
      }),
    )
  }, kind)

const UPRIGHT = { size: '192 × 128', corners: CORNERS }

// Catches: photos that lie on their side in tiles, in the viewer and on the clipboard.
test('photos of every format and orientation are upright in the gallery, the viewer and on the clipboard', async ({
  window,
}) => {
  test.setTimeout(240_000)
  // Records what is copied, because a page in the background may not read the clipboard.
  await window.evaluate(() => {
    const copied: Blob[] = []
    Object.assign(globalThis, { copied })
    navigator.clipboard.write = async (items) => {
      for (const item of items) copied.push(await item.getType('image/png'))
    }
  })
  await new Shell(window).goTo('Gallery')
  const gallery = new GalleryPage(window)
  let count = 0
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const)
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const path = await writePhoto(format, orientation)
      await dropOrPaste('drop', window.locator('body'), path)
      const dialog = window.getByRole('dialog', { name: `${format}-${orientation}.` })
      await dialog.getByRole('button', { name: 'Add to library' }).click()
      await expect(gallery.tiles()).toHaveCount(++count)
    }
  await expect.poll(async () => (await readShown(window, 'thumb')).length).toBe(count)
  for (const shown of await readShown(window, 'thumb')) expect(shown).toEqual(UPRIGHT)

  for (const name of ['jpeg-6.jpg', 'webp-5.webp']) {
    await gallery.tiles(name).click({ button: 'right' })
    await window.getByRole('menu').getByRole('menuitem', { name: 'Copy image' }).click()
    const takeCopied = () =>
      window.evaluate(async () => {
        const copied: unknown = Reflect.get(globalThis, 'copied')
        const blob: unknown = Array.isArray(copied) ? copied.pop() : null
        return blob instanceof Blob ? [...new Uint8Array(await blob.arrayBuffer())] : []
      })
    let png: number[] = []
    await expect.poll(async () => (png = await takeCopied()).length).toBeGreaterThan(0)
    expect(await shownCorners(Buffer.from(png))).toEqual(UPRIGHT)
  }
  await gallery.tiles('webp-8.webp').click()
  await expect.poll(async () => (await readShown(window, 'asset')).at(0)).toEqual(UPRIGHT)
})

// Catches: a paid job on a photo that lies on its side, and a price for the wrong shape.
test('what is sent of a rotated photo is upright', async ({ studio, service }) => {
  test.setTimeout(120_000)
  const window = await studio.open()
  const form = new TaskForm(window)
  await form.chooseTask('Image upscale')
  let jobs = 0
  for (const format of ['jpeg', 'png', 'webp'] as const)
    for (const orientation of [2, 6]) {
      await form.chooseFiles('Image', await writePhoto(format, orientation))
      const name = `${format}-${orientation}.${FORMATS[format]}`
      await expect(form.fileField('Image').getByRole('listitem')).toContainText(name)
      await expect(form.fileField('Image').getByRole('listitem')).toContainText('192 × 128')
      await form.generate.click()
      await expect.poll(() => service.ledger().length).toBe(++jobs)
      await form.panel.getByRole('button', { name: `Remove ${name}` }).click()
    }
  const folder = join(studio.dataFolder, 'thumbs', 'upright')
  const copies = readdirSync(folder).map((file) => readFileSync(join(folder, file)))
  const hashes = copies.map((copy) => createHash('sha256').update(copy).digest('hex'))
  for (const { uploads } of service.ledger()) {
    const [hash = ''] = Object.values(uploads).flat()
    const copy = copies[hashes.indexOf(hash)]
    expect(copy).toBeDefined()
    expect(await shownCorners(copy ?? Buffer.alloc(0))).toEqual(UPRIGHT)
  }
})
