/** A row's estimated height in pixels before it is measured: exact on a desktop, so that nothing moves when it is. */
export const expectedRowPixels = 40

/** Stands in for rows that are not rendered, to keep the height of the page. */
export function SpacerRow({ pixels, place }: { pixels: number; place?: React.RefObject<HTMLTableRowElement | null> }) {
  return (
    <tr aria-hidden data-spacer ref={place}>
      <td style={{ height: pixels }} />
    </tr>
  )
}
