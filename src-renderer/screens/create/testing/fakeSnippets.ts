import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import type { SavedSnippet, Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { nameKey } from '../../../../src-preload/shared/nameKey.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'

/** A fake studio with these snippets; `stored` returns the current ones. */
export function fakeSnippets(snippets: Snippet[]) {
  let saved: SavedSnippet[] = snippets.map((snippet, index) => ({ id: `snippet ${index}`, ...snippet }))
  let nextNumber = snippets.length
  const handlers: Partial<Handlers> = {
    'snippets.list': async () => ({ snippets: saved }),
    'snippets.save': async ({ id = `snippet ${nextNumber++}`, ...snippet }) => {
      const others = saved.filter((other) => other.id !== id)
      const taken = others.find(({ name }) => nameKey(name) === nameKey(snippet.name))
      if (taken)
        throw new StudioError({ code: 'snippet_name_taken', money: 'none', params: { name: taken.name } })
      saved = [...others, { id, ...snippet }]
      return { id, ...snippet }
    },
    'snippets.delete': async ({ id }) => {
      saved = saved.filter((other) => other.id !== id)
    },
  }
  return { handlers, stored: () => saved.map(({ name, text }) => ({ name, text })) }
}
