/** An image for the thumbnail worker; `number` comes back with the answer. */
export interface ThumbnailAsk {
  number: number
  bytes: ArrayBuffer
  width: number | null
  height: number | null
}

export type ThumbnailAnswer = { number: number; webp: ArrayBuffer } | { number: number; error: string }
