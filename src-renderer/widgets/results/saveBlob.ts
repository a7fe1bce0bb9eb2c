/** Saves a file that was created in the window as a download. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // A download that has started no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
