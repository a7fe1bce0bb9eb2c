declare module 'virtual:third-party-notices' {
  /** Of every package that Easel contains; made by the build. */
  const notices: readonly { name: string; version: string; license: string; text: string }[]
  export default notices
}
