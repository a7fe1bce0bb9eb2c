/** An image for the thumbnail worker; `number` comes back with the answer. */
export interface ThumbnailRequest {
  number: number
  bytes: ArrayBuffer
  width: number | null
  height: number | null
}

export type ThumbnailResponse = { number: number; webp: ArrayBuffer } | { number: number; error: string }
