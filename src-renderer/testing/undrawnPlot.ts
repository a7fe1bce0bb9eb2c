/** A uPlot that draws nothing, because jsdom has no canvas. */
export default class UndrawnPlot {
  static paths = {}
  destroy(): void {}
  setSize(): void {}
}
