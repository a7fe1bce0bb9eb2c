declare module 'virtual:guide' {
  /** `docs/guide.md`, parsed by the build. */
  const sections: readonly import('./guideContent.ts').GuideSection[]
  export default sections
}
