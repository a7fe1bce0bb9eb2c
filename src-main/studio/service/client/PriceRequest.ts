import type { WireFile, WireRequest } from './Exchange.ts'

/** A field that a price request includes only if a 422 names it. */
export interface OnDemand {
  /** Field names on the wire, without indexes. A rejection that names any of them requires this field. */
  names: string[]
  /** Fields of the body that it replaces. */
  replaces: string[]
  sets: Record<string, string | number>
  files: WireFile[]
}

/** A price request, with alternatives after a 404 or 422. */
export type PriceRequest = WireRequest & {
  /** The path of the specification (service.md §Prices), if `path` differs from it. */
  otherPath?: string
  onDemand?: OnDemand[]
}
