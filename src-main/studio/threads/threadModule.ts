/** The URL of a thread's module. In a build it is beside the entry files, while this code may be in the folder `chunks`. */
export function threadModule(name: 'queryThread' | 'updateThread'): URL {
  const here = import.meta.url
  if (here.endsWith('.ts')) return new URL(`./${name}.ts`, here)
  return new URL(here.includes('/chunks/') ? `../${name}.js` : `./${name}.js`, here)
}
