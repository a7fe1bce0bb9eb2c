/** A download has started by then and no longer needs its URL. */
const REVOKE_AFTER_MS = 10_000

/** Saves a file that was created in the window, as a download. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
