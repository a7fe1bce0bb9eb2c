/** An image for the thumbnail worker; the response has the same `number`. */
export interface ThumbnailRequest {
  number: number
  bytes: ArrayBuffer
  width: number | null
  height: number | null
}

export type ThumbnailResponse = { number: number; webp: ArrayBuffer } | { number: number; error: string }
