import { NativeSelect } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead, useWrite } from '../calls/graphql.ts'
import { ChooseNone } from '../components/list/picking/ChooseNone.tsx'
import { usePicked } from '../components/list/picking/use-picked.ts'
import {
  AddDeviceDocument,
  RemoveDeviceDocument,
  SiteChoicesDocument,
  UpdateDeviceDocument,
} from '../generated/graphql.ts'
import { ChosenAct } from '../removed/chosen/ChosenAct.tsx'
import { RemoveChosen } from '../removed/chosen/RemoveChosen.tsx'
import { useRestore } from '../removed/use-restore.ts'
import type { DeviceRow } from './DevicePanels.tsx'

const noVariables = {}

function idOf({ deviceid }: DeviceRow): string {
  return deviceid
}

/** The devices of a site that are chosen in the list, to be removed or taken to another site together. */
export function useChosenDevices(siteid: string | undefined, rows: readonly DeviceRow[] | undefined) {
  const ofChosen = useTranslations('removed.chosen')
  const { chosen, picked, onPick, clear } = usePicked(rows, idOf, siteid)
  const [removeDevice] = useWrite(RemoveDeviceDocument)
  const restore = useRestore('DEVICE')
  const all = chosen.map(({ deviceid, version }) => ({ key: deviceid, name: deviceid, version }))
  return {
    picked,
    onPick,
    label: ({ deviceid }: DeviceRow) => ofChosen('choose', { name: deviceid }),
    bar: siteid !== undefined && chosen.length > 0 && (
      <>
        <MoveDevices siteid={siteid} devices={chosen} />
        <RemoveChosen
          all={all}
          remove={({ key, version }) => removeDevice({ siteid, deviceid: key, version })}
          restore={restore && (({ key }) => restore(key, siteid))}
        />
        <ChooseNone onClick={clear}>{ofChosen('clear')}</ChooseNone>
      </>
    ),
  }
}

/** Adds devices at another site and removes them here, where those who wear or wore them keep them. */
function MoveDevices({ siteid, devices }: { siteid: string; devices: readonly DeviceRow[] }) {
  const t = useTranslations('devices')
  const { data } = useRead(SiteChoicesDocument, noVariables)
  const [to, setTo] = useState('')
  const [addDevice] = useWrite(AddDeviceDocument)
  const [removeDevice] = useWrite(RemoveDeviceDocument)
  const [updateDevice] = useWrite(UpdateDeviceDocument)
  // The hardware ids of those that were added there and are not removed here yet, because the line was lost in between or
  // somebody changed them: the next try goes on from there.
  const halfway = useRef(new Map<string, string | null>())
  const others = data?.listSites.filter((site) => site.siteid !== siteid) ?? []
  if (others.length === 0) return null
  return (
    <ChosenAct
      all={devices.map(({ deviceid, hw_id, version }) => ({ key: deviceid, name: deviceid, hw_id, version }))}
      text={t('move')}
      question={(count) => t('moveQuestion', { count })}
      note={t('moveNote')}
      isReady={others.some((site) => site.siteid === to)}
      act={async ({ key, hw_id, version }) => {
        const there = `${to} ${key}`
        const added = halfway.current.get(there)
        if (added === undefined) await addDevice({ siteid: to, deviceid: key, hw_id })
        else if (added !== hw_id) await updateDevice({ siteid: to, deviceid: key, input: { deviceid: key, hw_id } })
        halfway.current.set(there, hw_id)
        await removeDevice({ siteid, deviceid: key, version })
        halfway.current.delete(there)
      }}
    >
      <NativeSelect label={t('moveTo')} value={to} onChange={(event) => setTo(event.currentTarget.value)}>
        <option value="">{t('chooseSite')}</option>
        {others.map((site) => (
          <option key={site.siteid} value={site.siteid}>
            {site.name}
          </option>
        ))}
      </NativeSelect>
    </ChosenAct>
  )
}
