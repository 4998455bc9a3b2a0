// @vitest-environment happy-dom

import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { closeAll, draw } from '../../../records/test/screen.tsx'
import { useGestures } from './use-gestures.ts'

afterEach(closeAll)

function Surface({ onCursor }: { onCursor: (at: number | undefined) => void }) {
  const surface = useRef<HTMLDivElement>(null)
  const none = () => undefined
  useGestures(surface, {
    shown: { from: 0, to: 10 },
    length: 10,
    mode: 'move',
    onShow: none,
    onSelect: none,
    shift: 0,
    onShift: none,
    onCursor,
  })
  return <div ref={surface} data-surface />
}

async function openSurface() {
  const cursors: (number | undefined)[] = []
  const { find } = await draw(<Surface onCursor={(at) => cursors.push(at)} />)
  const pointer = (type: string, clientX: number, more: PointerEventInit = {}) =>
    find('[data-surface]').dispatchEvent(
      Object.assign(new Event(type), {
        clientX,
        clientY: 0,
        movementX: 0,
        movementY: 0,
        pointerType: 'mouse',
        ...more,
      }),
    )
  return { cursors, pointer }
}

test('a pointer that rests while the page moves below it neither takes the cursor nor takes it away', async () => {
  const { cursors, pointer } = await openSurface()
  pointer('pointermove', 5)
  pointer('pointerleave', 5)
  expect(cursors).toEqual([])
})

test('a pointer that moves takes the cursor, and takes it away where it leaves', async () => {
  const { cursors, pointer } = await openSurface()
  pointer('pointermove', 5, { movementX: 1 })
  pointer('pointermove', 6)
  pointer('pointerleave', 90)
  expect(cursors).toHaveLength(3)
  expect(cursors.at(-1)).toBeUndefined()
})

test('a finger that is lifted takes the cursor away', async () => {
  const { cursors, pointer } = await openSurface()
  pointer('pointermove', 5, { movementX: 1, pointerType: 'touch' })
  pointer('pointerleave', 5, { pointerType: 'touch' })
  expect(cursors.at(-1)).toBeUndefined()
})
