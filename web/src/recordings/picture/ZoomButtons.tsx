import { Button } from '@mantine/core'
import { IconArrowsHorizontal, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'

/** The buttons for what the keys of a picture do, too: `onKey` gets the key. */
export function ZoomButtons({ onKey }: { onKey: (key: '+' | '-' | '0') => void }) {
  const t = useTranslations('recordings')
  return (
    <Button.Group>
      <Button size="xs" variant="default" aria-label={t('zoomIn')} title={t('zoomIn')} onClick={() => onKey('+')}>
        <IconZoomIn size={16} aria-hidden />
      </Button>
      <Button size="xs" variant="default" aria-label={t('zoomOut')} title={t('zoomOut')} onClick={() => onKey('-')}>
        <IconZoomOut size={16} aria-hidden />
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowsHorizontal size={16} aria-hidden />}
        onClick={() => onKey('0')}
      >
        {t('all')}
      </Button>
    </Button.Group>
  )
}
