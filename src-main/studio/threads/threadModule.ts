/** The module of a thread: next to this file, or in a build next to the entries, because this file may be in a chunk. */
export function threadModule(name: 'queryThread' | 'updateThread'): URL {
  const here = import.meta.url
  if (here.endsWith('.ts')) return new URL(`./${name}.ts`, here)
  return new URL(here.includes('/chunks/') ? `../${name}.js` : `./${name}.js`, here)
}
