import type { WireFile, WireRequest } from './Exchange.ts'

/** A field that a price request has only if a 422 names it. */
export interface OnDemand {
  /** Field names on the wire, without indexes; a refusal of any of them asks for it. */
  names: string[]
  /** Fields of the body that it replaces. */
  replaces: string[]
  sets: Record<string, string | number>
  files: WireFile[]
}

/** A price request, with alternatives after a 404 or 422. */
export type PriceRequest = WireRequest & {
  /** The path of the specification (service.md §Prices), where `path` is another. */
  otherPath?: string
  onDemand?: OnDemand[]
}
