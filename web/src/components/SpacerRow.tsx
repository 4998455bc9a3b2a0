/** What a row takes before it is measured, in pixels. */
export const expectedRowPixels = 41

/** Stands for rows that are not drawn, so that the page is as tall as if they were. */
export function SpacerRow({ pixels, place }: { pixels: number; place?: React.RefObject<HTMLTableRowElement | null> }) {
  return (
    <tr aria-hidden data-spacer ref={place}>
      <td style={{ height: pixels }} />
    </tr>
  )
}
