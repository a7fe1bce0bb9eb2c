import { expect, type Locator } from '@playwright/test'

export type ViewerName = 'image' | 'video' | 'audio' | 'transcript' | 'ocr' | 'embedding'

const imageWidth = (image: Locator): Promise<number> =>
  image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0))

/** Checks that a video or an audio file is playable, and its duration. */
const expectPlayable = async (mediaElement: Locator): Promise<void> => {
  await expect
    .poll(
      () => mediaElement.evaluate((element) => element instanceof HTMLMediaElement && element.readyState),
      {
        timeout: 20_000,
      },
    )
    .toBeGreaterThanOrEqual(2)
  const seconds = await mediaElement.evaluate((element) =>
    element instanceof HTMLMediaElement ? element.duration : 0,
  )
  expect(seconds).toBeGreaterThanOrEqual(0.5)
  expect(seconds).toBeLessThan(60)
}

/** The full-size viewer of a result. */
export class ViewerPage {
  readonly root: Locator

  constructor(root: Locator) {
    this.root = root
  }

  get video(): Locator {
    return this.root.locator('video')
  }

  get audio(): Locator {
    return this.root.locator('audio')
  }

  /** The segments of a transcript. */
  get segments(): Locator {
    return this.root.getByRole('list', { name: 'Segments' }).getByRole('listitem')
  }

  get details(): Locator {
    return this.root.getByRole('complementary', { name: 'Details' })
  }

  /** Saves a copy of the file, or of the same result in another format. */
  async saveCopy(format?: string): Promise<void> {
    const name = format === undefined ? 'Save a copy' : new RegExp(`^Save a copy: ${format}`, 'i')
    await this.root.getByRole('button', { name, exact: format === undefined }).click()
  }

  /** Checks that this viewer shows the result with content. */
  async expectResult(viewer: ViewerName, text: string): Promise<void> {
    await this.#expectations[viewer](text)
  }

  readonly #expectations: Record<ViewerName, (text: string) => Promise<void>> = {
    image: async () => {
      await expect.poll(() => imageWidth(this.root.getByRole('img').first())).toBeGreaterThan(0)
      await expect(this.root.getByRole('button', { name: 'Zoom in' })).toBeVisible()
    },
    video: async () => {
      await expectPlayable(this.video)
      await expect(this.root.getByRole('button', { name: 'Next frame' })).toBeVisible()
    },
    audio: async () => {
      await expectPlayable(this.audio)
      const line = this.root.locator('svg[preserveAspectRatio=none] path').first()
      // A waveform is a long path; an empty one means that the file could not be decoded.
      await expect.poll(async () => (await line.getAttribute('d'))?.length ?? 0).toBeGreaterThan(100)
      await expect(this.root.getByRole('button', { name: 'Set loop start' })).toBeVisible()
    },
    transcript: async () => {
      await expect(this.segments.first()).toContainText(/\d:\d\d/)
      await expect(this.root.getByRole('button', { name: 'Export' })).toBeVisible()
    },
    ocr: async (text) => {
      const image = this.root.getByRole('region', { name: 'Source image' })
      await expect.poll(() => imageWidth(image.getByRole('img').first())).toBeGreaterThan(0)
      const [line = ''] = text.split('\n')
      await expect(this.root.getByRole('region', { name: 'Text', exact: true })).toContainText(line)
    },
    embedding: async () => {
      const dimension = this.root.locator('dl div').filter({ hasText: 'Dimensions' }).locator('dd')
      await expect(dimension).toHaveText(/^\d{2,}$/)
      await expect(this.root.getByRole('img', { name: /^Bars of/ })).toBeVisible()
    },
  }
}
