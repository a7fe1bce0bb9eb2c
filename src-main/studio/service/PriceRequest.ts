import type { WireFile, WireRequest } from './Exchange.ts'

/** What a price request holds only for a service that asks for it by name in a refusal (422). */
export interface OnDemand {
  /** Field names on the wire, without indexes; a refusal of any of them asks for it. */
  names: string[]
  /** Fields of the body that it takes the place of. */
  drops: string[]
  sets: Record<string, string | number>
  files: WireFile[]
}

/** A request for a price, with what may be tried where the service answers 404 or 422. */
export type PriceRequest = WireRequest & {
  /** The path of the specification (service.md §Prices), where `path` is another. */
  otherPath?: string
  onDemand?: OnDemand[]
}
