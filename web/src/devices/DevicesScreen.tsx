import { compareDevices } from '@casebook/domain/devices/devices.rules.ts'
import { IconPencil } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useMatch, useNavigate, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { useSelectedSiteid } from '../browser/selected-site.ts'
import { useRead, useWrite } from '../calls/graphql.ts'
import { IconLink } from '../components/buttons/IconButton.tsx'
import { Link } from '../components/buttons/Link.tsx'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { ChangeCell } from '../components/change/ChangeCell.tsx'
import { drawings } from '../components/drawings.ts'
import type { Column } from '../components/list/DataList.tsx'
import { ListScreen } from '../components/list/ListScreen.tsx'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { ConfirmRemoval } from '../components/removal/ConfirmRemoval.tsx'
import { DevicesDocument, OnDevicesUpdatesDocument, RemoveDeviceDocument } from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { useRestore } from '../removed/use-restore.ts'
import { forAdministrators } from '../shell/NotForYou.tsx'
import { NoSiteAlert } from '../sites/NoSite.tsx'
import { SiteCards } from '../sites/SiteCards.tsx'
import { type DeviceRow, EditDevicePanel } from './DevicePanels.tsx'
import { NewDevicePanel } from './NewDevicePanel.tsx'
import { useChosenDevices } from './use-chosen-devices.tsx'
import { WornPanel } from './WornPanel.tsx'

function deviceText(device: DeviceRow): string {
  return `${device.deviceid} ${device.hw_id ?? ''}`
}

/** /devices, /devices/new, /devices/:deviceid (highlighted), /devices/:deviceid/edit and /devices/:deviceid/worn. */
export const DevicesScreen = forAdministrators(DeviceList, 'devices')

function DeviceList() {
  const t = useTranslations('devices')
  const navigate = useNavigate()
  const siteid = useSelectedSiteid()
  const { deviceid } = useParams()
  const isNew = useMatch(paths.newDevice) !== null
  const isEdit = useMatch('/devices/:deviceid/edit') !== null
  const isWorn = useMatch('/devices/:deviceid/worn') !== null
  const variables = siteid === undefined ? undefined : { siteid }
  const { data, isReading } = useRead(DevicesDocument, variables)
  useLive(OnDevicesUpdatesDocument, variables)
  const columns = useDeviceColumns()
  const picking = useChosenDevices(siteid, data?.listDevices)
  const editedid = isEdit && siteid !== undefined ? `${siteid}/${deviceid}` : undefined
  const editeduid = useEdited(editedid, data?.listDevices, deviceid)
  const edited = data?.listDevices.find(({ deviceuid }) => deviceuid === editeduid)

  if (siteid === undefined) {
    return (
      <Page>
        <PageHeading help={t('purpose')}>{t('heading')}</PageHeading>
        <NoSiteAlert />
        <SiteCards />
      </Page>
    )
  }
  const close = () => navigate(paths.devices)
  const onSaved = (saved: string) => navigate(paths.device(saved))
  return (
    <Page>
      <ListScreen
        heading={t('heading')}
        add={
          <LinkButton to={paths.newDevice} isOpen={isNew} variant="filled" size="sm">
            {t('new')}
          </LinkButton>
        }
        emptyNext={
          <LinkButton to={paths.newDevice} variant="light">
            {t('addFirst')}
          </LinkButton>
        }
        panel={
          isNew ? (
            <NewDevicePanel siteid={siteid} onSaved={onSaved} onClose={close} />
          ) : isWorn && deviceid ? (
            <WornPanel key={`${siteid}/${deviceid}`} siteid={siteid} deviceid={deviceid} onClose={close} />
          ) : (
            editeduid && (
              <EditDevicePanel
                key={editeduid}
                siteid={siteid}
                deviceuid={editeduid}
                onSaved={onSaved}
                onClose={close}
              />
            )
          )
        }
        listKey={siteid}
        rows={data?.listDevices}
        rowKey={(device) => device.deviceid}
        columns={columns}
        compare={compareDevices}
        filterText={deviceText}
        isReading={isReading}
        count={(count) => t('count', { count })}
        empty={t('empty')}
        emptyPurpose={t('purpose')}
        emptyDrawing={drawings.device}
        picking={picking}
        isOpenedByRow
        chosenKey={edited?.deviceid ?? deviceid}
        shownKey={deviceid}
      />
    </Page>
  )
}

/** The id of the device that the address names, also after a colleague renamed or removed it. */
function useEdited(
  editedid: string | undefined,
  devices: readonly DeviceRow[] | undefined,
  deviceid: string | undefined,
): string | undefined {
  const [opened, setOpened] = useState<{ editedid: string; deviceuid: string }>()
  if (editedid === undefined) return undefined
  if (opened?.editedid === editedid) return opened.deviceuid
  const named = devices?.find((device) => device.deviceid === deviceid)
  if (named) setOpened({ editedid, deviceuid: named.deviceuid })
  return named?.deviceuid
}

function useDeviceColumns(): Column<DeviceRow>[] {
  const t = useTranslations('devices')
  const [removeDevice] = useWrite(RemoveDeviceDocument)
  const restore = useRestore('DEVICE')
  return useMemo(
    () => [
      {
        key: 'deviceid',
        header: t('deviceid'),
        isSorted: true,
        cell: ({ deviceid }) => <Link to={paths.wornDevice(deviceid)}>{deviceid}</Link>,
      },
      { key: 'hw_id', header: t('hw_id'), cell: (device) => device.hw_id || '–' },
      {
        key: 'changed',
        header: t('changed'),
        isSpare: true,
        cell: ({ changedAt, changedBy }) => changedAt && <ChangeCell at={changedAt} by={changedBy} />,
      },
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
              remove={() => {
                const { siteid, deviceid, version } = device
                return removeDevice({ siteid, deviceid, version })
              }}
              record={`device/${device.siteid}/${device.deviceid}`}
              undo={restore && (() => restore(device.deviceid, device.siteid))}
            />
          </>
        ),
      },
    ],
    [t, removeDevice, restore],
  )
}
