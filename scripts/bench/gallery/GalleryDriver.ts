import type { Page } from '@playwright/test'
import { Shell } from '../../../e2e/pages/Shell.ts'
import { GalleryPage } from '../../../e2e/pages/GalleryPage.ts'

/** Selector of the grid's tiles. Only those near the viewport are rendered. */
export const TILE = '[data-tile-index]'
const LONG_TIMEOUT = { timeout: 60_000 }

/** What a user does in the gallery. */
export class GalleryDriver {
  readonly page: Page
  readonly #gallery: GalleryPage

  constructor(page: Page) {
    this.page = page
    this.#gallery = new GalleryPage(page)
  }

  /** Clicks the gallery's link, and waits until the tiles in view are painted. */
  async open(): Promise<void> {
    await new Shell(this.page).goTo('Gallery')
    await this.waitUntilPainted()
  }

  /** Waits until the grid has tiles, and their images are loaded. */
  async waitUntilPainted(): Promise<void> {
    await this.page.waitForFunction(isPainted, TILE, LONG_TIMEOUT)
  }

  /** Focuses the first rendered tile, so that keys move from there. */
  async focus(): Promise<void> {
    await this.#gallery.results.locator(`${TILE} button`).first().focus()
  }

  /** Presses Home or End, and waits until that end of the list is shown. */
  async jump(key: 'Home' | 'End'): Promise<void> {
    const before = await this.page.evaluate(describeFirstTile, TILE)
    await this.page.keyboard.press(key)
    await this.page.waitForFunction(hasMoved, { selector: TILE, before }, LONG_TIMEOUT)
    await this.waitUntilPainted()
  }

  /** Opens the focused tile in the viewer, and returns its id. */
  async view(): Promise<string> {
    await this.page.keyboard.press('Enter')
    await this.#gallery.viewer.waitFor(LONG_TIMEOUT)
    return this.shownId()
  }

  /** The id of the result in the viewer. */
  async shownId(): Promise<string> {
    const hash = await this.page.evaluate(() => location.hash)
    return decodeURIComponent(/^#\/gallery\/([^?]+)/.exec(hash)?.[1] ?? '')
  }

  /** Shows the next result in the viewer, and waits until its image is loaded. */
  async viewNext(): Promise<void> {
    const before = await this.page.evaluate(() => location.hash)
    await this.page.keyboard.press('ArrowRight')
    await this.page.waitForFunction((hash) => location.hash !== hash, before, LONG_TIMEOUT)
    await this.page.waitForFunction(
      () =>
        [...document.querySelectorAll('dialog img')].every(
          (image) => !(image instanceof HTMLImageElement) || image.complete,
        ),
      undefined,
      LONG_TIMEOUT,
    )
  }

  async closeViewer(): Promise<void> {
    await this.page.keyboard.press('Escape')
    await this.#gallery.viewer.waitFor({ ...LONG_TIMEOUT, state: 'detached' })
  }

  /** Searches for a word, and waits until the results in view are painted. An empty word clears the search. */
  async search(word: string): Promise<void> {
    await this.#gallery.search.fill(word)
    await this.page.waitForFunction(
      (text) => (new URLSearchParams(location.hash.split('?')[1]).get('q') ?? '') === text,
      word,
      LONG_TIMEOUT,
    )
    await this.waitUntilPainted()
  }
}

/** Runs in the page. */
function isPainted(selector: string): boolean {
  const tiles = [...document.querySelectorAll(selector)]
  const images = tiles
    .filter(
      (tile) => tile.getBoundingClientRect().bottom > 0 && tile.getBoundingClientRect().top < innerHeight,
    )
    .flatMap((tile) => [...tile.querySelectorAll('img')])
  return tiles.length > 0 && images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
}

/** Runs in the page. */
function describeFirstTile(selector: string): string {
  const tile = document.querySelector(selector)
  return tile?.querySelector('img')?.src ?? tile?.textContent ?? ''
}

/** Runs in the page. Repeats `describeFirstTile`, because a function that runs in the page can't call others in this file. */
function hasMoved({ selector, before }: { selector: string; before: string }): boolean {
  const tile = document.querySelector(selector)
  const now = tile?.querySelector('img')?.src ?? tile?.textContent ?? ''
  return now !== '' && now !== before
}
