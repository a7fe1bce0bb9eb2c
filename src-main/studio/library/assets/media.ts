/** A file or bytes that the window may show or save under `fileName`. The window requests them by an id, never by a path. */
export type StoredMedia = { mime: string; fileName?: string } & (
  | { path: string; bytes: number }
  | { data: Uint8Array }
)

/** Data that is generated while it is read. */
interface StreamedMedia {
  mime: string
  fileName: string
  open: () => ReadableStream<Uint8Array<ArrayBuffer>>
}
export type Media = StoredMedia | StreamedMedia
