/** What a row takes before it is measured, in pixels: on a desk just what it does take, so that nothing moves when it is. */
export const expectedRowPixels = 40

/** Stands for rows that are not drawn, so that the page is as tall as if they were. */
export function SpacerRow({ pixels, place }: { pixels: number; place?: React.RefObject<HTMLTableRowElement | null> }) {
  return (
    <tr aria-hidden data-spacer ref={place}>
      <td style={{ height: pixels }} />
    </tr>
  )
}
