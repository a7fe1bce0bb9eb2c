import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Settings } from '../../../../src-preload/contract/types/studio.ts'
import type { Announcement, Progress } from '../../../../src-preload/contract/types/work.ts'
import { announcementText } from '../../../../src-preload/shared/announcementText.ts'

/** What the system offers around the window. */
export interface DeskDoors {
  /** The bar on the window's button; a negative value takes it away. */
  bar: (value: number, mode: 'none' | 'normal' | 'indeterminate' | 'error') => void
  /** The figure on the app's icon; 0 takes it away. */
  badge: (count: number) => void
  /** Keeps the machine awake until `rest` is called with the answer. */
  wake: () => number
  rest: (id: number) => void
  /** Shows words outside the window. */
  notify: (words: { title: string; body: string; silent: boolean; onClick: () => void }) => void
  isFocused: () => boolean
  /** Brings the window to the front, at a place of it where one is given. */
  bringToFront: (place: string) => void
}

/** Shows outside the window what the studio tells: how far the work is, and what became of it. */
export class Desk {
  readonly #doors: DeskDoors
  #moving = false
  #keepAwake = false
  #awake: number | null = null

  constructor(doors: DeskDoors) {
    this.#doors = doors
  }

  onEvent(event: StudioEvent): void {
    if (event.type === 'progress') this.#show(event.progress)
    if (event.type === 'announcement') this.#announce(event.announcement)
  }

  /** As the user set it, at the start and at each change. */
  set({ keepAwake }: Pick<Settings, 'keepAwake'>): void {
    this.#keepAwake = keepAwake
    this.#holdAwake()
  }

  /** Lets go of what is held of the system. */
  close(): void {
    this.#moving = false
    this.#holdAwake()
  }

  #show({ done, total, part, moving, trouble }: Progress): void {
    const { bar, badge } = this.#doors
    if (total === 0) bar(-1, 'none')
    else if (trouble) bar(Math.max(part, 0.01), 'error')
    // Nothing told so far: a bar that moves instead of an empty one.
    else bar(part === 0 ? 2 : part, part === 0 ? 'indeterminate' : 'normal')
    badge(total - done)
    this.#moving = moving
    this.#holdAwake()
  }

  #holdAwake(): void {
    const { wake, rest } = this.#doors
    const wanted = this.#moving && this.#keepAwake
    if (wanted) this.#awake ??= wake()
    else if (this.#awake !== null) {
      rest(this.#awake)
      this.#awake = null
    }
  }

  #announce(announcement: Announcement): void {
    const { notify, isFocused, bringToFront } = this.#doors
    const { about, id, asset, sound } = announcement
    if (about === 'job' && isFocused()) return
    const place = about === 'batch' ? `queue/${encodeURIComponent(id)}` : asset ? `gallery/${asset}` : 'queue'
    notify({ ...announcementText(announcement), silent: !sound, onClick: () => bringToFront(place) })
  }
}
