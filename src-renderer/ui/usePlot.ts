import { type RefObject, useEffect } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

/** Options of a plot, whose size is that of its box. */
export type PlotOptions = Omit<uPlot.Options, 'width' | 'height'>

/** Renders a plot in a box and redraws it when `makePlot`, the box or the theme changes. Memoize `makePlot` on its data. */
export function usePlot(
  box: RefObject<HTMLElement | null>,
  makePlot: () => [PlotOptions, uPlot.AlignedData],
): void {
  useEffect(() => {
    const element = box.current
    if (element === null) return
    let plot: uPlot | undefined
    const size = () => ({ width: element.clientWidth, height: element.clientHeight })
    const draw = () => {
      plot?.destroy()
      const [options, data] = makePlot()
      plot = new uPlot({ ...options, ...size() }, data, element)
    }
    draw()
    const resizeObserver = new ResizeObserver(() => plot?.setSize(size()))
    resizeObserver.observe(element)
    // Colours are read when drawing, so a change of theme requires a redraw.
    const themeObserver = new MutationObserver(draw)
    themeObserver.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => {
      resizeObserver.disconnect()
      themeObserver.disconnect()
      plot?.destroy()
    }
  }, [box, makePlot])
}

/** The current value of a theme colour, for drawing on a canvas. */
export const themeColour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()
