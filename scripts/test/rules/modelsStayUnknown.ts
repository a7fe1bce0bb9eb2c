import { z } from 'zod'
import { startSandbox } from '../../../src-main/sandbox/startSandbox.ts'
import { sourceFiles } from './sourceFiles.ts'

const pageSchema = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      slug: z.string(),
      loras: z.array(z.object({ name: z.string(), display_name: z.string() })).nullish(),
    }),
  ),
  meta: z.object({ last_page: z.int() }),
})

/** Names and slugs of all models of the sandbox, requested from a running one. */
const fetchModelNames = async (): Promise<string[]> => {
  const sandbox = await startSandbox()
  try {
    const names: string[] = []
    for (let page = 1, last = 1; page <= last; page++) {
      const response = await fetch(`${sandbox.address}/api/v1/client/models?per_page=100&page=${page}`, {
        headers: { authorization: `Bearer ${sandbox.key}`, accept: 'application/json' },
      })
      const { data, meta } = pageSchema.parse(await response.json())
      last = meta.last_page
      for (const { name, slug, loras } of data)
        names.push(name, slug, ...(loras ?? []).flatMap((lora) => [lora.name, lora.display_name]))
    }
    return names
  } finally {
    await sandbox.close()
  }
}

export const modelsStayUnknown = async (): Promise<string[]> => {
  const names = await fetchModelNames()
  if (names.length === 0) return ['The sandbox offers no model, so nothing was checked']
  return sourceFiles(['src-main/studio', 'src-preload', 'src-renderer']).flatMap(({ path, text }) => {
    const lowerCaseText = text.toLowerCase()
    return names
      .filter((name) => lowerCaseText.includes(name.toLowerCase()))
      .map((name) => `${path}: ${name}`)
  })
}
