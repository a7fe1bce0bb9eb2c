/** A generated file. */
export interface ResultFile {
  bytes: Uint8Array
  mime: string
}
