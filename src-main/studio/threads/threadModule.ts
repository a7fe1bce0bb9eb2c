/** The module of a thread: beside this one, or in a build beside the entries, of which this may be a chunk. */
export function threadModule(name: 'queryThread' | 'updateThread'): URL {
  const here = import.meta.url
  if (here.endsWith('.ts')) return new URL(`./${name}.ts`, here)
  return new URL(here.includes('/chunks/') ? `../${name}.js` : `./${name}.js`, here)
}
