import { type RefObject, useEffect } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

/** What a plot is drawn from, without its size: that is the box's. */
export type PlotOptions = Omit<uPlot.Options, 'width' | 'height'>

/** Keeps a plot in a box: drawn again when its data, the box or the theme change. `make` must be stable. */
export function usePlot(
  box: RefObject<HTMLElement | null>,
  make: () => [PlotOptions, uPlot.AlignedData],
): void {
  useEffect(() => {
    const element = box.current
    if (element === null) return
    let plot: uPlot | undefined
    const size = () => ({ width: element.clientWidth, height: element.clientHeight })
    const draw = () => {
      plot?.destroy()
      const [options, data] = make()
      plot = new uPlot({ ...options, ...size() }, data, element)
    }
    draw()
    const resized = new ResizeObserver(() => plot?.setSize(size()))
    resized.observe(element)
    // Colours are read when drawing, so another theme wants another drawing.
    const themed = new MutationObserver(draw)
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => {
      resized.disconnect()
      themed.disconnect()
      plot?.destroy()
    }
  }, [box, make])
}
