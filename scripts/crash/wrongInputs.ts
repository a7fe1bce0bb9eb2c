/** Compares the files a service received (SHA-256 of each) with the clicked ones: one line per bill that differs. */
export function wrongInputs(
  bills: readonly { prompt: string; files: readonly string[] }[],
  clicked: (prompt: string) => string | null,
): string[] {
  return bills.flatMap(({ prompt, files }) => {
    const wanted = clicked(prompt)
    if (wanted === null)
      return files.length === 0 ? [] : [`wrong file: "${prompt}" was sent with a file and clicked without`]
    if (files.length !== 1)
      return [`wrong file: "${prompt}" was sent with ${files.length} files instead of 1`]
    return files[0] === wanted ? [] : [`wrong file: "${prompt}" was sent with another file than clicked`]
  })
}
