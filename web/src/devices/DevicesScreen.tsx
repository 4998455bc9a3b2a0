import { compareDevices } from '@casebook/domain/devices/devices.rules.ts'
import { IconPencil } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useMatch, useNavigate, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { useRead, useWrite } from '../app/graphql.ts'
import { useLive } from '../app/live.ts'
import { paths } from '../app/paths.ts'
import { useSelectedSiteid } from '../app/selected-site.ts'
import { ConfirmRemoval } from '../components/ConfirmRemoval.tsx'
import { type Column, DataList } from '../components/DataList.tsx'
import { IconLink } from '../components/IconButton.tsx'
import { LinkButton } from '../components/LinkButton.tsx'
import { Page } from '../components/Page.tsx'
import { PageHeading } from '../components/PageHeading.tsx'
import { WithSidePanel } from '../components/SidePanel.tsx'
import { DevicesDocument, OnDevicesUpdatesDocument, RemoveDeviceDocument } from '../generated/graphql.ts'
import { NoSiteAlert } from '../sites/NoSite.tsx'
import { type DeviceRow, EditDevicePanel, NewDevicePanel } from './DevicePanels.tsx'

function deviceText(device: DeviceRow): string {
  return `${device.deviceid} ${device.hw_id ?? ''}`
}

/** /devices, /devices/new, /devices/:deviceid (highlighted) and /devices/:deviceid/edit. */
export function DevicesScreen() {
  const t = useTranslations('devices')
  const navigate = useNavigate()
  const siteid = useSelectedSiteid()
  const { deviceid } = useParams()
  const isNew = useMatch(paths.newDevice) !== null
  const isEdit = useMatch('/devices/:deviceid/edit') !== null
  const variables = siteid === undefined ? undefined : { siteid }
  const { data, isReading } = useRead(DevicesDocument, variables)
  useLive(OnDevicesUpdatesDocument, variables)
  const columns = useDeviceColumns()

  if (siteid === undefined) {
    return (
      <Page>
        <PageHeading>{t('heading')}</PageHeading>
        <NoSiteAlert />
      </Page>
    )
  }
  const edited = isEdit ? data?.listDevices.find((device) => device.deviceid === deviceid) : undefined
  const close = () => navigate(paths.devices)
  const onSaved = (saved: string) => navigate(paths.device(saved))
  return (
    <Page>
      <PageHeading
        action={
          <LinkButton to={paths.newDevice} variant="filled" size="sm">
            {t('new')}
          </LinkButton>
        }
      >
        {t('heading')}
      </PageHeading>
      <WithSidePanel
        panel={
          isNew ? (
            <NewDevicePanel siteid={siteid} onSaved={onSaved} onClose={close} />
          ) : (
            edited && <EditDevicePanel key={deviceid} device={edited} onSaved={onSaved} onClose={close} />
          )
        }
      >
        <DataList
          key={siteid}
          label={t('heading')}
          rows={data?.listDevices}
          rowKey={(device) => device.deviceid}
          columns={columns}
          compare={compareDevices}
          filterText={deviceText}
          isReading={isReading}
          count={(count) => t('count', { count })}
          empty={t('empty')}
          emptyNext={<LinkButton to={paths.newDevice}>{t('addFirst')}</LinkButton>}
          chosenKey={deviceid}
          shownKey={deviceid}
        />
      </WithSidePanel>
    </Page>
  )
}

function useDeviceColumns(): Column<DeviceRow>[] {
  const t = useTranslations('devices')
  const [removeDevice] = useWrite(RemoveDeviceDocument)
  return useMemo(
    () => [
      { key: 'deviceid', header: t('deviceid'), isSorted: true, cell: (device) => device.deviceid },
      { key: 'hwid', header: t('hwid'), cell: (device) => device.hw_id },
      {
        key: 'actions',
        header: t('actions'),
        isHeaderHidden: true,
        cell: (device) => (
          <>
            <IconLink to={paths.editDevice(device.deviceid)} label={t('edit', { deviceid: device.deviceid })}>
              <IconPencil size={18} aria-hidden />
            </IconLink>
            <ConfirmRemoval
              name={device.deviceid}
              remove={() => removeDevice({ siteid: device.siteid, deviceid: device.deviceid })}
            />
          </>
        ),
      },
    ],
    [t, removeDevice],
  )
}
