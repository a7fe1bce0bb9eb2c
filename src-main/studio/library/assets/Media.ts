/** A file or bytes that the window may show, or save under `fileName`, found by id only. */
export type Media = { mime: string; fileName?: string } & (
  { path: string; bytes: number } | { data: Uint8Array }
)
