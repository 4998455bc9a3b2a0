import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import { DataList } from '../../components/list/DataList.tsx'
import { SavedAt } from '../../components/notices/SavedAt.tsx'
import { WithSidePanel } from '../../components/page/Page.tsx'
import { RecordPanel } from '../../components/page/RecordPanel.tsx'
import { SidePanel } from '../../components/page/SidePanel.tsx'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import type { WornTwice as Twice } from '../worn/use-worn.ts'
import { WornTwice } from '../worn/WornTwice.tsx'
import { AddDeviceForm } from './AddDeviceForm.tsx'
import { useDeviceColumns } from './device-columns.tsx'

/** The devices attached to the subject, in the order in which they were attached. */
export function DevicesPanel({
  subject,
  devices,
  visits,
  visitHere,
  twice,
  isDisabled,
  isWanted,
  opened,
  onOpen,
  onClose,
}: {
  subject: SubjectRecord
  devices: SubjectOffers['listDevices']
  visits: SubjectOffers['listVisits']
  /** The visit that one is in. */
  visitHere: string | undefined
  /** Devices that others wore at the same time. */
  twice: readonly Twice[]
  isDisabled: boolean
  isWanted: boolean
  opened: string | undefined
  onOpen: (opened: string) => void
  onClose: () => void
}) {
  const t = useTranslations('subject')
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const columns = useDeviceColumns({ subject, visits, isDisabled })

  return (
    <RecordPanel
      panelid="devices"
      heading={t('devices')}
      help={t('devicesHelp')}
      isWanted={isWanted}
      aside={<SavedAt at={savedAt} />}
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isDisabled || opened === 'new'}
          onClick={() => onOpen('new')}
        >
          {t('addDevice')}
        </Button>
      }
    >
      <WithSidePanel
        panel={
          opened === 'new' && (
            <SidePanel heading={t('addDevice')} onClose={onClose}>
              <AddDeviceForm
                subject={subject}
                devices={devices}
                visits={visits}
                visitHere={visitHere}
                isDisabled={isDisabled}
                onAdded={() => {
                  setSavedAt(new Date())
                  onClose()
                }}
                onCancel={onClose}
              />
            </SidePanel>
          )
        }
      >
        <WornTwice twice={twice} zone={studyZone()} />
        <DataList
          label={t('devices')}
          rows={subject.devices}
          rowKey={({ deviceid, position }) => `${position} ${deviceid}`}
          columns={columns}
          isReading={false}
          isCompact
          empty={t('noDevices')}
          emptyPurpose={isDisabled ? undefined : t('noDevicesPurpose')}
        />
      </WithSidePanel>
    </RecordPanel>
  )
}
