import type { StudioEvent } from '../../src-preload/contract/events.ts'

export type Emit = (event: StudioEvent) => void
